import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { beforeEach, expect, test, vi } from "vitest";
import { forgetRule, keepRule, keptRules, typedWork } from "./typed-work.ts";

beforeEach(() => {
  localStorage.clear();
  vi.resetModules();
  vi.stubGlobal("indexedDB", new IDBFactory());
});

/** Loads the modules anew for each page, because the module keeps its database connection. */
const openPage = async () => ({ ...(await import("./kept-work.ts")), ...(await import("./people-here.ts")) });
const entries = (values: ReadonlyMap<string, unknown>) => Object.fromEntries(values);

async function keepsWork(): Promise<void> {
  const { openKeptWork } = await openPage();
  const kept = openKeptWork("outbox");
  await kept.change("u1", "r1", (there) => {
    expect(there).toBeUndefined();
    return { n: 1 };
  });
  // The changes start at once. Each one sees the result of the one before.
  await Promise.all([1, 2, 3].map(() => kept.change("u1", "r1", (there) => ({ n: (there as { n: number }).n + 1 }))));
  await kept.change("u1", "r2", () => ({ n: 0 }));
  await kept.change("u1", "r2", () => null);
  await kept.change("u10", "r3", () => ({ n: 9 }));
  expect(entries(await kept.all("u1"))).toEqual({ r1: { n: 4 } });

  vi.resetModules();
  const reopened = (await openPage()).openKeptWork("outbox");
  expect(entries(await reopened.all("u1"))).toEqual({ r1: { n: 4 } });
  expect(entries(await (await openPage()).openKeptWork("drafts").all("u1"))).toEqual({});
}

test("AUT-11 work is kept by user and record in IndexedDB and is there when the page is opened again", async () => {
  await keepsWork();
  expect(localStorage).toHaveLength(0);
});

test("AUT-11 where the browser denies IndexedDB, work is kept in local storage", async () => {
  const warning = vi.spyOn(console, "warn").mockImplementation(() => {});
  vi.stubGlobal("indexedDB", undefined);
  await keepsWork();
  expect(localStorage.getItem("postil:outbox:u1:r1")).toBe('{"n":4}');
  warning.mockRestore();
});

test("AUT-11 an unreadable value in local storage is nobody's loss but its own", async () => {
  const warning = vi.spyOn(console, "warn").mockImplementation(() => {});
  vi.stubGlobal("indexedDB", undefined);
  localStorage.setItem("postil:drafts:u1:r1", "{");
  localStorage.setItem("postil:drafts:u1:r2", "[]");
  const kept = (await openPage()).openKeptWork("drafts");
  expect(entries(await kept.all("u1"))).toEqual({ r1: undefined, r2: [] });
  warning.mockRestore();
});

test("AUT-12 forgetting removes all work of one user and nothing of another's", async () => {
  const { forgetWork, openKeptWork } = await openPage();
  for (const name of ["outbox", "drafts"] as const) {
    for (const user of ["u1", "u2"]) await openKeptWork(name).change(user, "r1", () => ({}));
  }
  await forgetWork("u1");
  for (const name of ["outbox", "drafts"] as const) {
    expect(entries(await openKeptWork(name).all("u1"))).toEqual({});
    expect(entries(await openKeptWork(name).all("u2"))).toEqual({ r1: {} });
  }
});

const LAMPS = { query: "lamp*", labels: ["Lighting"], description: "" };
const BIN = { query: "bin", labels: [], description: "Waste" };

test("AUT-12 RUL-15 a rule that is being written is kept by user and dataset, and forgotten with the user's work", async () => {
  keepRule("u1", "city/letters", LAMPS);
  keepRule("u2", "city/letters", LAMPS);
  expect(keptRules("u1", "city/letters")).toEqual([LAMPS]);
  expect(keptRules("u1", "city/others")).toEqual([]);
  await (await openPage()).forgetWork("u1");
  expect(keptRules("u1", "city/letters")).toEqual([]);
  expect(keptRules("u2", "city/letters")).toEqual([LAMPS]);
});

test("RUL-15 what a rule was made from is kept with it, and is no part of what is listed of it", () => {
  const narrowed = { ...LAMPS, query: "lamp* AND gate" };
  keepRule("u1", "city/letters", { ...narrowed, from: "lamp*" });
  expect(keptRules("u1", "city/letters")).toEqual([{ ...narrowed, from: "lamp*" }]);
  expect(typedWork("u1")).toEqual([{ kind: "rule", datasetId: "city/letters", rule: narrowed }]);
});

test("RUL-15 rules that are being written are kept each by its query, the newest twenty, and let go of one by one", () => {
  keepRule("u1", "city/letters", LAMPS);
  keepRule("u1", "city/letters", BIN);
  keepRule("u1", "city/letters", { ...LAMPS, description: "Lamps" });
  expect(keptRules("u1", "city/letters")).toEqual([BIN, { ...LAMPS, description: "Lamps" }]);
  forgetRule("u1", "city/letters", "lamp*");
  expect(keptRules("u1", "city/letters")).toEqual([BIN]);
  for (let at = 0; at < 20; at += 1) keepRule("u1", "city/letters", { ...BIN, query: `query ${at}` });
  expect(keptRules("u1", "city/letters").map(({ query }) => query)).toEqual(
    Array.from({ length: 20 }, (_, at) => `query ${at}`),
  );
  forgetRule("u1", "city/letters");
  expect(localStorage).toHaveLength(0);
});

test("RUL-15 a rule kept when there was one for a dataset is still there, and what is not one is none", () => {
  localStorage.setItem("postil:rules:u1:city/letters", JSON.stringify(LAMPS));
  expect(keptRules("u1", "city/letters")).toEqual([LAMPS]);
  keepRule("u1", "city/letters", BIN);
  expect(keptRules("u1", "city/letters")).toEqual([LAMPS, BIN]);
  localStorage.setItem("postil:rules:u2:city/letters", JSON.stringify([{ query: 1 }, "lamp*", BIN]));
  expect(keptRules("u2", "city/letters")).toEqual([BIN]);
});

/** Simulates a browser that denies a page all storage. */
function denyStorage(): void {
  vi.stubGlobal("indexedDB", undefined);
  for (const method of ["getItem", "setItem", "removeItem", "key"] as const)
    vi.spyOn(Storage.prototype, method).mockImplementation(denied);
  vi.spyOn(Storage.prototype, "length", "get").mockImplementation(denied);
}
const denied = (): never => {
  throw new DOMException("Access is denied for this document.", "SecurityError");
};
/** True if the browser would ask before the page closes. */
const asks = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

test("AUT-11 ERR-11 where the browser denies all storage, work lasts as long as the page, which says so once, and the browser asks before it goes", async () => {
  const warning = vi.spyOn(console, "warn").mockImplementation(() => {});
  denyStorage();
  const { forgetWork, openKeptWork } = await openPage();
  await openKeptWork("outbox").change("u1", "r1", () => null);
  expect(asks()).toBe(false);
  await openKeptWork("drafts").change("u1", "r1", () => ({ n: 1 }));
  await openKeptWork("drafts").change("u10", "r2", () => ({ n: 2 }));
  expect(entries(await openKeptWork("drafts").all("u1"))).toEqual({ r1: { n: 1 } });
  expect(entries(await openKeptWork("outbox").all("u1"))).toEqual({});
  expect(asks()).toBe(true);
  const { getToasts } = await import("../toasts/store.ts");
  expect(getToasts()).toMatchObject([{ message: expect.stringContaining("keeps nothing"), permanent: true }]);
  await forgetWork("u1");
  expect(asks()).toBe(true);
  await forgetWork("u10");
  expect(asks()).toBe(false);
  warning.mockRestore();
  vi.restoreAllMocks();
});
