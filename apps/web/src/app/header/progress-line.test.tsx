import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { trackRequest } from "../../lib/progress-line.ts";
import { ProgressLine } from "./page-header.tsx";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const line = () => screen.queryByRole("progressbar")?.getAttribute("aria-label") ?? null;

test("API-08 the line runs for as long as any request does", async () => {
  render(<ProgressLine />);
  expect(line()).toBeNull();
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  act(() => {
    trackRequest(first.promise);
    trackRequest(second.promise);
  });
  expect(line()).toBe("Loading the page");
  await act(async () => first.resolve());
  expect(line()).toBe("Loading the page");
  await act(async () => second.resolve());
  expect(line()).toBeNull();
});

test("API-08 it reports a failure for one second, and the failure reaches the caller", async () => {
  render(<ProgressLine />);
  const request = Promise.withResolvers<void>();
  const tracked = trackRequest(request.promise);
  const outcome = expect(tracked).rejects.toThrow("down");
  await act(async () => request.reject(new Error("down")));
  await outcome;
  expect(line()).toBe("Loading failed");
  act(() => vi.advanceTimersByTime(1000));
  expect(line()).toBeNull();
});
