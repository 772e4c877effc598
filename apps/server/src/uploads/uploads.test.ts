import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { BEGINNING_KEPT_MS, IDLE_MS, KEPT_MS, PERSON_FILES } from "./bounds.ts";
import type { ServerCall } from "./import-calls.ts";
import { createUploads, type Uploads } from "./uploads.ts";

const home = mkdtempSync(join(tmpdir(), "postil-uploads-"));
const folder = join(home, "uploads");
afterEach(() => {
  vi.useRealTimers();
  rmSync(home, { recursive: true, force: true });
});

const PERSON = { id: "a", key: 1 };
const CONTENT = { bytes: null, parts: (async function* () {})() };

test("IMP-02 a file goes a day after its last use, and what an earlier process left goes at once", async () => {
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
  const onError = vi.fn();
  const uploads = createUploads({ folder, onError });
  const first = await uploads.add(PERSON, "first.csv", CONTENT);
  const second = await uploads.add(PERSON, "second.csv", CONTENT);
  expect(readdirSync(folder).toSorted()).toEqual([first.id, second.id].toSorted());
  await vi.advanceTimersByTimeAsync(KEPT_MS / 2);
  uploads.get(PERSON.id, second.id);
  await vi.advanceTimersByTimeAsync(KEPT_MS / 2 + 60 * 60_000);
  await vi.waitFor(() => expect(readdirSync(folder)).toEqual([second.id]));
  expect(uploads.list(PERSON.id).map(({ id }) => id)).toEqual([second.id]);
  await uploads.close();
  writeFileSync(join(folder, "left"), "by a process that was killed");
  const later = createUploads({ folder, onError });
  expect(later.list(PERSON.id)).toEqual([]);
  await later.add(PERSON, "third.csv", CONTENT);
  expect(readdirSync(folder)).toHaveLength(1);
  await later.close();
  expect(onError).not.toHaveBeenCalled();
});

test("IMP-101 the beginning of a file goes soon, and the file beside it stays", async () => {
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
  const onError = vi.fn();
  const uploads = createUploads({ folder, onError });
  const beginning = await uploads.add(PERSON, "first.csv", CONTENT, true);
  const whole = await uploads.add(PERSON, "first.csv", CONTENT);
  expect([beginning, whole].map((one) => [one.file, one.is_beginning])).toEqual([
    ["first.csv", true],
    ["first.csv", false],
  ]);
  await vi.advanceTimersByTimeAsync(BEGINNING_KEPT_MS);
  expect(uploads.list(PERSON.id)).toHaveLength(2);
  // It is looked for every ten minutes.
  await vi.advanceTimersByTimeAsync(20 * 60_000);
  await vi.waitFor(() => expect(readdirSync(folder)).toEqual([whole.id]));
  expect(uploads.list(PERSON.id).map(({ id }) => id)).toEqual([whole.id]);
  await uploads.close();
  expect(onError).not.toHaveBeenCalled();
});

const NEVER = new AbortController().signal;
const ID = "11111111-1111-4111-8111-111111111111";
const isEnd = (url: string): boolean => url.endsWith("/end");

/** `reached` resolves when somebody waits at the gate. */
function gate() {
  const [at, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const pass = () => {
    at.resolve();
    return opened.promise;
  };
  return { pass, reached: at.promise, open: opened.resolve };
}

/** A server that takes every call; `meet` is asked before it answers. */
function importOf(meet: (url: string) => Promise<void> | null = () => null) {
  const over = Promise.withResolvers<void>();
  const takeBack = vi.fn(async () => {});
  const call: ServerCall = async ({ url, body }) => {
    await meet(url);
    const { name = "" } = body === undefined ? {} : (JSON.parse(body) as { readonly name?: string }); // a body of the import
    return { status: 201, text: JSON.stringify({ id: ID, name, items: [] }), isBusy: false };
  };
  const means = () => ({ call, takeBack, whatIsLost: async () => "right" as const, over: over.resolve });
  return {
    options: { workspaceId: "w", username: "jo", left: NEVER, refuse: async (_: string) => "w", means },
    takeBack,
    over: over.promise,
  };
}

const rowsOf = (bad: number) => ({
  bytes: null,
  parts: (async function* () {
    const good = Array.from({ length: 40 }, (_, index) => ({
      text: `A text, number ${index}`,
      label: index % 2 ? "a" : "b",
    }));
    const rows = [...good, ...Array.from({ length: bad }, () => ({ text: null, label: "a" }))];
    yield Buffer.from(rows.map((row) => JSON.stringify(row)).join("\n"));
  })(),
});
const send = async (uploads: Uploads, person = PERSON, bad = 0) =>
  (await uploads.add(person, "rows.jsonl", rowsOf(bad))).id;

test("IMP-05 of calls at once on one file one begins the import, and each of the others is answered", async () => {
  const onError = vi.fn();
  const uploads = createUploads({ folder, onError });
  const id = await send(uploads);
  const seen = await Promise.all([1, 2].map(() => uploads.understand(PERSON.id, id, {}, NEVER)));
  expect(seen.map(({ rows }) => rows)).toEqual([40, 40]);
  const { options, over } = importOf();
  const begun = uploads.begin(PERSON.id, id, {}, options);
  const conflict = { code: "conflict" };
  await expect(uploads.begin(PERSON.id, id, {}, options)).rejects.toMatchObject(conflict);
  await expect(uploads.understand(PERSON.id, id, {}, NEVER)).rejects.toMatchObject(conflict);
  expect(await begun).toMatchObject({ state: "checking" });
  await over;
  expect(uploads.get(PERSON.id, id)).toMatchObject({ state: "done", stored: 40 });
  // A refused call keeps nothing: the file can be understood again.
  const left = new AbortController();
  const refuse = async () => {
    left.abort();
    return "w";
  };
  const leave = { ...importOf().options, username: "jo", left: left.signal, refuse };
  await expect(uploads.begin(PERSON.id, id, {}, leave)).rejects.toMatchObject(conflict);
  expect(uploads.get(PERSON.id, id)).toMatchObject({ state: "done" });
  expect((await uploads.understand(PERSON.id, id, {}, NEVER)).rows).toBe(40);
  await uploads.close();
  expect(onError).not.toHaveBeenCalled();
});

test("IMP-05 an import goes on when the process of an earlier one, which was stopped, would have been idle for long", async () => {
  const uploads = createUploads({ folder, onError: vi.fn() });
  const id = await send(uploads);
  await uploads.understand(PERSON.id, id, {}, NEVER);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const [first, second] = [gate(), gate()];
  const stopped = importOf(first.pass);
  await uploads.begin(PERSON.id, id, {}, stopped.options);
  await first.reached;
  const removed = uploads.remove(PERSON.id, id);
  first.open();
  await removed;
  expect(uploads.get(PERSON.id, id)).toMatchObject({ state: "stopped" });
  const again = importOf(second.pass);
  await uploads.begin(PERSON.id, id, {}, again.options);
  await second.reached;
  await vi.advanceTimersByTimeAsync(2 * IDLE_MS);
  second.open();
  await again.over;
  expect(uploads.get(PERSON.id, id)).toMatchObject({ state: "done", stored: 40 });
  await uploads.close();
});

test("IMP-05 who stops an import whose last call is under way finds it done, with its dataset", async () => {
  const uploads = createUploads({ folder, onError: vi.fn() });
  const id = await send(uploads);
  const last = gate();
  const { options, takeBack } = importOf((url) => (isEnd(url) ? last.pass() : null));
  await uploads.begin(PERSON.id, id, {}, options);
  await last.reached;
  const removed = uploads.remove(PERSON.id, id);
  last.open();
  await removed;
  expect(uploads.get(PERSON.id, id)).toMatchObject({ state: "done", stored: 40, dataset_id: ID, detail: null });
  expect(takeBack).not.toHaveBeenCalled();
  await uploads.close();
});

test("IMP-06 the table of refused rows is that of the last import, and there is none while that has written none", async () => {
  const uploads = createUploads({ folder, onError: vi.fn() });
  const id = await send(uploads, PERSON, 3);
  const wish = {
    columns: [
      { column: "text", role: { kind: "field" as const } },
      { column: "label", role: { kind: "question" as const, type: "label_selection" as const } },
    ],
  };
  const first = importOf();
  await uploads.begin(PERSON.id, id, wish, first.options);
  await first.over;
  expect(uploads.get(PERSON.id, id)).toMatchObject({ state: "done", refused: 3 });
  uploads.refusedRows(PERSON.id, id).stream.destroy();
  // The next one has to wait for others, and is stopped before anything of it is read.
  const held = gate();
  for (const key of [2, 3]) {
    const other = { id: `other ${key}`, key };
    await uploads.begin(other.id, await send(uploads, other), {}, importOf(held.pass).options);
  }
  await uploads.begin(PERSON.id, id, wish, importOf().options);
  await uploads.remove(PERSON.id, id);
  expect(uploads.get(PERSON.id, id)).toMatchObject({ state: "stopped" });
  expect(() => uploads.refusedRows(PERSON.id, id)).toThrow("has no refused rows");
  held.open();
  await uploads.close();
});

test("IMP-02 files that are still coming count as files of the person", async () => {
  const uploads = createUploads({ folder, onError: vi.fn() });
  const add = () => uploads.add(PERSON, "a.csv", { bytes: null, parts: (async function* () {})() });
  const outcomes = await Promise.allSettled(Array.from({ length: PERSON_FILES + 2 }, add));
  expect(outcomes.filter(({ status }) => status === "rejected")).toHaveLength(2);
  expect(uploads.list(PERSON.id)).toHaveLength(PERSON_FILES);
  await uploads.removeOf(PERSON.id);
  await add();
  await uploads.close();
});

test("IMP-05 a call of an import that fails inside is in the log, and so is a look for a person that fails", async () => {
  const onError = vi.fn();
  const uploads = createUploads({ folder, onError });
  const id = await send(uploads);
  const fault = new Error("The store is closed.");
  const { options, over } = importOf(() => Promise.reject(fault));
  await uploads.begin(PERSON.id, id, {}, options);
  await over;
  expect(onError).toHaveBeenCalledWith(fault);
  expect(uploads.get(PERSON.id, id)).toMatchObject({
    state: "failed",
    detail: expect.stringContaining("the log of the server says why"),
  });
  onError.mockClear();
  uploads.removeOfGone(() => Promise.reject(fault));
  await vi.waitFor(() => expect(onError).toHaveBeenCalledWith(fault));
  expect(uploads.list(PERSON.id)).toHaveLength(1);
  uploads.removeOfGone(async () => false);
  await vi.waitFor(() => expect(uploads.list(PERSON.id)).toEqual([]));
  await uploads.close();
});
