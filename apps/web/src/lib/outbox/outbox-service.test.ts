import { counts } from "@postil/domain/outbox/outbox";
import { expect, test, vi } from "vitest";
import { createBrowser, createServer, quiet, submission } from "./browser.fixture.ts";
import type { Delivery, ShownChange } from "./ports.ts";

const kept = async (browser: ReturnType<typeof createBrowser>, userId = "u1") => [
  ...(await browser.kept.all(userId)).keys(),
];

test("FRS-03 FRS-05 FRS-06 an answer shows at once, is delivered, and the server's reply is announced", async () => {
  const server = createServer();
  const browser = createBrowser(server.api);
  const tab = browser.openTab();
  const shown: ShownChange[] = [];
  const delivered: Delivery[] = [];
  tab.onShownChange((change) => shown.push(change));
  tab.onDelivered((delivery) => delivered.push(delivery));
  await quiet();

  tab.want(submission("r1"));
  expect(shown).toMatchObject([{ recordId: "r1", saved: "saving", response: { id: null, status: "submitted" } }]);
  expect(counts(tab.state())).toEqual({ saving: 1, failed: 0 });
  await quiet();
  expect(server.calls).toEqual(["create r1 submitted"]);
  expect(shown.at(-1)).toMatchObject({ saved: "saved", response: { id: "a1", status: "submitted", updatedAt: 2 } });
  expect(delivered).toMatchObject([{ recordId: "r1", datasetId: "d1", response: { id: "a1" } }]);
  expect(counts(tab.state())).toEqual({ saving: 0, failed: 0 });
  expect(await kept(browser)).toEqual([]);
});

test("FRS-02 answers given while one is on its way become one more call, with the id the server gave", async () => {
  const server = createServer();
  const tab = createBrowser(server.api).openTab();
  await quiet();
  const release = server.hold();
  for (const label of ["a", "b", "c"]) tab.want(submission("r1", label));
  release();
  await quiet();
  expect(server.calls).toEqual(["create r1 submitted", "update a1 submitted"]);
  expect(server.responses.get("r1")?.values).toEqual({ topic: { value: "c" } });
});

test("AUT-11 ERR-06 what an earlier page left behind and could not be read yet is read when the connection is back", async () => {
  const server = createServer();
  const browser = createBrowser(server.api);
  const before = browser.openTab();
  await quiet();
  browser.connect(false);
  before.want(submission("r1"));
  await before.kept();
  before.stop();

  const { all } = browser.kept;
  const reading = vi.spyOn(browser.kept, "all").mockRejectedValue(new TypeError("The code did not come"));
  const after = browser.openTab();
  await after.ready;
  await quiet();
  expect(counts(after.state())).toEqual({ saving: 0, failed: 0 });
  reading.mockImplementation(all);
  browser.connect(true);
  await quiet();
  expect(server.calls).toEqual(["create r1 submitted"]);
  expect(await kept(browser)).toEqual([]);
});

test("AUT-11 ERR-06 what was not delivered survives the page, and is delivered once when it is opened again", async () => {
  const server = createServer();
  const browser = createBrowser(server.api);
  const before = browser.openTab();
  await quiet();
  browser.connect(false);
  for (const record of ["r1", "r2", "r3"]) before.want(submission(record));
  await before.kept();
  before.stop();
  expect(await kept(browser)).toEqual(["r1", "r2", "r3"]);

  browser.connect(true);
  const after = browser.openTab();
  await after.ready;
  await quiet();
  expect(server.calls).toEqual(["create r1 submitted", "create r2 submitted", "create r3 submitted"]);
  expect(await kept(browser)).toEqual([]);
});

test("FRS-15 a page that went away while its answer arrived finds that out and writes it over itself", async () => {
  const server = createServer();
  const browser = createBrowser(server.api);
  const before = browser.openTab();
  await quiet();
  const arrive = server.hold();
  before.want(submission("r1"));
  await before.kept();
  before.stop();
  arrive();
  await quiet();
  expect(server.statusOf("r1")).toBe("submitted");

  browser.openTab();
  await quiet();
  expect(server.calls).toEqual(["create r1 submitted", "upsert r1 submitted"]);
  expect(server.responses.size).toBe(1);
  expect(await kept(browser)).toEqual([]);
});

test("AUT-11 a 401 stops delivery; the same user's next session delivers, another user's does not see it", async () => {
  const server = createServer();
  const browser = createBrowser(server.api);
  const tab = browser.openTab();
  await quiet();
  server.failNext(401);
  tab.want(submission("r1"));
  await quiet();
  expect(counts(tab.state())).toEqual({ saving: 1, failed: 0 });
  tab.want(submission("r2"));
  await browser.pass(600_000);
  expect(server.calls).toEqual([]);
  tab.stop();

  const other = browser.openTab("u2");
  await quiet();
  expect(other.state().entries.size).toBe(0);
  other.stop();
  browser.openTab("u1");
  await quiet();
  expect(server.calls).toEqual(["create r1 submitted", "create r2 submitted"]);
});

test("FRS-14 while the server is gone work goes on, and is delivered on its return in order, once", async () => {
  const server = createServer();
  const browser = createBrowser(server.api);
  const tab = browser.openTab();
  await quiet();
  server.failNext(null, null, null, 503, 502);
  const records = ["r1", "r2", "r3", "r4", "r5"];
  for (const record of records) tab.want(submission(record));
  for (let minute = 0; minute < 6; minute += 1) await browser.pass(60_000);
  expect(server.calls).toEqual(records.map((record) => `create ${record} submitted`));
  expect(counts(tab.state())).toEqual({ saving: 0, failed: 0 });
});

test("FRS-14 after the third server error the earlier status shows and the answer waits for a retry, also after a reload", async () => {
  const server = createServer();
  const browser = createBrowser(server.api);
  const tab = browser.openTab();
  const shown: ShownChange[] = [];
  tab.onShownChange((change) => shown.push(change));
  await quiet();
  server.failNext(500, 500, 500);
  tab.want(submission("r1"));
  await quiet();
  await browser.pass(1000);
  await browser.pass(2000);
  expect(shown.at(-1)).toMatchObject({ saved: "failed", response: null });
  expect(tab.entryOf("r1")).toMatchObject({
    failure: { kind: "broken" },
    intent: { kind: "save", status: "submitted" },
  });
  await browser.pass(600_000);
  expect(server.calls).toEqual([]);

  tab.retry("r1");
  expect(shown.at(-1)).toMatchObject({ saved: "saving", response: { status: "submitted" } });
  await quiet();
  expect(server.statusOf("r1")).toBe("submitted");
});

test("FRS-14 a refused answer is kept with the server's words until the reader lets go of it", async () => {
  const server = createServer();
  const browser = createBrowser(server.api);
  const tab = browser.openTab();
  await quiet();
  server.failNext(422);
  tab.want(submission("r1"));
  await quiet();
  await tab.kept();
  expect(tab.entryOf("r1")?.failure).toEqual({ kind: "refused", detail: "fault 422" });
  tab.stop();
  const again = browser.openTab();
  await again.ready;
  await quiet();
  expect(counts(again.state())).toEqual({ saving: 0, failed: 1 });
  again.abandon("r1");
  await again.kept();
  expect(await kept(browser)).toEqual([]);
  expect(server.calls).toEqual([]);
});

test("FRS-09 removing a response that was removed elsewhere leaves the record pending", async () => {
  const server = createServer();
  const tab = createBrowser(server.api).openTab();
  const shown: ShownChange[] = [];
  tab.onShownChange((change) => shown.push(change));
  await quiet();
  const base = { id: "a9", status: "draft", values: null, updatedAt: 1 } as const;
  tab.want({ ...submission("r1"), intent: { kind: "remove" }, base });
  await quiet();
  expect(shown.map(({ saved, response }) => ({ saved, response }))).toEqual([
    { saved: "saving", response: null },
    { saved: "saved", response: null },
  ]);
});

test("FRS-06 FRS-07 two tabs: one delivers, both hear of it", async () => {
  const server = createServer();
  const browser = createBrowser(server.api);
  const [first, second] = [browser.openTab(), browser.openTab()];
  const heard: string[] = [];
  const elsewhere = { first: new Set<boolean>(), second: new Set<boolean>() };
  first.onShownChange((change) => elsewhere.first.add(change.elsewhere));
  second.onShownChange((change) => elsewhere.second.add(change.elsewhere));
  first.onDelivered(({ recordId }) => heard.push(`first ${recordId}`));
  second.onDelivered(({ recordId }) => heard.push(`second ${recordId}`));
  await quiet();
  second.want(submission("r1"));
  await quiet();
  expect(elsewhere).toEqual({ first: new Set([true]), second: new Set([false]) });
  first.want(submission("r2"));
  await quiet();
  expect([...server.calls].sort()).toEqual(["create r1 submitted", "create r2 submitted"]);
  expect(heard.sort()).toEqual(["first r1", "first r2", "second r1", "second r2"]);
  expect(second.state().entries.size).toBe(0);
  expect(await kept(browser)).toEqual([]);
});

test("FRS-02 two tabs: an answer undone in the one that does not deliver never reaches the server", async () => {
  const server = createServer();
  const browser = createBrowser(server.api);
  const [first, second] = [browser.openTab(), browser.openTab()];
  await quiet();
  browser.connect(false);
  second.want(submission("r1"));
  await quiet();
  expect(first.state().entries.size).toBe(1);
  second.want({ ...submission("r1"), intent: { kind: "remove" } });
  await quiet();
  expect([first.state().entries.size, second.state().entries.size]).toEqual([0, 0]);
  browser.connect(true);
  await quiet();
  expect(server.calls).toEqual([]);
  expect(await kept(browser)).toEqual([]);
});

test("FRS-02 two tabs: when the one that delivers is closed the other goes on", async () => {
  const server = createServer();
  const browser = createBrowser(server.api);
  const [first, second] = [browser.openTab(), browser.openTab()];
  await quiet();
  browser.connect(false);
  first.want(submission("r1"));
  await first.kept();
  first.stop();
  second.want(submission("r2"));
  await quiet();
  browser.connect(true);
  await quiet();
  expect([...server.calls].sort()).toEqual(["create r1 submitted", "create r2 submitted"]);
});

test("AUT-32 two tabs: what waits is sent at once also when the tab that does not deliver asks for it", async () => {
  const server = createServer();
  const browser = createBrowser(server.api);
  const [first, second] = [browser.openTab(), browser.openTab()];
  await quiet();
  server.failNext(503);
  first.want(submission("r1"));
  await quiet();
  expect(server.calls).toEqual([]);
  second.retry("r1");
  await quiet();
  expect(server.calls).toEqual(["create r1 submitted"]);
  expect(second.state().entries.size).toBe(0);
});

test("FRS-21 an answer to a dataset that is put off waits as long as the server asks, others go on, a failing dataset gets few calls", async () => {
  const server = createServer();
  const browser = createBrowser(server.api);
  const tab = browser.openTab();
  await quiet();
  server.putOff("d1");
  for (const recordId of ["r1", "r2", "r3"]) tab.want(submission(recordId));
  for (const recordId of ["s1", "s2"]) tab.want({ ...submission(recordId), datasetId: "d2" });
  await quiet();
  expect([...server.calls].sort()).toEqual(["create s1 submitted", "create s2 submitted"]);
  const before = server.tries.length;
  await browser.pass(1999);
  expect(server.tries.length).toBe(before);
  for (let second = 0; second < 200; second += 1) await browser.pass(1000);
  // After the first pauses one call each half minute, whatever waits.
  expect(server.tries.length - before).toBeLessThan(12);
  expect(counts(tab.state())).toEqual({ saving: 3, failed: 0 });
  server.putOff();
  await browser.pass(30_000);
  expect(server.calls.slice(2)).toEqual(["create r1 submitted", "create r2 submitted", "create r3 submitted"]);
});

test("FRS-21 two tabs: the other one says what waits, and waits on when it takes over", async () => {
  const server = createServer();
  const browser = createBrowser(server.api);
  const first = browser.openTab();
  await quiet();
  server.putOff("d1");
  first.want(submission("r1"));
  await quiet();
  const second = browser.openTab();
  await quiet();
  expect(second.state().putOff.get("d1")?.tries).toBe(1);
  await browser.pass(2000);
  expect(second.state().putOff.get("d1")?.tries).toBe(2);
  const before = server.tries.length;
  first.stop();
  await browser.pass(1000);
  expect(server.tries.length).toBe(before);
  server.putOff();
  await browser.pass(1000);
  expect(server.statusOf("r1")).toBe("submitted");
  expect(second.state().putOff.size).toBe(0);
});

test("ERR-11 storage that fails does not keep an answer from being delivered", async () => {
  const server = createServer();
  const full = () => Promise.reject(new Error("full"));
  const browser = createBrowser(server.api, { all: full, change: full });
  const complaint = vi.spyOn(console, "error").mockImplementation(() => {});
  const [first, second] = [browser.openTab(), browser.openTab()];
  await quiet();
  first.want(submission("r1"));
  second.want(submission("r2"));
  await quiet();
  expect([...server.calls].sort()).toEqual(["create r1 submitted", "create r2 submitted"]);
  expect(second.state().entries.size).toBe(0);
  expect(complaint).toHaveBeenCalled();
  complaint.mockRestore();
});
