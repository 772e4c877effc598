import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearToasts, dismissToast, getToasts, notify, pauseToast, resumeToast } from "./store.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  clearToasts();
  vi.runAllTimers();
  vi.useRealTimers();
});

const phaseOf = (id: string) => getToasts().find((toast) => toast.id === id)?.phase ?? "gone";

test("TOA-01 the id of a notification is a UUID", () => {
  expect(notify({ message: "Saved" })).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test("TOA-01 also on an address where the browser has no randomUUID", () => {
  const original = crypto.randomUUID;
  Object.defineProperty(crypto, "randomUUID", { value: undefined, configurable: true });
  expect(notify({ message: "Saved" })).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  Object.defineProperty(crypto, "randomUUID", { value: original, configurable: true });
});

test("TOA-02 TOA-05 a notice is a dismissible success at the bottom right unless said otherwise", () => {
  notify({ message: "Saved" });
  notify({ message: "No", type: "error", position: "top", permanent: true, dismissible: false });
  expect(getToasts()).toMatchObject([
    { message: "Saved", type: "success", position: "bottom-right", permanent: false, dismissible: true },
    { message: "No", type: "error", position: "top", permanent: true, dismissible: false },
  ]);
});

test("TOA-03 TOA-04 it opens after 100 ms, stays its time, and closes within 150 ms", () => {
  const id = notify({ message: "Saved" });
  vi.advanceTimersByTime(99);
  expect(phaseOf(id)).toBe("opening");
  vi.advanceTimersByTime(1);
  expect(phaseOf(id)).toBe("open");
  vi.advanceTimersByTime(6999);
  expect(phaseOf(id)).toBe("open");
  vi.advanceTimersByTime(1);
  expect(phaseOf(id)).toBe("closing");
  vi.advanceTimersByTime(149);
  expect(phaseOf(id)).toBe("closing");
  vi.advanceTimersByTime(1);
  expect(phaseOf(id)).toBe("gone");
});

test("TOA-23 a length hint stands in for the length of the message", () => {
  notify({ message: "Saved", lengthHint: 20_000 });
  expect(getToasts()[0]?.duration).toBe(173_000);
});

test("TOA-06 the countdown stands still while paused and goes on with what is left", () => {
  const id = notify({ message: "Saved" });
  vi.advanceTimersByTime(100 + 5000);
  pauseToast(id);
  vi.advanceTimersByTime(60_000);
  expect(phaseOf(id)).toBe("open");
  resumeToast(id);
  vi.advanceTimersByTime(1999);
  expect(phaseOf(id)).toBe("open");
  vi.advanceTimersByTime(1);
  expect(phaseOf(id)).toBe("closing");
});

test("TOA-07 a clear event closes all, a route change all but those that are kept", () => {
  const gone = notify({ message: "Saved" });
  const kept = notify({ message: "Could not save", type: "error", permanent: true, keep: true });
  vi.advanceTimersByTime(100);
  clearToasts({ except: "kept" });
  expect([phaseOf(gone), phaseOf(kept)]).toEqual(["closing", "open"]);
  clearToasts();
  expect(phaseOf(kept)).toBe("closing");
});

test("TOA-07 closing tells whoever asked to know, once", () => {
  const onClose = vi.fn();
  const id = notify({ message: "Changed", onClose });
  dismissToast(id);
  dismissToast(id);
  vi.runAllTimers();
  expect(onClose).toHaveBeenCalledTimes(1);
});

test("TOA-08 no notice waits for another: each opens after the same 100 ms, whatever stands there", () => {
  const ids = ["First", "Second", "Third", "Fourth"].map((message) => notify({ message, permanent: true }));
  vi.advanceTimersByTime(99);
  expect(ids.map(phaseOf)).toEqual(["opening", "opening", "opening", "opening"]);
  vi.advanceTimersByTime(1);
  expect(ids.map(phaseOf)).toEqual(["open", "open", "open", "open"]);
});

test("TOA-09 a notice takes the place of another, at once and with its own time", () => {
  const before = notify({ message: "Offline", type: "error", permanent: true });
  const other = notify({ message: "Other", permanent: true });
  vi.advanceTimersByTime(100);
  const after = notify({ message: "Online", replace: before });
  expect(getToasts().map((toast) => toast.id)).toEqual([after, other]);
  expect(phaseOf(after)).toBe("open");
  vi.advanceTimersByTime(7000 + 150);
  expect(phaseOf(after)).toBe("gone");
});

test("TOA-09 replacing one that is gone opens the new one", () => {
  const id = notify({ message: "Online", replace: "gone" });
  vi.advanceTimersByTime(100);
  expect(phaseOf(id)).toBe("open");
});

test("TOA-10 a permanent toast has no countdown", () => {
  const id = notify({ message: "Could not save", permanent: true });
  vi.advanceTimersByTime(24 * 3_600_000);
  expect(phaseOf(id)).toBe("open");
});
