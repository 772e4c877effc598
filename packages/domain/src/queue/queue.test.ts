import { expect, test } from "vitest";
import type { LabeledRecord, RecordStatus, ResponseStatus } from "../records/labeled-record.ts";
import { BULK_SIZES, bulkSizeOf } from "../search/records-address.ts";
import {
  firstOpen,
  holdsBack,
  itemOf,
  loadQueue,
  neighbour,
  nextOpen,
  type RecordQueue,
  recordsLeft,
  respond,
} from "./queue.ts";
import {
  append,
  ask,
  commit,
  criteriaOf,
  type FetchSettings,
  fallsBackToFirst,
  fetchWindow,
  planAppend,
  prepend,
  rollback,
} from "./queue-fetch.ts";
import { wantsMore } from "./read-ahead.ts";

const FOCUS: FetchSettings = { mode: "focus", many: 10, switched: false, similar: null, moving: false };
const BULK: FetchSettings = { ...FOCUS, mode: "bulk", many: 25 };
const NONE: ReadonlySet<string> = new Set();

const answer = (status: ResponseStatus) => ({ id: "a", status, values: {}, updatedAt: 1 });
const fetched = (id: string, status: RecordStatus = "pending", text = id) => {
  const record: LabeledRecord = {
    id,
    metadata: { text },
    externalId: null,
    datasetId: "d",
    insertedAt: 1,
    updatedAt: 1,
  };
  return { record, response: status === "pending" ? null : answer(status), queryScore: null };
};
/** r<from> to r<to>. */
const some = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => fetched(`r${from + at}`));
const queueOf = (from: number, to: number, total: number): RecordQueue =>
  loadQueue("pending", from, { items: some(from, to), total });
const submit = (queue: RecordQueue, ...ids: string[]) =>
  ids.reduce((next, id) => respond(next, id, answer("submitted")), queue);
const pages = (queue: RecordQueue) => queue.items.map((item) => `${item.record.id}@${item.page}`);

test("FQU-09 FQU-10 FQU-11 the first record of a reply gets the wanted position, the others count up", () => {
  const queue = queueOf(3, 5, 9);
  expect(pages(queue)).toEqual(["r3@3", "r4@4", "r5@5"]);
  expect(queue.total).toBe(9);
});

test("FEN-23 FQU-10 a queued record has the status of its response", () => {
  const queue = loadQueue("draft", 1, { items: [fetched("r1", "draft")], total: 1 });
  expect(queue.items[0]).toMatchObject({ page: 1, status: "draft", response: { id: "a", status: "draft" } });
});

test("FQU-12 focus view fetches 10; bulk view 10, 25, 50 or 100; any other size is focus view", () => {
  expect(bulkSizeOf(null)).toBeNull();
  expect(BULK_SIZES.map(bulkSizeOf)).toEqual(BULK_SIZES);
  expect(bulkSizeOf(11)).toBeNull();
});

test("FQU-13 a page without records falls back to the first, unless it is the first", () => {
  expect(fallsBackToFirst(7, 0)).toBe(true);
  expect(fallsBackToFirst(1, 0)).toBe(false);
  expect(fallsBackToFirst(7, 1)).toBe(false);
});

test("FQU-14 FQU-11 the next batch is appended after the last page; a record already there is replaced and keeps its page", () => {
  const queue = queueOf(1, 10, 30);
  const batch = { items: [fetched("r10", "pending", "corrected"), ...some(11, 19)], total: 30 };
  const next = append(queue, planAppend(queue, FOCUS, NONE), batch, NONE);
  expect(next.again).toBe(false);
  expect(pages(next.queue)).toEqual(some(1, 19).map((_, at) => `r${at + 1}@${at + 1}`));
  expect(itemOf(next.queue, "r10")?.record.metadata?.text).toBe("corrected");
});

test("FQU-14 an answer given here is not taken back by a reply that does not know of it yet", () => {
  const queue = submit(queueOf(1, 10, 30), "r9", "r10");
  const plan = planAppend(queue, FOCUS, new Set(["r9", "r10"]));
  const { queue: next } = append(queue, plan, { items: some(9, 18), total: 30 }, new Set(["r9", "r10"]));
  expect(itemOf(next, "r10")?.status).toBe("submitted");
  expect(next.items.at(-1)).toMatchObject({ record: { id: "r18" }, page: 18 });
});

test("FQU-15 the next batch is fetched when five or fewer records remain ahead and more exist", () => {
  expect(wantsMore(queueOf(1, 10, 30), 4, 0)).toBe(false);
  expect(wantsMore(queueOf(1, 10, 30), 5, 0)).toBe(true);
  expect(wantsMore(queueOf(1, 10, 10), 9, 0)).toBe(false);
});

test("FQU-16 the end is known when a batch reaches the total, and nothing comes after the last record", () => {
  const queue = queueOf(1, 10, 12);
  const { queue: next } = append(queue, planAppend(queue, FOCUS, NONE), { items: some(11, 12), total: 12 }, NONE);
  expect(next.end).toBe(true);
  expect(neighbour(next, "r12", 1)).toBeUndefined();
  expect(neighbour(next, "r12", -1)?.record.id).toBe("r11");
  expect(neighbour(next, "r1", -1)).toBeUndefined();
});

test("FRS-13 after an answer the next record that is still to be answered comes, not one that was answered before", () => {
  const queue = submit(queueOf(1, 4, 4), "r2", "r3");
  expect(nextOpen(queue, "r1")?.record.id).toBe("r4");
  expect(nextOpen(queue, "r4")).toBeUndefined();
});

test("FQU-16 records passed over come back once the end is reached, the current one last", () => {
  const queue = submit(queueOf(1, 4, 4), "r1", "r3");
  expect(firstOpen(queue)?.record.id).toBe("r2");
  expect(firstOpen(queue, "r2")?.record.id).toBe("r4");
  expect(firstOpen(submit(queue, "r2", "r4"))).toBeUndefined();
});

test("FQU-17 with a similarity filter the request starts at 1 and asks for as many as the limit", () => {
  expect(fetchWindow(queueOf(1, 10, 30), 11, { ...FOCUS, similar: 50, switched: true }, NONE)).toEqual({
    start: 1,
    size: 50,
  });
});

test("FQU-18 FQU-23 when bulk and focus have just changed places nothing is synchronised", () => {
  expect(fetchWindow(submit(queueOf(1, 10, 30), "r1"), 11, { ...BULK, switched: true }, NONE)).toEqual({
    start: 11,
    size: 25,
  });
});

test("FQU-19 FQU-20 beyond the end: last page + 1 - records no longer in the viewed status, never below 1", () => {
  const queue = queueOf(1, 10, 30);
  expect(fetchWindow(queue, 11, FOCUS, NONE)).toEqual({ start: 11, size: 10 });
  expect(fetchWindow(submit(queue, "r1", "r2", "r3"), 11, FOCUS, NONE)).toEqual({ start: 8, size: 10 });
  expect(fetchWindow(submit(queue, "r1", "r2", "r3"), 40, BULK, NONE)).toEqual({ start: 8, size: 25 });
  expect(fetchWindow(submit(queue, ...queue.items.map((item) => item.record.id)), 11, FOCUS, NONE).start).toBe(1);
});

test("FQU-20 a record whose undo has not arrived counts as gone too, for the server still lacks it", () => {
  const queue = respond(submit(queueOf(1, 10, 30), "r1"), "r1", null);
  expect(fetchWindow(queue, 11, FOCUS, NONE).start).toBe(11);
  expect(fetchWindow(queue, 11, FOCUS, new Set(["r1"])).start).toBe(10);
});

test("FQU-21 FQU-22 before the first record: back by one in focus view, by the page size in bulk, never below 1", () => {
  expect(fetchWindow(queueOf(30, 39, 90), 29, FOCUS, NONE)).toEqual({ start: 29, size: 1 });
  expect(fetchWindow(queueOf(30, 39, 90), 29, BULK, NONE)).toEqual({ start: 5, size: 25 });
  expect(fetchWindow(queueOf(11, 20, 90), 5, BULK, NONE)).toEqual({ start: 1, size: 25 });
});

test("FQU-22 in all remaining cases the wanted page itself", () => {
  expect(fetchWindow(loadQueue("pending", 1, { items: [], total: 0 }), 18, FOCUS, NONE)).toEqual({
    start: 18,
    size: 10,
  });
  expect(fetchWindow(queueOf(1, 10, 30), 4, FOCUS, NONE)).toEqual({ start: 4, size: 10 });
});

test("FQU-11 FQU-21 records fetched before the first get the pages before it", () => {
  const queue = prepend(queueOf(30, 32, 90), { items: some(29, 29), total: 90 });
  expect(pages(queue)).toEqual(["r29@29", "r30@30", "r31@31", "r32@32"]);
  expect(pages(prepend(queueOf(3, 4, 90), { items: some(1, 4), total: 90 }))).toEqual(["r1@1", "r2@2", "r3@3", "r4@4"]);
  expect(pages(prepend(queueOf(1, 2, 90), { items: some(8, 9), total: 90 }))).toEqual(["r1@1", "r2@2"]);
});

test("FQU-20 a reply with a possible gap is not used, and the next attempt begins earlier", () => {
  // r1 to r3 were answered when the batch was planned; r4 to r6 arrived at the server before it read the page.
  let queue = submit(queueOf(1, 10, 30), "r1", "r2", "r3");
  const plan = planAppend(queue, FOCUS, NONE);
  queue = submit(queue, "r4", "r5", "r6");
  const reply = { items: some(14, 23), total: 24 };
  expect(append(queue, plan, reply, NONE)).toEqual({ queue, again: true });
  const wider = planAppend(queue, FOCUS, NONE, 1);
  expect(wider.start).toBe(1);
  const { queue: whole } = append(queue, wider, { items: some(7, 30), total: 24 }, NONE);
  expect(pages(whole)).toEqual(some(1, 30).map((_, at) => `r${at + 1}@${at + 1}`));
});

test("FQU-20 an undo that arrives while a batch is fetched does not hide a gap", () => {
  // r1's undo was on its way when the batch was planned and arrived after the server had read; r2's answer arrived before.
  let queue = respond(submit(queueOf(1, 10, 30), "r1"), "r1", null);
  const plan = planAppend(queue, FOCUS, new Set(["r1"]));
  queue = submit(queue, "r2");
  expect(append(queue, plan, { items: some(12, 21), total: 28 }, NONE).again).toBe(true);
});

test("FQU-20 a batch of nothing but known records is asked for again with more room, while more exists", () => {
  const all = new Set(some(1, 10).map(({ record }) => record.id));
  const queue = submit(queueOf(1, 10, 30), ...all);
  const plan = planAppend(queue, FOCUS, all);
  expect(plan).toMatchObject({ start: 1, size: 10 });
  expect(append(queue, plan, { items: some(1, 10), total: 30 }, all).again).toBe(true);
  expect(planAppend(queue, FOCUS, all, 1)).toMatchObject({ start: 1, size: 30 });
  expect(append(queue, plan, { items: some(1, 10), total: 10 }, all)).toMatchObject({
    again: false,
    queue: { end: true },
  });
});

test("FQU-24 a record that left the viewed status stays in the queue with its new status", () => {
  const queue = submit(queueOf(1, 3, 3), "r2");
  expect(queue.items.map((item) => item.status)).toEqual(["pending", "submitted", "pending"]);
  expect(neighbour(queue, "r3", -1)).toMatchObject({ record: { id: "r2" }, status: "submitted", answeredHere: true });
});

test("FRS-05 the server's reply brings the record up to date; one that is not queued changes nothing", () => {
  const queue = respond(queueOf(1, 3, 3), "r2", { id: null, status: "draft", values: {}, updatedAt: null });
  const reply = { id: "a2", status: "submitted", values: { topic: { value: "b" } }, updatedAt: 7 } as const;
  expect(itemOf(respond(queue, "r2", reply), "r2")).toMatchObject({ status: "submitted", response: reply });
  expect(respond(queue, "elsewhere", null)).toBe(queue);
});

test("FQU-09 the number left is what is queued and still open, and what lies before and after that; an undo brings one back", () => {
  const queue = submit(queueOf(1, 10, 30), "r1", "r2");
  expect(recordsLeft(queue)).toBe(28);
  expect(recordsLeft(respond(queue, "r2", null))).toBe(29);
  const plan = planAppend(queue, FOCUS, NONE);
  const { queue: next } = append(queue, plan, { items: some(11, 20), total: 28 }, NONE);
  expect(recordsLeft(next)).toBe(28);
  expect(recordsLeft(respond(next, "r1", null))).toBe(29);
  expect(recordsLeft(submit(next, "r3"))).toBe(27);
  expect(recordsLeft(submit(queueOf(1, 3, 1), "r1", "r2", "r3"))).toBe(0);
});

test("FQU-25 changed criteria count only when their records have arrived; a failure restores the earlier ones", () => {
  const asked = ask(criteriaOf("pending"), "draft");
  expect(asked).toEqual({ committed: "pending", wanted: "draft" });
  expect(commit(asked)).toEqual(criteriaOf("draft"));
  expect(rollback(asked)).toEqual(criteriaOf("pending"));
});

test("FQU-26 only an answered record, submitted or discarded, with unsaved changes asks before it is left", () => {
  for (const status of ["submitted", "discarded"] as const) {
    expect(holdsBack(status, true)).toBe(status);
    expect(holdsBack(status, false)).toBeNull();
  }
  for (const status of ["pending", "draft"] as const) expect(holdsBack(status, true)).toBeNull();
});
