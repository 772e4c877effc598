import { asKnown } from "@postil/domain/records/labeled-record";
import { PENDING_RECORDS } from "@postil/domain/search/record-criteria";
import { beforeEach, expect, test, vi } from "vitest";
import { createBrowser, quiet, submission } from "../../../lib/outbox/browser.fixture.ts";
import { setPreference } from "../../../lib/preferences/store.ts";
import { createQueueController } from "./queue-controller.ts";
import { shownQueue } from "./queue-state.ts";
import { createDatasetServer, knowsAll, plainQueue } from "./testing.ts";

/** Most of these tests are about batches: the queue fetches only the next few records ahead. */
beforeEach(() => setPreference("mostAhead", 0));

/** Opens the page of a dataset with `count` records. */
function openPage(count: number, criteria = plainQueue(), recordId: string | null = null) {
  const server = createDatasetServer(count);
  const browser = createBrowser(server.api);
  const outbox = browser.openTab();
  const queue = createQueueController(
    { datasetId: "d1", api: server.records, outbox, known: knowsAll, ready: outbox.ready },
    criteria,
  );
  const ended = vi.fn();
  queue.onEnd(ended);
  const missing = vi.fn();
  queue.onMissing(missing);
  const stop = queue.start(recordId);
  const shown = () => shownQueue(queue.state(), () => "saved");
  const on = () => shown().current?.record.id;
  return {
    server,
    browser,
    outbox,
    queue,
    ended,
    missing,
    shown,
    on,
    stop,
    submit(): void {
      const item = shown().current;
      if (item === null) throw new Error("no record is on screen");
      outbox.want({ ...submission(item.record.id), base: null });
      queue.advance();
    },
  };
}

test("FQU-03 FQU-09 FQU-11 the first ten records of the queue are asked for, and the first is on screen", async () => {
  const { server, shown } = openPage(30);
  expect(shown()).toMatchObject({ phase: "loading", current: null });
  await quiet();
  expect(server.reads).toEqual(["pending 1+10"]);
  expect(shown()).toMatchObject({ phase: "ready", left: 30, page: 1, hasPrevious: false, status: "pending" });
  expect(shown().current).toMatchObject({ record: { id: "r1" }, position: 1, status: "pending" });
});

test("API-07 FQU-15 next and previous move at once, and the next batch is fetched when five records remain ahead", async () => {
  const { server, queue, on } = openPage(30);
  await quiet();
  for (const expected of ["r2", "r3", "r4"]) {
    expect(queue.next()).toBe("moved");
    expect(on()).toBe(expected);
  }
  expect(server.reads).toHaveLength(1);
  queue.next();
  expect(server.reads).toEqual(["pending 1+10", "pending 11+10 quietly"]);
  await quiet();
  for (let moves = 0; moves < 8; moves += 1) queue.next();
  expect(on()).toBe("r13");
  expect(queue.previous()).toBe("moved");
  expect(on()).toBe("r12");
});

test("FQU-27 fifty records are fetched ahead of the reader, batch by batch, and as many again as are passed; fewer where they are long", async () => {
  setPreference("mostAhead", 1);
  const { server, queue, shown } = openPage(200);
  await quiet();
  expect(server.reads).toEqual(["pending 1+10", ...[11, 21, 31, 41, 51].map((from) => `pending ${from}+10 quietly`)]);
  expect(shown()).toMatchObject({ ahead: 59, total: 200 });
  for (let moves = 0; moves < 10; moves += 1) queue.next();
  await quiet();
  expect(server.reads.at(-1)).toBe("pending 61+10 quietly");
  expect(shown().ahead).toBe(59);
});

test("FQU-27 in bulk view nothing is fetched ahead", async () => {
  setPreference("mostAhead", 1);
  const { server, shown } = openPage(200, { ...plainQueue(), size: 25 });
  await quiet();
  expect(server.reads).toEqual(["pending 1+25"]);
  expect(shown().ahead).toBeNull();
});

test("FQU-27 a server that is gone is asked for no more records than it gave", async () => {
  setPreference("mostAhead", 1);
  const { server, queue, shown } = openPage(200);
  await quiet();
  server.failReads(99);
  for (let moves = 0; moves < 20; moves += 1) queue.next();
  await quiet();
  expect(shown().ahead).toBe(39);
});

test("FQU-19 FQU-24 FRS-13 labeling from end to end: every record once, answered at once, none skipped, each delivered once", async () => {
  const { server, outbox, queue, submit, shown, on, ended } = openPage(47);
  await quiet();
  const seen: string[] = [];
  for (let turn = 0; turn < 47; turn += 1) {
    seen.push(on() ?? "");
    expect(shown().current?.position).toBe(turn + 1);
    expect(shown().left).toBe(47 - turn);
    submit();
    // Sometimes the network is faster than the reader, sometimes not.
    if (turn % 3 === 0) await quiet();
    while (shown().waiting) await quiet();
  }
  await quiet();
  expect(seen).toEqual(server.ids);
  expect(ended).not.toHaveBeenCalled();
  expect(shown()).toMatchObject({ phase: "empty", left: 0, current: null, waiting: null, hasPrevious: true });
  expect(queue.next()).toBe("nowhere");
  expect(queue.previous()).toBe("moved");
  expect(shown()).toMatchObject({ left: 0, current: { record: { id: "r47" }, status: "submitted" } });
  expect(server.calls).toEqual(server.ids.map((id) => `create ${id} submitted`));
  expect(outbox.state().entries.size).toBe(0);
});

test("FQU-15 API-07 with a slow server the reader goes on through what is in memory and then waits for the batch", async () => {
  const { server, submit, on, shown } = openPage(30);
  await quiet();
  const answer = server.hold();
  const release = server.holdReads();
  for (let turn = 0; turn < 9; turn += 1) submit();
  expect(on()).toBe("r10");
  submit();
  expect(shown()).toMatchObject({ waiting: "batch", current: { record: { id: "r10" }, status: "submitted" } });
  release();
  await quiet();
  expect(on()).toBe("r11");
  expect(shown().waiting).toBeNull();
  answer();
  await quiet();
  expect(shown().left).toBe(20);
});

test("FQU-16 at the end nothing is taken, the record stays, and the end is told", async () => {
  const { queue, on, ended, shown } = openPage(2);
  await quiet();
  queue.next();
  expect(queue.next()).toBe("waiting");
  await quiet();
  expect(on()).toBe("r2");
  expect(shown().waiting).toBeNull();
  expect(ended).toHaveBeenCalledTimes(1);
});

test("FQU-16 records passed over come back after the last one is answered, and then nothing is left", async () => {
  const { queue, submit, on, shown } = openPage(3);
  await quiet();
  queue.advance();
  expect(on()).toBe("r2");
  submit();
  submit();
  await quiet();
  expect(on()).toBe("r1");
  submit();
  await quiet();
  expect(shown()).toMatchObject({ phase: "empty", current: null });
});

test("FQU-16 the only record that is left is not passed over: it stays, and the end is told", async () => {
  const { queue, on, ended } = openPage(1);
  await quiet();
  queue.advance();
  await quiet();
  expect(on()).toBe("r1");
  expect(ended).toHaveBeenCalledTimes(1);
});

test("FQU-11 design/annotation.md#position a record keeps its number when the reader comes back to the queue, and after a refresh", async () => {
  const { server, queue, outbox, submit, shown, stop } = openPage(9);
  await quiet();
  for (let turn = 0; turn < 3; turn += 1) submit();
  queue.next();
  expect(shown()).toMatchObject({ page: 2, current: { record: { id: "r5" }, position: 5 } });
  await quiet();
  await queue.reload(shown().page);
  expect(shown().current).toMatchObject({ record: { id: "r5" }, position: 5 });
  await queue.show(plainQueue());
  expect(shown().current).toMatchObject({ record: { id: "r4" }, position: 4 });
  stop();
  const ports = { datasetId: "d1", api: server.records, outbox, known: knowsAll };
  const again = createQueueController({ ...ports, ready: outbox.ready }, plainQueue());
  again.start(null);
  await quiet();
  expect(shownQueue(again.state(), () => "saved").current).toMatchObject({ record: { id: "r4" }, position: 4 });
  await again.show(plainQueue("submitted"));
  expect(shownQueue(again.state(), () => "saved").current).toMatchObject({ record: { id: "r1" }, position: 1 });
});

test("AUT-11 FQU-24 a record that its place would not bring back is named in the address, and is on screen after a reload", async () => {
  const { queue, outbox, shown } = openPage(5);
  await quiet();
  expect(shown().recordId).toBeNull();
  outbox.want({ ...submission("r1"), intent: { kind: "save", status: "draft", values: {} } });
  expect(shown()).toMatchObject({ page: 1, recordId: "r1" });
  await quiet();
  await queue.reload(1, shown().recordId);
  expect(shown().current).toMatchObject({ record: { id: "r1" }, status: "draft" });
  queue.next();
  expect(shown()).toMatchObject({ recordId: null, current: { record: { id: "r2" } } });
});

test("AUT-11 FQU-16 the last record, opened by the address, is answered, and nothing is left", async () => {
  const { submit, shown } = openPage(1, plainQueue("submitted"), "r1");
  await quiet();
  expect(shown()).toMatchObject({ phase: "ready", current: { record: { id: "r1" } } });
  submit();
  await quiet();
  expect(shown()).toMatchObject({ phase: "empty", current: null });
});

test("AUT-11 an answer that comes out of storage after the records have arrived still counts", async () => {
  const server = createDatasetServer(5);
  const before = createBrowser(server.api);
  before.connect(false);
  before.openTab().want({ ...submission("r1"), base: null });
  await quiet();
  let read = () => {};
  const slow = new Promise<void>((resolve) => {
    read = resolve;
  });
  const kept = { ...before.kept, all: (userId: string) => slow.then(() => before.kept.all(userId)) };
  const browser = createBrowser(server.api, kept);
  browser.connect(false);
  const outbox = browser.openTab();
  const ports = { datasetId: "d1", api: server.records, outbox, known: knowsAll, ready: outbox.ready };
  const queue = createQueueController(ports, plainQueue());
  queue.start(null);
  await quiet();
  read();
  await quiet();
  expect(shownQueue(queue.state(), () => "saved")).toMatchObject({ left: 4, current: { record: { id: "r2" } } });
});

test("FQU-24 a draft of an earlier visit that arrives after the empty queue of drafts was read is shown in it", async () => {
  const { server, outbox, shown, on } = openPage(3, plainQueue("draft"));
  const answer = server.hold();
  outbox.want({ ...submission("r2"), intent: { kind: "save", status: "draft", values: {} }, base: null });
  await quiet();
  expect(shown().phase).toBe("empty");
  answer();
  await quiet();
  expect(on()).toBe("r2");
  expect(shown()).toMatchObject({ phase: "ready", left: 1 });
});

test("FQU-24 the draft that arrives while the empty queue of drafts is on its way is shown as well", async () => {
  const { server, outbox, on } = openPage(3, plainQueue("draft"));
  const release = server.holdReads();
  outbox.want({ ...submission("r2"), intent: { kind: "save", status: "draft", values: {} }, base: null });
  await quiet();
  expect(server.responses.get("r2")).toMatchObject({ status: "draft" });
  release();
  await quiet();
  expect(on()).toBe("r2");
});

test("FQU-13 a page without records goes to the first one", async () => {
  const { server, shown } = openPage(3, plainQueue("pending", 9));
  await quiet();
  expect(server.reads).toEqual(["pending 9+10", "pending 1+10"]);
  expect(shown()).toMatchObject({ page: 1, current: { record: { id: "r1" }, position: 1 } });
});

test("FQU-11 FQU-21 FQU-22 a later page begins with that number, and going back fetches one record at a time", async () => {
  const { server, queue, on, shown, submit } = openPage(30, plainQueue("pending", 12));
  await quiet();
  expect(shown().current).toMatchObject({ record: { id: "r12" }, position: 12 });
  expect(shown().hasPrevious).toBe(true);
  expect(queue.previous()).toBe("waiting");
  await quiet();
  expect(server.reads.at(-1)).toBe("pending 11+1");
  expect(on()).toBe("r11");
  submit();
  expect(on()).toBe("r12");
  // The address gives the position among the remaining records, so that a reload returns to this record.
  expect(shown()).toMatchObject({ page: 11, current: { position: 12 } });
});

test("FQU-16 records before the page that was begun with come when the rest is done", async () => {
  const { submit, on, shown, server } = openPage(13, plainQueue("pending", 12));
  await quiet();
  submit();
  submit();
  await quiet();
  expect(server.reads.at(-1)).toBe("pending 1+10");
  expect(on()).toBe("r1");
  expect(shown().left).toBe(11);
});

test("FQU-25 another status shows once its records are here; when they cannot be had the earlier ones stay", async () => {
  const { server, queue, shown, on, submit } = openPage(5);
  await quiet();
  submit();
  await quiet();
  server.failReads(1);
  void queue.show(plainQueue("draft", 1));
  expect(shown()).toMatchObject({ status: "pending", reloading: true });
  await quiet();
  expect(shown()).toMatchObject({ status: "pending", reloading: false, phase: "ready" });
  expect(shown().failure).not.toBeNull();
  expect(on()).toBe("r2");
  expect(queue.state().asked.wanted.criteria.status).toBe("pending");

  void queue.show(plainQueue("submitted", 1));
  await quiet();
  expect(shown()).toMatchObject({ status: "submitted", left: 1, failure: null, current: { record: { id: "r1" } } });
  void queue.show(plainQueue("draft", 1));
  await quiet();
  expect(shown()).toMatchObject({ status: "draft", phase: "empty", current: null });
});

test("FQU-25 of two loads the one asked for last counts", async () => {
  const { server, queue, shown } = openPage(5);
  await quiet();
  const release = server.holdReads();
  void queue.show(plainQueue("draft", 1));
  void queue.show(plainQueue("pending", 3));
  release();
  await quiet();
  expect(shown()).toMatchObject({ status: "pending", current: { record: { id: "r3" } } });
});

test("FEN-32 a record opened by its id is shown whatever its status, and the queue goes on after it", async () => {
  const { queue, shown, on } = openPage(5, plainQueue("pending", 1), "r4");
  await quiet();
  expect(on()).toBe("r4");
  expect(shown().current?.position).toBe(4);
  expect(queue.open("r2")).toBe("moved");
  expect(on()).toBe("r2");
});

test("FEN-32 a record that is not there, or of another dataset, is told of, and the queue is shown instead", async () => {
  const { queue, missing, on } = openPage(5, plainQueue("pending", 1), "gone");
  await quiet();
  expect(missing).toHaveBeenCalledTimes(1);
  expect(on()).toBe("r1");
  expect(queue.open("r99")).toBe("waiting");
  await quiet();
  expect(missing).toHaveBeenCalledTimes(2);
  expect(on()).toBe("r1");
});

test("FEN-32 a record outside the queue has no number, and is brought up to date like any other", async () => {
  const page = openPage(5);
  await quiet();
  page.submit();
  await quiet();
  void page.queue.show(plainQueue("draft", 1), "r1");
  await quiet();
  expect(page.shown().current).toMatchObject({ record: { id: "r1" }, position: null, status: "submitted" });
  page.outbox.want({
    ...submission("r1"),
    intent: { kind: "remove" },
    base: { id: "a1", status: "submitted", values: null, updatedAt: 1 },
  });
  expect(page.shown().current).toMatchObject({ status: "pending", response: null });
});

test("FRS-05 FRS-14 the status changes at once, takes over the server's reply, and goes back when the server refuses", async () => {
  const { server, outbox, shown } = openPage(5);
  await quiet();
  outbox.want({ ...submission("r1"), base: null });
  expect(shown().current).toMatchObject({ status: "submitted", response: { id: null } });
  expect(shown().left).toBe(4);
  await quiet();
  expect(shown().current?.response).toMatchObject({ id: "a1", status: "submitted" });
  server.failNext(422);
  outbox.want({
    ...submission("r1"),
    intent: { kind: "save", status: "discarded", values: {} },
    base: asKnown(shown().current?.response ?? null),
  });
  expect(shown().current?.status).toBe("discarded");
  await quiet();
  expect(shown().current?.status).toBe("submitted");
});

test("FQU-14 a reply that was read before an answer arrived does not bring the record back", async () => {
  const { server, queue, outbox, shown, on } = openPage(5);
  await quiet();
  outbox.want({ ...submission("r1"), base: null });
  const release = server.holdReads();
  void queue.reload(1);
  await quiet();
  expect(server.statusOf("r1")).toBe("submitted");
  release();
  await quiet();
  expect(on()).toBe("r2");
  expect(shown().left).toBe(4);
  queue.previous();
  expect(shown().current).toMatchObject({ record: { id: "r1" }, status: "submitted" });
});

test("FQU-16 after the last answer nothing is left, also where a load that was asked for before it comes after it", async () => {
  const { server, queue, submit, shown, on } = openPage(2);
  await quiet();
  const release = server.holdReads();
  void queue.reload(1);
  submit();
  expect(on()).toBe("r2");
  submit();
  await quiet();
  expect(server.statusOf("r2")).toBe("submitted");
  release();
  await quiet();
  expect(shown()).toMatchObject({ phase: "empty", left: 0, current: null, waiting: null, hasPrevious: true });
  queue.previous();
  expect(shown().current).toMatchObject({ record: { id: "r2" }, status: "submitted" });
});

test("FQU-16 without a connection there is nothing beyond the records in memory", async () => {
  const { browser, queue, shown, on } = openPage(30);
  await quiet();
  browser.connect(false);
  const warning = vi.spyOn(console, "warn").mockImplementation(() => {});
  for (let moves = 0; moves < 9; moves += 1) expect(queue.next()).toBe("moved");
  await quiet();
  // The records fetched ahead are available. A browser without a connection could not fetch them now.
  while (queue.next() === "moved") await quiet();
  expect(queue.next()).toBe("waiting");
  expect(shown().waiting).toBe("connection");
  expect(on()).toBe("r30");
  warning.mockRestore();
});

test("FQU-16 when the server is gone the queue waits at its last record, and goes on by itself when it is back", async () => {
  const { server, browser, queue, submit, shown, on } = openPage(30);
  await quiet();
  const warning = vi.spyOn(console, "warn").mockImplementation(() => {});
  server.failReads(99);
  browser.connect(false);
  for (let turn = 0; turn < 10; turn += 1) {
    submit();
    await quiet();
  }
  expect(on()).toBe("r10");
  expect(shown()).toMatchObject({ waiting: "connection", current: { status: "submitted" } });
  server.failReads(0);
  browser.connect(true);
  await quiet();
  expect(shown()).toMatchObject({ waiting: null, current: { record: { id: "r11" }, status: "pending" } });
  expect(queue.previous()).toBe("moved");
  warning.mockRestore();
});

test("FQU-16 the server that is lost while the next records are asked for is waited for as well", async () => {
  const { server, browser, queue, shown, on } = openPage(30);
  await quiet();
  const warning = vi.spyOn(console, "warn").mockImplementation(() => {});
  server.failReads(99);
  for (let moves = 0; moves < 9; moves += 1) queue.next();
  expect(queue.next()).toBe("waiting");
  expect(shown().waiting).toBe("batch");
  browser.connect(false);
  await quiet();
  expect(shown().waiting).toBe("connection");
  server.failReads(0);
  browser.connect(true);
  await quiet();
  expect(on()).toBe("r11");
  warning.mockRestore();
});

test("FQU-16 who has turned to the record on screen is not taken away from it when the server is back", async () => {
  const { server, browser, queue, shown, on } = openPage(12);
  await quiet();
  const warning = vi.spyOn(console, "warn").mockImplementation(() => {});
  server.failReads(99);
  browser.connect(false);
  while (queue.next() === "moved") await quiet();
  queue.stay();
  expect(shown().waiting).toBeNull();
  server.failReads(0);
  browser.connect(true);
  await quiet();
  expect(on()).toBe("r10");
  warning.mockRestore();
});

test("FQU-16 records that could not be loaded are loaded by themselves when the server is back", async () => {
  const { server, browser, shown, on } = openPage(3);
  server.failReads(1);
  browser.connect(false);
  await quiet();
  expect(shown().phase).toBe("failed");
  browser.connect(true);
  await quiet();
  expect(on()).toBe("r1");
});

test("FEN-32 FQU-16 the record of the address is opened, too, once the server is back or the reader asks again", async () => {
  const { server, browser, queue, shown, on } = openPage(5, plainQueue("pending", 1), "r3");
  server.failReads(4);
  browser.connect(false);
  await quiet();
  expect(shown().phase).toBe("failed");
  void queue.reload(1);
  await quiet();
  expect(shown().phase).toBe("failed");
  browser.connect(true);
  await quiet();
  expect(on()).toBe("r3");
});

test("FRS-13 the records before the page that was begun with come when the server is back", async () => {
  const { server, browser, submit, shown, on } = openPage(5, plainQueue("pending", 4));
  await quiet();
  server.failReads(99);
  browser.connect(false);
  submit();
  submit();
  await quiet();
  expect(shown()).toMatchObject({ waiting: "connection", current: { record: { id: "r5" }, status: "submitted" } });
  server.failReads(0);
  browser.connect(true);
  await quiet();
  expect(on()).toBe("r1");
});

test("FQU-15 a batch that could not be fetched ahead is asked for again when it is needed", async () => {
  const { server, queue, on } = openPage(30);
  await quiet();
  const warning = vi.spyOn(console, "warn").mockImplementation(() => {});
  server.failReads(7);
  for (let moves = 0; moves < 9; moves += 1) {
    queue.next();
    await quiet();
  }
  expect(queue.next()).toBe("waiting");
  await quiet();
  expect(on()).toBe("r10");
  expect(queue.next()).toBe("waiting");
  await quiet();
  expect(on()).toBe("r11");
  warning.mockRestore();
});

test("FRS-06 a record that is changed in another tab says so while it is on screen, until the reader has noted it", async () => {
  const { browser, queue, shown } = openPage(5);
  const other = browser.openTab();
  await quiet();
  other.want({ ...submission("r1"), base: null });
  await quiet();
  expect(shown().current).toMatchObject({ status: "submitted", changedElsewhere: true });
  queue.acknowledge("r1");
  expect(shown().current?.changedElsewhere).toBe(false);
});

const WORDS = { ...plainQueue(), criteria: { ...PENDING_RECORDS, text: { q: "late train", field: null } } };

test("FQU-25 FFI-25 a refused search leaves the earlier records and their criteria in force", async () => {
  const { server, queue, shown, on } = openPage(5, plainQueue("pending", 3));
  await quiet();
  server.failReads(1, 422);
  void queue.show(WORDS);
  expect(shown().wanted.criteria).toEqual(WORDS.criteria);
  await quiet();
  expect(shown()).toMatchObject({ phase: "ready", wanted: { criteria: PENDING_RECORDS }, loading: false });
  expect(on()).toBe("r3");
});

test("VST-06 an address whose criteria are refused opens the page without them", async () => {
  const page = openPage(5, { ...WORDS, page: 4 });
  page.server.failReads(1, 422);
  await quiet();
  expect(page.server.reads).toEqual(["search=late%20train 4+10", "pending 1+10"]);
  expect(page.shown()).toMatchObject({ phase: "ready", committed: { criteria: PENDING_RECORDS } });
});

test("VST-06 FEN-32 without the criteria that are refused, the record of the address is opened all the same", async () => {
  const page = openPage(5, WORDS, "r3");
  page.server.failReads(1, 422);
  await quiet();
  expect(page.on()).toBe("r3");
});

test("FQU-17 similar records come all at once: from the first, as many as the limit, and the end is theirs", async () => {
  const similarity = { recordId: "r9", vector: "text", order: "most", limit: 50 } as const;
  const { server, queue, shown, ended } = openPage(12, {
    ...plainQueue("pending", 7),
    criteria: { ...PENDING_RECORDS, similarity },
  });
  await quiet();
  expect(server.reads).toEqual(["similarity=record.r9.vector.text.limit.50.order.most 1+50"]);
  expect(shown().current?.position).toBe(7);
  for (let moves = 0; moves < 5; moves += 1) expect(queue.next()).toBe("moved");
  expect(queue.next()).toBe("nowhere");
  expect(ended).toHaveBeenCalledTimes(1);
  expect(shown().current?.position).toBe(12);
  expect(server.reads).toHaveLength(1);
});

test("FQU-02 FQU-12 FQU-22 bulk shown holds one page; the next one begins where the answered records leave off", async () => {
  const { server, queue, shown, outbox } = openPage(60, { ...plainQueue(), size: 25 });
  await quiet();
  expect(shown()).toMatchObject({ start: 1, total: 60, page: 1 });
  expect(shown().items.map((item) => item.record.id)).toEqual(server.ids.slice(0, 25));
  for (const id of ["r1", "r2"]) outbox.want(submission(id));
  await quiet();
  queue.turnPage(1);
  await quiet();
  expect(server.reads).toEqual(["pending 1+25", "pending 24+25"]);
  expect(shown()).toMatchObject({ start: 24, items: { 0: { record: { id: "r26" } } } });
  queue.turnPage(-1);
  await quiet();
  expect(server.reads.at(-1)).toBe("pending 1+25");
  queue.turnPage(-1);
  expect(shown().loading).toBe(false);
});

test("FQU-18 FQU-12 from bulk to focus shown the page is read as it stands", async () => {
  const { server, queue, shown } = openPage(60, { ...plainQueue("pending", 26), size: 25 });
  await quiet();
  void queue.show({ ...shown().committed, size: null });
  await quiet();
  expect(server.reads).toEqual(["pending 26+25", "pending 26+10"]);
  expect(shown()).toMatchObject({ items: [], current: { record: { id: "r26" }, position: 26 } });
});
