import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LiveRegion } from "./screen-reader.tsx";
import { Skeleton } from "./skeleton.tsx";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const loading = (isThere: boolean) => (
  <>
    <LiveRegion />
    {isThere && <Skeleton label="Loading">…</Skeleton>}
  </>
);

test("design/shell.md#announcements what loads for long is said from the page's live region, what comes soon is not", () => {
  const { rerender } = render(loading(true));
  const region = screen.getByRole("status");
  act(() => vi.advanceTimersByTime(400));
  rerender(loading(false));
  act(() => vi.advanceTimersByTime(400));
  expect(region.textContent).toBe("");
  rerender(loading(true));
  act(() => vi.advanceTimersByTime(600));
  expect(region.textContent).toBe("Loading");
});
