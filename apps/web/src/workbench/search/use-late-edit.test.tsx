import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useLateEdit } from "./use-late-edit.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function edits(initial: readonly string[]) {
  const apply = vi.fn();
  const hook = renderHook(({ value }) => useLateEdit({ value, apply, delay: 500 }), {
    initialProps: { value: initial },
  });
  return { ...hook, apply, edit: (next: readonly string[]) => act(() => hook.result.current.edit(next)) };
}
const later = (ms: number) => act(() => vi.advanceTimersByTime(ms));

test("design/filters.md#values a change is shown at once and applied 500 ms after the last one", () => {
  const { result, edit, apply } = edits([]);
  edit(["a"]);
  expect(result.current.draft).toEqual(["a"]);
  later(400);
  edit(["a", "b"]);
  later(499);
  expect(apply).not.toHaveBeenCalled();
  later(1);
  expect(apply).toHaveBeenCalledExactlyOnceWith(["a", "b"]);
});

test("design/filters.md#values what waits is applied at once when the popover closes, and when it goes away", () => {
  const { result, edit, apply, unmount } = edits([]);
  edit(["a"]);
  act(() => result.current.finish());
  expect(apply).toHaveBeenCalledExactlyOnceWith(["a"]);
  edit(["b"]);
  unmount();
  expect(apply).toHaveBeenLastCalledWith(["b"]);
  later(1000);
  expect(apply).toHaveBeenCalledTimes(2);
});

test("FQU-25 what comes into force meanwhile is shown, and what waited is forgotten", () => {
  const { result, edit, apply, rerender } = edits(["a"]);
  edit(["a", "b"]);
  later(500);
  rerender({ value: ["a", "b"] });
  edit(["a", "b", "c"]);
  rerender({ value: ["a"] });
  expect(result.current.draft).toEqual(["a"]);
  later(1000);
  expect(apply).toHaveBeenCalledExactlyOnceWith(["a", "b"]);
});

test("design/filters.md#values a change made while the last one comes into force stays", () => {
  const { result, edit, rerender, apply } = edits([]);
  edit(["a"]);
  later(500);
  edit(["a", "b"]);
  rerender({ value: ["a"] });
  expect(result.current.draft).toEqual(["a", "b"]);
  later(500);
  expect(apply).toHaveBeenLastCalledWith(["a", "b"]);
});

test("FQU-25 a change that was refused is not shown once the popover has closed", () => {
  const { result, edit } = edits([]);
  edit(["a"]);
  act(() => result.current.finish());
  expect(result.current.draft).toEqual([]);
});

test("design/filters.md#values nothing is asked for when what waits is what is in force", () => {
  const { edit, apply } = edits(["a"]);
  edit([]);
  edit(["a"]);
  later(500);
  expect(apply).not.toHaveBeenCalled();
});
