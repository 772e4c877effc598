import {
  type BulkItem,
  type BulkJob,
  type BulkRun,
  type ItemResult,
  percentDone,
  succeeded,
  unsaved,
} from "@postil/domain/bulk/bulk-run";
import type { KnownResponse, OwnResponse } from "@postil/domain/records/labeled-record";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiFailure } from "../../../lib/api/failure.ts";
import { createBrowser, createServer, quiet, submission } from "../../../lib/outbox/browser.fixture.ts";
import type { Delivery, ShownChange } from "../../../lib/outbox/ports.ts";
import { bulkSaving } from "../../../workbench/saving/bulk-saving.ts";
import { createBulkRunner } from "./bulk-runner.ts";

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

const idsOf = (count: number) => Array.from({ length: count }, (_, at) => `r${at + 1}`);

function jobsFor(recordIds: readonly string[], response: OwnResponse | null = null): BulkJob[] {
  return recordIds.map((id) => ({
    target: { record: { id, suggestions: [] }, response },
    status: "submitted",
    values: { topic: { value: "bulk" } },
  }));
}

/** A tab of a browser with the outbox's server; the bulk call writes to the same responses. */
function open() {
  const server = createServer();
  const browser = createBrowser(server.api);
  const outbox = browser.openTab();
  const calls: (readonly BulkItem[])[] = [];
  const refuse = new Map<string, string>();
  let before: () => Promise<void> | void = () => undefined;
  const save = async (_datasetId: string, items: readonly BulkItem[]): Promise<readonly ItemResult[]> => {
    calls.push(items);
    await before();
    const results: ItemResult[] = [];
    for (const { recordId, status, values } of items) {
      const refusal = refuse.get(recordId);
      if (refusal !== undefined) {
        results.push({ refused: refusal });
        continue;
      }
      const note = { datasetId: "d1", shownFor: null };
      const [reply] = await server.api.upsert([{ recordId, answer: { status, values }, seen: undefined }], note);
      const saved: KnownResponse = (reply && "item" in reply && reply.item) || never();
      results.push({ saved });
    }
    return results;
  };
  const delivered: Delivery[] = [];
  const shown: ShownChange[] = [];
  outbox.onDelivered((delivery) => delivered.push(delivery));
  outbox.onShownChange((change) => shown.push(change));
  const isLost = vi.fn(async () => false);
  const runner = createBulkRunner({ datasetId: "d1", save, isLost, outbox });
  return {
    ...{ server, browser, outbox, runner, isLost, calls, refuse, delivered, shown },
    beforeEachCall: (work: () => Promise<void> | void) => {
      before = work;
    },
  };
}

function never(): never {
  throw new Error("the server of the test refuses nothing by itself");
}

const answerOf = (page: ReturnType<typeof open>, recordId: string) => page.server.responses.get(recordId)?.values;

test("FRS-14 FBU-01 the header knows of answers that a bulk action has still to write, until it ends or is stopped", async () => {
  const page = open();
  const left: number[] = [];
  page.beforeEachCall(() => void left.push(bulkSaving.left()));
  await page.runner.start(jobsFor(idsOf(25)));
  expect([...left, bulkSaving.left()]).toEqual([25, 15, 5, 0]);
  page.beforeEachCall(() => {
    page.runner.stop();
    left.push(bulkSaving.left());
  });
  await page.runner.start(jobsFor(idsOf(25)));
  expect([left.at(-1), bulkSaving.left()]).toEqual([10, 0]);
});

test("FBU-01 FBU-04 FBU-06 FBU-10 chunks go one after the other; records show at once, the event comes once, at the end", async () => {
  const page = open();
  const percents: number[] = [];
  const seen: string[] = [];
  page.runner.onChange(() => {
    const run = page.runner.state();
    if (run !== null) percents.push(percentDone(run));
  });
  page.beforeEachCall(() => void seen.push(`${page.shown.length} shown, ${page.delivered.length} announced`));
  const ended = await page.runner.start(jobsFor(idsOf(25)));
  expect(succeeded(ended)).toBe(true);
  expect(percents).toEqual([0, 40, 80, 100]);
  expect(page.calls.map((items) => items.length)).toEqual([10, 10, 5]);
  expect(seen).toEqual(["0 shown, 0 announced", "10 shown, 0 announced", "20 shown, 0 announced"]);
  expect(page.delivered.map(({ recordId }) => recordId)).toEqual(idsOf(25));
  expect(page.shown.every(({ response, saved }) => response?.status === "submitted" && saved === "saved")).toBe(true);
  expect(page.runner.state()).toBeNull();
});

test("FBU-10 what is refused is neither shown nor announced as saved", async () => {
  const page = open();
  page.refuse.set("r3", "locked");
  const ended = await page.runner.start(jobsFor(idsOf(5)));
  expect([...ended.refused]).toEqual([["r3", "locked"]]);
  expect(page.delivered.map(({ recordId }) => recordId)).toEqual(["r1", "r2", "r4", "r5"]);
});

test("FBU-09 a call that fails ends the action: nothing behind it is sent", async () => {
  const page = open();
  page.beforeEachCall(() => {
    if (page.calls.length === 2) throw new ApiFailure(503, null, "busy");
  });
  const ended = await page.runner.start(jobsFor(idsOf(25)));
  expect(ended.phase).toBe("broken");
  expect(page.calls).toHaveLength(2);
  expect(unsaved(ended)).toEqual(idsOf(25).slice(10));
  expect(page.delivered).toHaveLength(10);
});

test("FBU-10 Stop while a chunk is under way lets it arrive and sends no other", async () => {
  const page = open();
  page.beforeEachCall(() => void page.runner.stop());
  const ended = await page.runner.start(jobsFor(idsOf(25)));
  expect(ended.phase).toBe("stopped");
  expect(page.calls).toHaveLength(1);
  expect(page.server.responses.size).toBe(10);
});

test("FRS-15 an answer on its way arrives before the chunk is written, so the older one is never on top", async () => {
  const page = open();
  const release = page.server.hold();
  page.outbox.want(submission("r2", "older"));
  const running = page.runner.start(jobsFor(idsOf(3)));
  await quiet();
  expect(page.calls).toEqual([]);
  release();
  const ended = await running;
  expect(succeeded(ended)).toBe(true);
  expect(page.server.calls[0]).toBe("create r2 submitted");
  expect(answerOf(page, "r2")).toEqual({ topic: { value: "bulk" } });
});

test("FBU-11 what a record was given after the action was planned is kept for the questions that are not written", async () => {
  const page = open();
  const values = { mood: { value: "calm" } };
  page.outbox.want({ ...submission("r1"), intent: { kind: "save", status: "draft", values } });
  await page.runner.start(jobsFor(["r1"]));
  expect(answerOf(page, "r1")).toEqual({ mood: { value: "calm" }, topic: { value: "bulk" } });
});

test("FBU-04 an answer that cannot be delivered now keeps the chunk from being written over it", async () => {
  const page = open();
  page.browser.connect(false);
  page.outbox.want(submission("r1", "older"));
  const ended = await page.runner.start(jobsFor(idsOf(2)));
  expect(ended.phase).toBe("broken");
  expect(page.calls).toEqual([]);
});

test("FRS-21 an action starts at once while another dataset is put off, and not over an answer that waits for its own", async () => {
  const page = open();
  page.server.putOff("d2");
  page.outbox.want({ ...submission("s1", "older"), datasetId: "d2" });
  await quiet();
  expect((await page.runner.start(jobsFor(["r1"]))).phase).toBe("done");
  page.server.putOff("d1");
  page.outbox.want(submission("r2", "older"));
  await quiet();
  const ended = await page.runner.start(jobsFor(["r2"]));
  expect([ended.phase, ended.cause]).toEqual(["broken", "unsent"]);
  expect(answerOf(page, "r2")).toBeUndefined();
});

test("FRS-14 an answer that was given up is let go once a newer one is written: no retry brings it back", async () => {
  const page = open();
  page.server.failNext(422);
  page.outbox.want(submission("r1", "older"));
  await quiet();
  expect(page.outbox.entryOf("r1")?.failure).not.toBeNull();
  await page.runner.start(jobsFor(["r1"]));
  expect(page.outbox.entryOf("r1")).toBeUndefined();
  expect(answerOf(page, "r1")).toEqual({ topic: { value: "bulk" } });
});

test("FBU-10 another tab shows what was saved here, and an answer given there meanwhile is written over it, not lost", async () => {
  const page = open();
  const other = page.browser.openTab();
  const shownThere: ShownChange[] = [];
  other.onShownChange((change) => shownThere.push(change));
  let begun = false;
  page.beforeEachCall(async () => {
    if (begun) return;
    begun = true;
    other.want(submission("r12", "newer"));
    await quiet();
  });
  await page.runner.start(jobsFor(idsOf(12)));
  await quiet();
  const last = new Map(shownThere.map((change) => [change.recordId, change]));
  expect(last.get("r1")).toMatchObject({ elsewhere: true, saved: "saved", response: { status: "submitted" } });
  expect(page.outbox.state().entries.size).toBe(0);
  const run: BulkRun | null = page.runner.state();
  expect(run).toBeNull();
});

test("ROL-14 a chunk of which nothing is taken asks for its dataset; of a lost one no more is tried", async () => {
  const page = open();
  for (const recordId of idsOf(20)) page.refuse.set(recordId, "not found");
  page.isLost.mockResolvedValueOnce(true);
  const ended = await page.runner.start(jobsFor(idsOf(25)));
  expect(page.calls).toHaveLength(1);
  expect(page.isLost.mock.calls).toEqual([["d1"]]);
  expect(ended.phase).toBe("broken");
  expect(ended.refused.size).toBe(0);
});

test("ROL-14 records that are refused of a dataset that is there are told of one by one", async () => {
  const page = open();
  for (const recordId of idsOf(14)) page.refuse.set(recordId, "not found");
  const ended = await page.runner.start(jobsFor(idsOf(20)));
  expect(page.isLost).toHaveBeenCalledTimes(1);
  expect(ended).toMatchObject({ phase: "done", refused: { size: 14 } });
});

test("FBU-14 an action is kept as one before its first call; what a page that goes away leaves is written by the next, once", async () => {
  const page = open();
  const release = page.server.hold();
  const ended = page.runner.start(jobsFor(idsOf(25)));
  await vi.waitFor(() => expect(page.calls).toHaveLength(1));
  expect((await page.browser.kept.all("u1")).size).toBe(25);
  page.outbox.stop();
  const next = page.browser.openTab();
  await next.ready;
  expect(next.state().entries.size).toBe(25);
  release();
  await vi.waitFor(() => expect(next.state().entries.size).toBe(0));
  await ended;
  expect(page.server.responses.size).toBe(25);
  expect(new Set([...page.server.responses.values()].map(({ status }) => status))).toEqual(new Set(["submitted"]));
  expect((await page.browser.kept.all("u1")).size).toBe(0);
});

test("FBU-14 a tab that is closed while it writes hands what is left to the one that delivers", async () => {
  const server = createServer();
  const browser = createBrowser(server.api);
  const leading = browser.openTab();
  const outbox = browser.openTab();
  await quiet();
  const never = () => new Promise<readonly ItemResult[]>(() => undefined);
  const runner = createBulkRunner({ datasetId: "d1", save: never, isLost: async () => false, outbox });
  void runner.start(jobsFor(idsOf(12)));
  await quiet();
  expect((await browser.kept.all("u1")).size).toBe(12);
  window.dispatchEvent(new Event("pagehide"));
  outbox.stop();
  await vi.waitFor(() => expect(server.responses.size).toBe(12));
  expect(server.calls).toHaveLength(2);
  expect(leading.state().entries.size).toBe(0);
});

test("FBU-14 what was stopped, refused or broken is not kept: it is still selected", async () => {
  const page = open();
  page.refuse.set("r3", "locked");
  page.beforeEachCall(() => void page.runner.stop());
  await page.runner.start(jobsFor(idsOf(25)));
  await page.outbox.kept();
  expect((await page.browser.kept.all("u1")).size).toBe(0);
});

test("AUT-11 FBU-09 why a call failed as a whole is told", async () => {
  const broken = async (status: number | null) => {
    const page = open();
    page.beforeEachCall(() => {
      throw new ApiFailure(status, null, "refused");
    });
    return [status, (await page.runner.start(jobsFor(idsOf(2)))).cause];
  };
  const ends = [];
  for (const status of [401, 403, 404, 422, 408, 503, null]) ends.push(await broken(status));
  expect(ends).toEqual([
    [401, "signed-out"],
    ...[403, 404, 422].map((status) => [status, "refused"]),
    ...[408, 503, null].map((status) => [status, "unknown"]),
  ]);
});
