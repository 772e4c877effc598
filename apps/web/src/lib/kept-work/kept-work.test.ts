import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { beforeEach, expect, test, vi } from "vitest";

beforeEach(() => {
  localStorage.clear();
  vi.resetModules();
  vi.stubGlobal("indexedDB", new IDBFactory());
});

/** A page of its own: the module keeps its connection to the database. */
const openPage = () => import("./kept-work.ts");
const entries = (values: ReadonlyMap<string, unknown>) => Object.fromEntries(values);

async function keepsWork(): Promise<void> {
  const { openKeptWork } = await openPage();
  const kept = openKeptWork("outbox");
  await kept.change("u1", "r1", (there) => {
    expect(there).toBeUndefined();
    return { n: 1 };
  });
  // Started in one go: each sees what the one before it made.
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
