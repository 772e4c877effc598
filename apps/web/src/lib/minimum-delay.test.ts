import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { atLeast } from "./minimum-delay.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const after = (ms: number) => new Promise<string>((resolve) => setTimeout(() => resolve("answer"), ms));

async function settledAfter(promise: Promise<unknown>): Promise<number> {
  const start = Date.now();
  let end = Number.NaN;
  const note = () => {
    end = Date.now();
  };
  promise.then(note, note);
  await vi.advanceTimersByTimeAsync(10_000);
  return end - start;
}

test("API-06 a quick answer is handed over 200 ms after the start, a slow one when it comes", async () => {
  expect(await settledAfter(atLeast(after(5)))).toBe(200);
  expect(await settledAfter(atLeast(after(900)))).toBe(900);
  const answer = atLeast(after(5));
  await vi.advanceTimersByTimeAsync(200);
  expect(await answer).toBe("answer");
});

test("API-06 a failure keeps its reason and does not flash either", async () => {
  const failing = atLeast(Promise.reject(new Error("down")));
  const outcome = expect(failing).rejects.toThrow("down");
  expect(await settledAfter(failing)).toBe(200);
  await outcome;
});

test("API-07 the delay is the caller's choice", async () => {
  expect(await settledAfter(atLeast(after(5), 0))).toBe(5);
});
