import { expect, test } from "vitest";
import { due, nextDue } from "./due.ts";
import { answered, connected, EMPTY_OUTBOX, enqueue, isPutOff, lead, type Outbox, retry, started } from "./outbox.ts";
import type { DeliveryOutcome } from "./outbox-entry.ts";

const SAVE = { kind: "save", status: "submitted", values: null } as const;
const NOT_NOW: DeliveryOutcome = { kind: "put-off", retryAfter: null };
const DONE: DeliveryOutcome = {
  kind: "done",
  response: { id: "a", status: "submitted", values: null, updatedAt: 5 },
};

/** Records are named after their datasets: `a1` is in `a`. They are answered in this order. */
const wanting = (...records: readonly string[]): Outbox =>
  records.reduce((outbox, recordId, at) => {
    const about = { recordId, datasetId: recordId.slice(0, 1), position: null, shownFor: null, base: null };
    return enqueue(outbox, { ...about, intent: SAVE, intentId: `i${at}`, wantedAt: at });
  }, lead(EMPTY_OUTBOX));
const sent = (outbox: Outbox, now: number) =>
  due(outbox, now)
    .flat()
    .map(({ recordId }) => recordId);
const reply = (outbox: Outbox, recordId: string, outcome: DeliveryOutcome, now: number) =>
  answered(started(outbox, recordId), recordId, outcome, now, 0);

test("FRS-21 a dataset that the server puts off holds up its own answers only", () => {
  let outbox = wanting("a1", "a2", "b1", "b2");
  outbox = reply(outbox, "a1", { kind: "put-off", retryAfter: 5000 }, 100);
  expect(sent(outbox, 100)).toEqual(["b1", "b2"]);
  expect(nextDue(outbox)).toBe(0);
  outbox = reply(reply(outbox, "b1", DONE, 100), "b2", DONE, 100);
  // The replies for the other dataset say nothing of this one.
  expect([nextDue(outbox), sent(outbox, 5099), sent(outbox, 5100)]).toEqual([5100, [], ["a1"]]);
  expect([...outbox.entries.values()].map((entry) => isPutOff(outbox, entry))).toEqual([true, true]);
  outbox = reply(outbox, "a1", DONE, 5100);
  expect(outbox.putOff.size).toBe(0);
  expect(sent(outbox, 5100)).toEqual(["a2"]);
});

test("FRS-21 datasets that are put off are asked by one call together, and the other call is left to the rest", () => {
  let outbox = reply(reply(wanting("a1", "a2", "b1", "c1"), "a1", NOT_NOW, 0), "b1", NOT_NOW, 0);
  expect(sent(outbox, 1000)).toEqual(["a1", "c1"]);
  outbox = started(outbox, "a1");
  expect(sent(outbox, 1000)).toEqual(["c1"]);
  // What waits for the reply to the call in progress sets no timer.
  outbox = reply(outbox, "c1", { kind: "broken", detail: "" }, 1000);
  expect([sent(outbox, 1000), nextDue(outbox)]).toEqual([[], 2000]);
  outbox = answered(outbox, "a1", NOT_NOW, 1000, 0);
  expect(sent(outbox, 1000)).toEqual(["b1"]);
});

test("FRS-21 pauses of a dataset double, each names its own time, and the longer of two times holds", () => {
  let outbox = wanting("a1", "a2");
  outbox = started(started(outbox, "a1"), "a2");
  outbox = answered(outbox, "a1", { kind: "put-off", retryAfter: 60_000 }, 0, 0);
  outbox = answered(outbox, "a2", { kind: "put-off", retryAfter: 1000 }, 0, 0);
  expect(nextDue(outbox)).toBe(60_000);
  outbox = reply(outbox, "a1", NOT_NOW, 60_000);
  expect(nextDue(outbox)).toBe(64_000);
});

test("FRS-21 the reader's retry asks at once and alone; with the connection back all is asked anew", () => {
  let outbox = reply(wanting("a1", "a2", "b1"), "a1", { kind: "put-off", retryAfter: 60_000 }, 0);
  outbox = retry(reply(outbox, "b1", DONE, 0), "a2");
  expect(sent(outbox, 0)).toEqual(["a1"]);
  outbox = reply(outbox, "a1", { kind: "put-off", retryAfter: 60_000 }, 0);
  expect(sent(outbox, 0)).toEqual([]);
  expect(sent(connected(connected(outbox, false), true), 0)).toEqual(["a1", "a2"]);
});

test("FRS-21 no reply at all holds up every dataset, also those that are put off", () => {
  let outbox = reply(wanting("a1", "b1"), "a1", NOT_NOW, 0);
  outbox = reply(outbox, "b1", { kind: "unreachable" }, 1000);
  expect([sent(outbox, 1999), nextDue(outbox)]).toEqual([[], 2000]);
  expect(sent(outbox, 2000)).toEqual(["a1"]);
});
