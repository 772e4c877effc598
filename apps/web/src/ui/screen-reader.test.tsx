import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { announce, announceArrival, LiveRegion } from "./screen-reader.tsx";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("design/shell.md#announcements what was announced is gone after a while; what was said since is heard in full", () => {
  render(<LiveRegion />);
  const region = screen.getByRole("status");
  act(() => announce("Record 1, pending, 2 questions"));
  act(() => vi.advanceTimersByTime(5000));
  expect(region.textContent).toBe("Record 1, pending, 2 questions");
  act(() => announce("Record 2, pending, 2 questions"));
  act(() => vi.advanceTimersByTime(5000));
  expect(region.textContent).toBe("Record 2, pending, 2 questions");
  act(() => vi.advanceTimersByTime(5000));
  expect(region.textContent).toBe("");
});

test.each([
  ["before", [announceArrival, announce]],
  ["after", [announce, announceArrival]],
])("design/shell.md#announcements a page's title that comes %s its first record takes none of them away", (_, says) => {
  render(<LiveRegion />);
  const region = screen.getByRole("status");
  for (const [at, say] of says.entries()) act(() => say(["One", "Two"][at] ?? ""));
  expect(region.textContent).toBe("One Two");
  act(() => vi.advanceTimersByTime(500));
  act(() => announce("Record 2"));
  expect(region.textContent).toBe("Record 2");
});
