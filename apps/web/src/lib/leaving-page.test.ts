import { afterEach, expect, test, vi } from "vitest";
import { isLeavingPage, stillHere } from "./leaving-page.ts";

afterEach(() => {
  window.dispatchEvent(new Event("pageshow"));
  vi.useRealTimers();
});

test("ERR-17 what fails while the page goes is told after the page would have gone, and of one that stays then", async () => {
  vi.useFakeTimers();
  await stillHere();
  const told = vi.fn();
  for (const sign of ["beforeunload", "pagehide"]) {
    window.dispatchEvent(new Event(sign));
    expect(isLeavingPage()).toBe(true);
    void stillHere().then(told);
    await vi.advanceTimersByTimeAsync(4900);
    expect(told).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(200);
    expect(told).toHaveBeenCalledTimes(1);
    expect(isLeavingPage()).toBe(false);
    told.mockClear();
  }
});
