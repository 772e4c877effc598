import type { AnswerValues } from "@postil/domain/records/record";
import { afterEach, expect, test, vi } from "vitest";
import type { KeptWork } from "../kept-work/kept-values.ts";
import {
  createBrowser,
  createChannels,
  createKept,
  createServer,
  NO_TABS,
  quiet,
  submission,
} from "../outbox/browser.fixture.ts";
import type { Wish } from "../outbox/outbox-service.ts";
import type { TabChannel } from "../outbox/ports.ts";
import { DRAFT_LIFETIME, DRAFT_LIMIT, journalOf, keptDraft, type LocalDraft, readDraft } from "./draft.ts";
import { createDraftService } from "./draft-service.ts";
import { followOutbox } from "./use-drafts.ts";

const said = (value: string): AnswerValues => ({ comment: { value } });
const answer = (recordId: string, value: string): Wish => ({
  ...submission(recordId),
  intent: { kind: "save", status: "submitted", values: said(value) },
});
/** A page that closes does not see the end of its last writes. */
const neverDone = () => new Promise<never>(() => undefined);
const typed = (value: string) => ({ comment: { value, untouched: [] } });

afterEach(() => localStorage.clear());

/** A page of the user; `pass` moves the clock. */
function openPage(kept = createKept(), start = 1_000_000_000_000, tabs: TabChannel<LocalDraft> = NO_TABS) {
  let now = start;
  const timers: { at: number; run: () => void }[] = [];
  const drafts = createDraftService({
    userId: "u1",
    kept,
    journal: journalOf("u1"),
    tabs,
    now: () => now,
    after: (ms, run) => timers.push({ at: now + ms, run }),
  });
  return {
    kept,
    drafts,
    now: () => now,
    async pass(ms: number): Promise<void> {
      now += ms;
      for (const timer of timers.splice(0)) timer.at <= now ? timer.run() : timers.push(timer);
      await quiet();
    },
  };
}

/** Two tabs of one user. */
async function openTwoPages(otherStart: number) {
  const kept = createKept();
  const channel = createChannels<LocalDraft>();
  const [first, other] = [openPage(kept, 1000, channel()), openPage(kept, otherStart, channel())];
  await Promise.all([first.drafts.ready, other.drafts.ready]);
  return { kept, first, other };
}

/** Types into the same record in both tabs. The text of the other tab is kept last. */
async function typeInBoth({ first, other }: Awaited<ReturnType<typeof openTwoPages>>): Promise<void> {
  first.drafts.change("d1", "r1", typed("mine"));
  other.drafts.change("d1", "r1", typed("theirs"));
  await first.pass(300);
  await other.pass(300);
}

async function keptIn(kept: KeptWork): Promise<unknown> {
  return readDraft((await kept.all("u1")).get("r1"))?.answers;
}

test("FAN-16 ERR-06 what is typed is there at once, written within 300 ms, and comes back with the page", async () => {
  const page = openPage();
  await page.drafts.ready;
  page.drafts.change("d1", "r1", typed("h"));
  page.drafts.change("d1", "r1", typed("he"));
  expect(page.drafts.get("r1")).toMatchObject({ answers: typed("he"), fromEarlier: false });
  await page.pass(300);

  const later = openPage(page.kept);
  await later.drafts.ready;
  expect(later.drafts.get("r1")).toMatchObject({ answers: typed("he"), savedAt: 1_000_000_000_000, fromEarlier: true });
  later.drafts.acknowledge("r1");
  expect(later.drafts.get("r1")?.fromEarlier).toBe(false);
});

test("FAN-16 a form that is back to its snapshot has no draft", async () => {
  const page = openPage();
  page.drafts.change("d1", "r1", typed("h"));
  await page.pass(300);
  page.drafts.change("d1", "r1", null);
  await page.pass(300);
  expect(page.drafts.get("r1")).toBeUndefined();
  expect((await page.kept.all("u1")).size).toBe(0);
});

test("ERR-06 what was typed in the moment the page went away is not lost", async () => {
  const page = openPage({ ...createKept(), change: neverDone });
  await page.drafts.ready;
  page.drafts.change("d1", "r1", typed("last words"));
  page.drafts.leave();
  // The database did not finish the write: the next page finds it empty.
  const later = openPage();
  await later.drafts.ready;
  expect(later.drafts.get("r1")?.answers).toEqual(typed("last words"));
  await later.pass(300);
  expect([...(await later.kept.all("u1")).keys()]).toEqual(["r1"]);
  const evenLater = openPage();
  await evenLater.drafts.ready;
  expect(evenLater.drafts.get("r1")).toBeUndefined();
});

test("ERR-06 an unreadable journal does not keep what is typed last from being written", async () => {
  const complaint = vi.spyOn(console, "warn").mockImplementation(() => {});
  const page = openPage({ ...createKept(), change: neverDone });
  await page.drafts.ready;
  localStorage.setItem("postil:drafts-at-exit:u1", "[{");
  page.drafts.change("d1", "r1", typed("last words"));
  page.drafts.leave();
  const later = openPage();
  await later.drafts.ready;
  expect(later.drafts.get("r1")?.answers).toEqual(typed("last words"));
  complaint.mockRestore();
});

test("FAN-16 what is typed before earlier drafts are read is newer than they are", async () => {
  const kept = createKept();
  await kept.change("u1", "r1", () =>
    keptDraft({
      family: "feedback",
      recordId: "r1",
      datasetId: "d1",
      answers: typed("old"),
      savedAt: 1_000_000_000_000,
    }),
  );
  const page = openPage(kept);
  page.drafts.change("d1", "r1", typed("new"));
  await page.drafts.ready;
  expect(page.drafts.get("r1")?.answers).toEqual(typed("new"));
});

test("FAN-16 drafts are kept for 30 days, and the newest 500 of them; damaged ones are dropped", async () => {
  const now = 2_000_000_000_000;
  const kept = createKept();
  const keep = (recordId: string, savedAt: number) =>
    kept.change("u1", recordId, () =>
      keptDraft({ family: "feedback", recordId, datasetId: "d1", answers: typed("x"), savedAt }),
    );
  await keep("old", now - DRAFT_LIFETIME - 1);
  for (let at = 0; at <= DRAFT_LIMIT; at += 1) await keep(`r${at}`, now - at);
  await kept.change("u1", "damaged", () => ({ version: 1, recordId: "damaged", answers: { comment: "x" } }));
  await kept.change("u1", "strange", () => ({ version: 9 }));

  const page = openPage(kept, now);
  await page.drafts.ready;
  expect(page.drafts.get("r0")).toBeDefined();
  for (const gone of ["old", "damaged", "strange", `r${DRAFT_LIMIT}`]) expect(page.drafts.get(gone)).toBeUndefined();
  await page.pass(300);
  expect((await kept.all("u1")).size).toBe(DRAFT_LIMIT);
});

test("FQU-26 what was sent in the moment the page went away is not kept either", async () => {
  const kept = createKept();
  const page = openPage(kept);
  page.drafts.change("d1", "r1", typed("a"));
  await page.pass(300);
  const leaving = openPage({ all: kept.all, change: neverDone }, page.now());
  await leaving.drafts.ready;
  leaving.drafts.settle("r1", said("a"));
  leaving.drafts.leave();
  const later = openPage(kept, page.now());
  await later.drafts.ready;
  expect(later.drafts.list()).toEqual([]);
  await later.pass(300);
  expect((await kept.all("u1")).size).toBe(0);
});

test("FQU-26 a page that was hidden for a moment leaves nothing that could come back after it was sent", async () => {
  const page = openPage();
  await page.drafts.ready;
  page.drafts.change("d1", "r1", typed("a"));
  page.drafts.leave();
  await page.pass(300);
  page.drafts.settle("r1", said("a"));
  await page.pass(300);
  const later = openPage(page.kept, page.now());
  await later.drafts.ready;
  expect(later.drafts.list()).toEqual([]);
});

test("FQU-26 taking a draft away leaves what another tab has kept since", async () => {
  const page = openPage();
  page.drafts.change("d1", "r1", typed("a"));
  await page.pass(300);
  const other = openPage(page.kept, page.now());
  other.drafts.change("d1", "r1", typed("more"));
  await other.pass(300);
  page.drafts.change("d1", "r1", null);
  await page.pass(300);
  const later = openPage(page.kept, page.now());
  await later.drafts.ready;
  expect(later.drafts.get("r1")?.answers).toEqual(typed("more"));
});

test("FQU-26 AUT-11 of two tabs that typed on one record the later is kept; the other knows, and loses nothing while it is open", async () => {
  const { kept, first, other } = await openTwoPages(1000);
  first.drafts.change("d1", "r1", typed("mine"));
  await first.pass(300);
  expect(other.drafts.keptElsewhere().size).toBe(0);
  await other.pass(400);
  other.drafts.change("d1", "r1", typed("theirs"));
  await other.pass(300);
  expect([...first.drafts.keptElsewhere().keys()]).toEqual(["r1"]);
  expect(first.drafts.size()).toBe(0);
  await first.drafts.refresh();
  expect(first.drafts.get("r1")?.answers).toEqual(typed("mine"));
  expect(await keptIn(kept)).toEqual(typed("theirs"));

  // The tab that continues to type is the last one again.
  await first.pass(600);
  first.drafts.change("d1", "r1", typed("mine, and more"));
  await first.pass(300);
  expect([first.drafts.size(), [...other.drafts.keptElsewhere().keys()]]).toEqual([1, ["r1"]]);
  expect(await keptIn(kept)).toEqual(typed("mine, and more"));

  // An undo in the first tab makes room for the other tab's text. An undo in the other tab leaves the kept text.
  first.drafts.change("d1", "r1", null);
  await first.pass(300);
  await other.pass(2000);
  expect([other.drafts.size(), other.drafts.keptElsewhere().size]).toEqual([1, 0]);
  expect(await keptIn(kept)).toEqual(typed("theirs"));
});

test("AUT-32 what another tab keeps goes from the list, and from the device, like what was typed here", async () => {
  const pages = await openTwoPages(5000);
  await typeInBoth(pages);
  const { kept, first } = pages;
  first.drafts.drop("r1");
  await first.pass(300);
  expect(first.drafts.list()).toEqual([]);
  expect(await keptIn(kept)).toBeUndefined();
});

test("FQU-26 what was typed here and given up here leaves what another tab keeps", async () => {
  const pages = await openTwoPages(5000);
  await typeInBoth(pages);
  const { kept, first } = pages;
  first.drafts.change("d1", "r1", null);
  await first.pass(300);
  expect(first.drafts.get("r1")).toBeUndefined();
  expect(first.drafts.keptElsewhere().size).toBe(0);
  expect(await keptIn(kept)).toEqual(typed("theirs"));
});

test("FQU-26 what was typed in one tab stays when another, in which something else was typed, sends its answer", async () => {
  const first = openPage();
  await first.drafts.ready;
  first.drafts.change("d1", "r1", typed("mine"));
  await first.pass(300);
  const other = openPage(first.kept, first.now());
  await other.drafts.ready;
  await other.pass(100);
  other.drafts.change("d1", "r1", typed("theirs"));
  await other.pass(300);
  other.drafts.settle("r1", said("theirs"));
  await other.pass(300);
  await first.pass(1000);
  first.drafts.settle("r1", said("theirs"));
  await first.pass(300);

  const later = openPage(first.kept, first.now());
  await later.drafts.ready;
  expect(later.drafts.get("r1")).toMatchObject({ answers: typed("mine") });
});

test("TST-11 FQU-26 what was typed in one tab stays the last word, and is known to be older, when another tab answers the record", async () => {
  const browser = createBrowser(createServer().api);
  const { kept, first, other } = await openTwoPages(5000);
  const [here, there] = [browser.openTab(), browser.openTab()];
  followOutbox(first.drafts, here);
  followOutbox(other.drafts, there);
  await typeInBoth({ kept, first, other });
  const typedAt = first.drafts.get("r1")?.savedAt ?? 0;
  await first.pass(9000);
  there.want(answer("r1", "theirs"));
  await quiet();
  await other.pass(300);
  await first.pass(300);
  expect(first.drafts.get("r1")).toMatchObject({ answers: typed("mine"), overtaken: true });
  expect(first.drafts.get("r1")?.savedAt).toBeGreaterThan(typedAt);
  expect(await keptIn(kept)).toEqual(typed("mine"));

  // A user who continues has seen the answer. Text typed beside the user's own answer is not older than that answer.
  first.drafts.change("d1", "r1", typed("mine, and more"));
  here.want(answer("r1", "mine"));
  expect(first.drafts.get("r1")?.overtaken).toBe(false);
});

test("FQU-26 the draft goes the moment an answer holds it, before any server has it; what was typed since stays", async () => {
  const server = createServer();
  const outbox = createBrowser(server.api).openTab();
  const page = openPage();
  followOutbox(page.drafts, outbox);
  await quiet();
  // Both happen at the same moment, as with one key.
  page.drafts.change("d1", "r1", typed("a"));
  outbox.want(answer("r1", "a"));
  expect(page.drafts.get("r1")).toBeUndefined();
  page.drafts.change("d1", "r1", typed("b"));
  await quiet();
  expect(server.statusOf("r1")).toBe("submitted");
  expect(page.drafts.get("r1")?.answers).toEqual(typed("b"));
});

test("FQU-26 an answer that an earlier page left in the outbox holds what that page left as typed", async () => {
  const kept = createKept();
  const browser = createBrowser(createServer().api);
  browser.connect(false);
  browser.openTab().want(answer("r1", "a"));
  await quiet();
  const page = openPage(kept);
  page.drafts.change("d1", "r1", typed("a"));
  await page.pass(300);
  const later = openPage(kept, page.now());
  followOutbox(later.drafts, browser.openTab());
  await quiet();
  expect(later.drafts.list()).toEqual([]);
});

test("FRS-14 when the server will not take an answer, what was typed stays, and what was not typed becomes a draft", async () => {
  const server = createServer();
  const outbox = createBrowser(server.api).openTab();
  const page = openPage();
  followOutbox(page.drafts, outbox);
  await quiet();
  page.drafts.change("d1", "r1", typed("more than was sent"));
  server.failNext(422, 422);
  outbox.want(submission("r1"));
  outbox.want(submission("r2", "news"));
  await quiet();
  expect(page.drafts.get("r1")?.answers).toEqual(typed("more than was sent"));
  expect(page.drafts.get("r2")?.answers).toEqual({ topic: { value: "news", untouched: [] } });
});

test("ERR-06 storage that fails leaves the drafts of this page as they are", async () => {
  const complaint = vi.spyOn(console, "error").mockImplementation(() => {});
  const full = () => Promise.reject(new Error("full"));
  const page = openPage({ all: full, change: full });
  await page.drafts.ready;
  page.drafts.change("d1", "r1", typed("x"));
  await page.pass(300);
  expect(page.drafts.get("r1")?.answers).toEqual(typed("x"));
  expect(complaint).toHaveBeenCalled();
  complaint.mockRestore();
});

test("FQU-26 TST-14 a draft from a tab of an earlier version, which names no family, gets that of its record", async () => {
  const channel = createChannels<LocalDraft>();
  const page = openPage(createKept(), 1000, channel());
  await page.drafts.ready;
  const [datasetId, recordId] = ["archive/letters", "archive/letters/TextClassification/=t1"];
  page.drafts.change(datasetId, recordId, typed("mine"));
  await page.pass(300);
  const theirs = { recordId, datasetId, answers: typed("theirs"), savedAt: page.now() + 1 };
  // As a tab of an earlier version posts it.
  channel().post(JSON.parse(JSON.stringify(theirs)));
  await quiet();
  expect(page.drafts.list().map(({ family, answers }) => [family, answers])).toEqual([["tasks", typed("theirs")]]);
});

test("AUT-32 the list has every draft, the newest first, and takes in what other tabs have kept", async () => {
  const page = openPage();
  await page.drafts.ready;
  const heard = vi.fn();
  page.drafts.onChange(heard);
  page.drafts.change("d1", "r1", typed("a"));
  await page.pass(300);
  page.drafts.change("d1", "r2", typed("b"));
  expect(heard).toHaveBeenCalledTimes(2);
  const listed = page.drafts.list();
  expect(listed.map(({ recordId }) => recordId)).toEqual(["r2", "r1"]);
  expect(page.drafts.list()).toBe(listed);

  const elsewhere = { family: "feedback" as const, datasetId: "d1", savedAt: 1_000_000_000_900 };
  for (const recordId of ["r1", "r3"]) {
    const draft = keptDraft({ ...elsewhere, recordId, answers: typed("elsewhere") });
    await page.kept.change("u1", recordId, () => draft);
  }
  // The draft is removed here, but the storage does not have the change yet.
  page.drafts.change("d1", "r2", null);
  await page.drafts.refresh();
  expect(page.drafts.list().map(({ recordId }) => recordId)).toEqual(["r1", "r3"]);
  expect(page.drafts.list()[0]?.answers).toEqual(typed("elsewhere"));
});

test("ERR-06 where local storage is denied or full, drafts are still read from the database and written to it", async () => {
  const complaint = vi.spyOn(console, "warn").mockImplementation(() => {});
  const deny = () => {
    throw new DOMException("denied", "SecurityError");
  };
  const calls = (["getItem", "setItem"] as const).map((call) =>
    vi.spyOn(Storage.prototype, call).mockImplementation(deny),
  );
  const page = openPage();
  await page.drafts.ready;
  expect(page.drafts.isReady()).toBe(true);
  page.drafts.change("d1", "r1", typed("last words"));
  expect(() => page.drafts.leave()).not.toThrow();
  await quiet();
  expect([...(await page.kept.all("u1")).keys()]).toEqual(["r1"]);
  expect(complaint).toHaveBeenCalledTimes(2);
  for (const spy of [complaint, ...calls]) spy.mockRestore();
});
