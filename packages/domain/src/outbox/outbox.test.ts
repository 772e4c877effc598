import { expect, test } from "vitest";
import type { KnownResponse, ResponseStatus } from "../records/labeled-record.ts";
import { backOff } from "../time.ts";
import { due, nextDue } from "./due.ts";
import {
  abandon,
  absorb,
  answered,
  connected,
  counts,
  EMPTY_OUTBOX,
  enqueue,
  lead,
  mergeEntries,
  type Outbox,
  restored,
  retry,
  started,
} from "./outbox.ts";
import { type DeliveryOutcome, type Intent, type OutboxEntry, requestFor, shownResponse } from "./outbox-entry.ts";

const values = (label: string) => ({ topic: { value: label } });
const stored = (id: string, status: ResponseStatus, label: string): KnownResponse => ({
  id,
  status,
  values: values(label),
  updatedAt: 5,
});
const save = (status: ResponseStatus, label: string): Intent => ({ kind: "save", status, values: values(label) });
const REMOVE: Intent = { kind: "remove" };

const LEADING = lead(EMPTY_OUTBOX);
let time = 0;
const want = (outbox: Outbox, recordId: string, intent: Intent, base: KnownResponse | null = null): Outbox => {
  time += 1;
  return enqueue(outbox, {
    recordId,
    datasetId: "d",
    position: 1,
    intent,
    intentId: `i${time}`,
    shownFor: null,
    wantedAt: time,
    base,
  });
};
const entryOf = (outbox: Outbox, recordId = "r1"): OutboxEntry => {
  const entry = outbox.entries.get(recordId);
  if (entry === undefined) throw new Error(`${recordId} has nothing to deliver`);
  return entry;
};
/** Sends the due request of the record and gives the outcome. */
const step = (outbox: Outbox, outcome: DeliveryOutcome, recordId = "r1", now = 100) =>
  answered(started(outbox, recordId), recordId, outcome, now, 0);
const done = (response: KnownResponse | null): DeliveryOutcome => ({ kind: "done", response });
const SERVER_ERROR: DeliveryOutcome = { kind: "broken", detail: "boom" };

test("FRS-02 FRS-03 an answer to a record without a response is created", () => {
  const outbox = want(LEADING, "r1", save("submitted", "a"));
  expect(requestFor(entryOf(outbox))).toEqual({
    call: "create",
    recordId: "r1",
    status: "submitted",
    values: values("a"),
  });
  expect(step(outbox, done(stored("a1", "submitted", "a"))).entries.size).toBe(0);
});

test("FRS-02 FRS-04 an answer to a record with a response updates that one", () => {
  const outbox = want(LEADING, "r1", save("draft", "b"), stored("a1", "submitted", "a"));
  expect(requestFor(entryOf(outbox))).toEqual({
    call: "update",
    responseId: "a1",
    seen: 5,
    status: "draft",
    values: values("b"),
  });
});

test("FRS-09 clearing deletes the response, and requests nothing where there is none", () => {
  const outbox = want(LEADING, "r1", REMOVE, stored("a1", "draft", "a"));
  expect(requestFor(entryOf(outbox))).toEqual({ call: "remove", responseId: "a1", seen: 5 });
  expect(step(outbox, done(null)).entries.size).toBe(0);
  expect(want(LEADING, "r1", REMOVE).entries.size).toBe(0);
});

test("FRS-02 only the last intent of a record waits, and the id from creating goes into the update after it", () => {
  let outbox = started(want(LEADING, "r1", save("submitted", "a")), "r1");
  outbox = want(want(outbox, "r1", save("draft", "b")), "r1", save("discarded", "c"));
  expect(due(outbox, 1000).flat()).toEqual([]);
  outbox = answered(outbox, "r1", done(stored("a1", "submitted", "a")), 1000, 0);
  expect(requestFor(entryOf(outbox))).toEqual({
    call: "update",
    responseId: "a1",
    seen: 5,
    status: "discarded",
    values: values("c"),
  });
});

test("FRS-09 undoing an answer that is under way deletes it once its id is known", () => {
  let outbox = started(want(LEADING, "r1", save("submitted", "a")), "r1");
  outbox = answered(want(outbox, "r1", REMOVE), "r1", done(stored("a1", "submitted", "a")), 1000, 0);
  expect(requestFor(entryOf(outbox))).toEqual({ call: "remove", responseId: "a1", seen: 5 });
});

test("FRS-02 undoing an answer that was not sent leaves nothing to send", () => {
  expect(want(want(LEADING, "r1", save("submitted", "a")), "r1", REMOVE).entries.size).toBe(0);
  const earlier = stored("a1", "draft", "a");
  const changed = want(LEADING, "r1", save("submitted", "b"), earlier);
  expect(want(changed, "r1", save("draft", "a")).entries.size).toBe(0);
});

test("FRS-02 undoing an answer whose request was lost on the way makes sure that it is gone", () => {
  let outbox = step(want(LEADING, "r1", save("submitted", "a")), { kind: "unreachable" });
  outbox = want(outbox, "r1", REMOVE);
  expect(requestFor(entryOf(outbox))).toEqual({ call: "upsert", recordId: "r1", answer: null, seen: null });
  // The first request had arrived: the change is the user's own.
  const there: DeliveryOutcome = { kind: "changed", response: stored("a1", "submitted", "a"), detail: "" };
  expect(requestFor(entryOf(step(outbox, there)))).toEqual({ call: "remove", responseId: "a1", seen: 5 });
  expect(step(outbox, done(null)).entries.size).toBe(0);
});

test("AUT-32 an answer that waits for its next try goes out at once when its reader asks for it", () => {
  let outbox = step(want(LEADING, "r1", save("submitted", "a")), { kind: "put-off", retryAfter: 20_000 });
  expect(due(outbox, 5000).flat()).toEqual([]);
  outbox = retry(outbox, "r1");
  expect(
    due(outbox, 5000)
      .flat()
      .map(({ recordId }) => recordId),
  ).toEqual(["r1"]);
});

test("FRS-15 a 409 on creating sends the same answer once through the bulk call", () => {
  let outbox = step(want(LEADING, "r1", save("submitted", "a")), { kind: "conflict" });
  expect(requestFor(entryOf(outbox))).toMatchObject({
    call: "upsert",
    recordId: "r1",
    answer: { status: "submitted" },
    seen: null,
  });
  outbox = step(outbox, { kind: "refused", detail: "no" });
  expect(entryOf(outbox).failure).toEqual({ kind: "refused", detail: "no" });
  expect(due(outbox, 1e9).flat()).toEqual([]);
});

test("FRS-04 FRS-17 a response that was deleted elsewhere is told of before it is created anew; deleting it twice is no failure", () => {
  const missing: DeliveryOutcome = { kind: "missing", detail: "Response with id `a1` not found" };
  const outbox = step(want(LEADING, "r1", save("submitted", "b"), stored("a1", "draft", "a")), missing);
  expect(requestFor(entryOf(outbox))).toMatchObject({ call: "upsert", recordId: "r1", seen: 5 });
  const told = step(outbox, { kind: "changed", response: null, detail: "" });
  expect(entryOf(told).failure?.kind).toBe("changed");
  expect(requestFor(entryOf(retry(told, "r1")))).toMatchObject({ call: "create", recordId: "r1" });
  expect(step(outbox, { kind: "missing", detail: "Record with id `r1` not found" }).entries.get("r1")?.failure).toEqual(
    {
      kind: "lost",
      detail: "Record with id `r1` not found",
    },
  );
  expect(step(want(LEADING, "r1", REMOVE, stored("a1", "draft", "a")), missing).entries.size).toBe(0);
});

test("FRS-14 a refusal is final at once: the earlier status shows again, the answer is kept and can be retried", () => {
  const earlier = stored("a1", "draft", "a");
  let outbox = want(LEADING, "r1", save("submitted", "b"), earlier);
  expect(shownResponse(entryOf(outbox))).toMatchObject({ id: "a1", status: "submitted", values: values("b") });
  outbox = step(outbox, { kind: "refused", detail: "not a valid label" });
  expect(counts(outbox)).toEqual({ saving: 0, failed: 1 });
  expect(shownResponse(entryOf(outbox))).toEqual(earlier);
  expect(entryOf(outbox).intent).toEqual(save("submitted", "b"));
  outbox = retry(outbox, "r1");
  expect(counts(outbox)).toEqual({ saving: 1, failed: 0 });
  expect(due(outbox, 100).flat()).toHaveLength(1);
});

test("FRS-14 a server error is tried three times with growing pauses, then given up", () => {
  let outbox = step(want(LEADING, "r1", save("submitted", "a")), SERVER_ERROR, "r1", 0);
  expect(due(outbox, 999).flat()).toEqual([]);
  expect(nextDue(outbox)).toBe(1000);
  outbox = step(outbox, SERVER_ERROR, "r1", 1000);
  expect(nextDue(outbox)).toBe(3000);
  outbox = step(outbox, SERVER_ERROR, "r1", 3000);
  expect(entryOf(outbox).failure).toEqual({ kind: "broken", detail: "boom" });
  expect(nextDue(outbox)).toBeNull();
});

test("FRS-14 a refusal does not touch the newer answer that came meanwhile", () => {
  const sent = started(want(LEADING, "r1", save("submitted", "a")), "r1");
  const outbox = answered(want(sent, "r1", save("submitted", "b")), "r1", { kind: "refused", detail: "" }, 9, 0);
  expect(entryOf(outbox).failure).toBeNull();
  expect(due(outbox, 10).flat()).toHaveLength(1);
});

test("ERR-11 letting go of a save that was given up takes it away; one on its way cannot be called back", () => {
  const outbox = want(LEADING, "r1", save("submitted", "a"));
  expect(abandon(outbox, "r1").entries.size).toBe(1);
  expect(abandon(step(outbox, { kind: "refused", detail: "" }), "r1").entries.size).toBe(0);
});

test("AUT-11 a 401 holds everything back, attempts uncounted, until the reader has signed in again", () => {
  let outbox = step(want(LEADING, "r1", save("submitted", "a")), { kind: "signed-out" });
  expect(due(outbox, 1e9).flat()).toEqual([]);
  expect(nextDue(outbox)).toBeNull();
  outbox = { ...outbox, signedIn: true };
  expect(
    due(outbox, 1e9)
      .flat()
      .map((entry) => entry.attempts),
  ).toEqual([0]);
  expect(requestFor(entryOf(outbox)).call).toBe("create");
});

test("FRS-14 without a connection nothing is tried, and all of it at once when it is back", () => {
  let outbox = connected(want(want(LEADING, "r1", save("submitted", "a")), "r2", save("draft", "b")), false);
  expect(due(outbox, 1e9).flat()).toEqual([]);
  expect(nextDue(outbox)).toBeNull();
  outbox = connected(outbox, true);
  expect(
    due(outbox, 0)
      .flat()
      .map((entry) => entry.recordId),
  ).toEqual(["r1", "r2"]);
});

test("FRS-14 a server that does not answer is asked by one call at a time, for ever, and never counts as a failure", () => {
  let outbox = want(want(LEADING, "r1", save("submitted", "a")), "r2", save("draft", "b"));
  let now = 0;
  for (let round = 0; round < 50; round += 1) {
    outbox = step(outbox, { kind: "unreachable" }, "r1", now);
    expect(due(outbox, now).flat()).toEqual([]);
    now = nextDue(outbox) ?? Number.NaN;
    expect(
      due(outbox, now)
        .flat()
        .map((entry) => entry.recordId),
    ).toEqual(["r1"]);
  }
  expect(counts(outbox)).toEqual({ saving: 2, failed: 0 });
  outbox = step(outbox, done(stored("a1", "submitted", "a")), "r1", now);
  expect(
    due(outbox, now)
      .flat()
      .map((entry) => entry.recordId),
  ).toEqual(["r2"]);
});

test("FRS-14 pauses double from one second to half a minute, and jitter takes off at most half", () => {
  expect([1, 2, 3, 4, 5, 6, 20].map((failures) => backOff(failures, 0))).toEqual([
    1000, 2000, 4000, 8000, 16000, 30000, 30000,
  ]);
  expect(backOff(3, 1)).toBe(2000);
});

test("AUT-11 entries come back after the page went away: in doubt, tried anew, refusals kept for the reader", () => {
  const sent = entryOf(started(want(LEADING, "r1", save("submitted", "a")), "r1"));
  expect(restored(sent)).toMatchObject({ sending: null, doubt: "maybe", failure: null });
  const refusal = { kind: "refused", detail: "no" } as const;
  expect(restored({ ...sent, failure: refusal }).failure).toEqual(refusal);
  expect(restored({ ...sent, failure: { ...refusal, kind: "broken" } }).failure).toBeNull();
});

test("FRS-02 of two tabs that answer one record the later answer wins, whoever looks at it", () => {
  const a = entryOf(want(LEADING, "r1", save("submitted", "a")));
  const b = entryOf(want(LEADING, "r1", save("discarded", "b"), stored("a1", "draft", "z")));
  expect(mergeEntries(a, b)).toEqual(mergeEntries(b, a));
  expect(mergeEntries(a, b)).toMatchObject({ intent: b.intent, base: { id: "a1" } });
  expect(mergeEntries(a, { ...a, failure: { kind: "broken", detail: "" } }).failure).not.toBeNull();
  const sending = started(absorb(LEADING, a), "r1");
  expect(entryOf(absorb(sending, b))).toMatchObject({ intentId: b.intentId, sending: { intentId: a.intentId } });
});

test("FRS-02 TST-14 an entry from a tab of an earlier version, which names no family, gets that of its record", () => {
  const key = "archive/letters/TextClassification/=t1";
  const { family: _, ...earlier } = entryOf(want(EMPTY_OUTBOX, key, save("submitted", "a")), key);
  const told = earlier as OutboxEntry; // as another tab posts it
  expect(entryOf(absorb(EMPTY_OUTBOX, told), key).family).toBe("tasks");
  const mine = want(EMPTY_OUTBOX, key, save("discarded", "b"));
  expect(entryOf(absorb(mine, { ...told, wantedAt: told.wantedAt + 1 }), key).family).toBe("tasks");
});

test("FRS-02 only the tab that leads sends, and only it knows that an undone answer was not sent", () => {
  const follower = want(want(EMPTY_OUTBOX, "r1", save("submitted", "a")), "r1", REMOVE);
  expect(due(follower, 1e9).flat()).toEqual([]);
  expect(nextDue(follower)).toBeNull();
  expect(entryOf(follower).intent).toEqual(REMOVE);
  expect(absorb(LEADING, entryOf(follower)).entries.size).toBe(0);
  expect(entryOf(lead(follower))).toMatchObject({ doubt: "maybe", intent: REMOVE });
});

test("FRS-14 TST-11 what somebody changed meanwhile is shown, and written over only when it is tried again", () => {
  const theirs = stored("a1", "submitted", "theirs");
  const wanted = want(LEADING, "r1", save("submitted", "mine"), stored("a1", "draft", "a"));
  const told = step(wanted, { kind: "changed", response: theirs, detail: "ben" });
  expect(entryOf(told).failure).toEqual({ kind: "changed", detail: "ben" });
  expect(shownResponse(entryOf(told))).toEqual(theirs);
  expect(due(told, 1000).flat()).toEqual([]);
  const again = retry(told, "r1");
  expect([entryOf(again).base, due(again, 1000).flat().length]).toEqual([theirs, 1]);
  expect(step(again, done(stored("a1", "submitted", "mine"))).entries.size).toBe(0);
});

test("FRS-14 TST-11 what was wanted while a change of somebody else's came to light is as blind to it, and is not written over it", () => {
  const before = stored("a1", "draft", "a");
  const theirs = stored("a1", "submitted", "theirs");
  const changed: DeliveryOutcome = { kind: "changed", response: theirs, detail: "ben" };
  const sent = started(want(LEADING, "r1", save("submitted", "mine"), before), "r1");
  const another = answered(want(sent, "r1", save("discarded", "mine")), "r1", changed, 100, 0);
  expect(entryOf(another)).toMatchObject({ base: theirs, failure: { kind: "changed", detail: "ben" } });
  // The user undid the answer by then. Nothing was written, so no work is left.
  const takenBack = answered(want(sent, "r1", save("draft", "a")), "r1", changed, 100, 0);
  expect(takenBack.entries.size).toBe(0);
});

test("FRS-14 TST-11 an answer that another tab gave before it heard of somebody else's change is not written over it", () => {
  const before = stored("a1", "draft", "a");
  const theirs = stored("a1", "submitted", "theirs");
  const mine = want(LEADING, "r1", save("submitted", "mine"), before);
  const blind = entryOf(want(EMPTY_OUTBOX, "r1", save("discarded", "mine"), before));
  const told = step(mine, { kind: "changed", response: theirs, detail: "ben" });
  for (const merged of [entryOf(absorb(told, blind)), mergeEntries(blind, entryOf(told))])
    expect(merged).toMatchObject({ intent: blind.intent, base: theirs, failure: { kind: "changed" } });
  // A user who knows of the change may overwrite it.
  const discard = (base: KnownResponse) =>
    entryOf(want(absorb(EMPTY_OUTBOX, entryOf(told)), "r1", save("discarded", "mine"), base));
  expect(entryOf(absorb(told, discard(theirs))).failure).toBeNull();
  expect(entryOf(absorb(told, discard(before))).failure).toEqual({ kind: "changed", detail: "ben" });
});

test("FRS-17 undo, redo and any action leave alone what was changed since, and take what a lost reply would have told for their own", () => {
  const mine = stored("a1", "submitted", "a");
  const theirs = { ...mine, values: values("b"), updatedAt: 6 };
  for (const intent of [REMOVE, save("draft", "c")]) {
    const refused = step(want(LEADING, "r1", intent, mine), { kind: "conflict" });
    expect(requestFor(entryOf(refused))).toMatchObject({ call: "upsert", seen: 5 });
    const told = step(refused, { kind: "changed", response: theirs, detail: "" });
    expect(entryOf(told)).toMatchObject({ base: theirs, failure: { kind: "changed" } });
    // The user undoes anyway, over the current state.
    expect(requestFor(entryOf(retry(told, "r1")))).toMatchObject({ responseId: "a1", seen: 6 });
    expect(abandon(told, "r1").entries.size).toBe(0);
    // A repeated identical answer changes nothing.
    const again = step(refused, { kind: "changed", response: { ...mine, updatedAt: 9 }, detail: "" });
    expect(requestFor(entryOf(again))).toMatchObject({ responseId: "a1", seen: 9 });
  }
});

test("FBU-14 FRS-18 an action on many goes ten at a time, one call after the other, each record by itself", () => {
  const action = { id: "many", size: 12, step: "undo" } as const;
  let outbox = LEADING;
  for (let at = 1; at <= 12; at += 1) {
    const about = { recordId: `r${at}`, datasetId: "d", position: null, shownFor: null, action };
    const base = stored(`a${at}`, "submitted", "a");
    outbox = enqueue(outbox, { ...about, intent: REMOVE, intentId: `m${at}`, wantedAt: 1, base });
  }
  outbox = want(outbox, "alone", save("submitted", "a"));
  const [call = [], other = []] = due(outbox, 1000);
  expect([call.length, other.map(({ recordId }) => recordId)]).toEqual([10, ["alone"]]);
  expect(call.map(requestFor)).toContainEqual({ call: "upsert", recordId: "r1", answer: null, seen: 5 });
  for (const { recordId } of call) outbox = started(outbox, recordId);
  expect(
    due(outbox, 1000)
      .flat()
      .map(({ recordId }) => recordId),
  ).toEqual(["alone"]);
  for (const { recordId } of call) outbox = answered(outbox, recordId, done(null), 1000, 0);
  expect(due(outbox, 1000)[0]?.map(({ recordId }) => recordId)).toEqual(["r11", "r12"]);
});
