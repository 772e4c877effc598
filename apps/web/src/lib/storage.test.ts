import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { notePerson } from "./kept-work/people-here.ts";
import { closeSession, onSessionChange, openSession } from "./session/store.ts";
import { storedValue } from "./storage.ts";

beforeEach(() => {
  localStorage.clear();
  vi.spyOn(console, "warn").mockReturnValue(undefined);
});
afterEach(() => vi.restoreAllMocks());

const numbers = (key: `postil:${string}`) =>
  storedValue<{ readonly n: number }>(key, { read: (stored) => ({ n: Number(stored?.n ?? 0) }) });

/** Another tab writes. This tab is told a moment later. */
const otherTab = (key: string, n: number) => {
  localStorage.setItem(key, JSON.stringify({ n }));
  return () => window.dispatchEvent(new StorageEvent("storage", { key }));
};

test("AUT-32 a stored value follows other tabs, and what one of them has just written can be asked for", () => {
  const value = numbers("postil:numbers");
  const heard = vi.fn();
  value.onChange(heard);
  const tell = otherTab("postil:numbers", 2);
  expect([value.get(), value.latest(), value.get()]).toEqual([{ n: 0 }, { n: 2 }, { n: 2 }]);
  expect(heard).not.toHaveBeenCalled();
  tell();
  expect([heard.mock.calls.length, value.isStored()]).toEqual([1, true]);
  window.dispatchEvent(new StorageEvent("storage", { key: "postil:others" }));
  expect(heard).toHaveBeenCalledOnce();
});

test("AUT-31 a value that the browser does not store lasts as long as the page, until another tab stores one", () => {
  const value = numbers("postil:refused");
  const refused = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("It is full.", "QuotaExceededError");
  });
  value.set({ n: 1 });
  expect([value.latest(), value.isStored(), localStorage.length]).toEqual([{ n: 1 }, false, 0]);
  refused.mockRestore();
  otherTab("postil:refused", 3)();
  expect([value.latest(), value.isStored()]).toEqual([{ n: 3 }, true]);
});

test("AUT-12 where the browser denies its storage, all of the page hears of a sign-out", () => {
  for (const method of ["getItem", "setItem", "removeItem"] as const)
    vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException("Access is denied for this document.", "SecurityError");
    });
  openSession("token");
  notePerson({ id: "u1", username: "mara.lind" });
  const heard = vi.fn();
  const stop = onSessionChange(heard);
  closeSession("signed-out");
  expect(heard).toHaveBeenCalledOnce();
  stop();
});
