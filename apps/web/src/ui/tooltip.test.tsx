import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { placeBelow, Tooltip } from "./tooltip.tsx";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const button = () => screen.getByRole("button");

function show() {
  render(
    <Tooltip text="What it does">
      <button type="button">Do</button>
    </Tooltip>,
  );
}

test("CON-01 208 px wide, at most 360 px high, 8 px below its anchor", () => {
  show();
  fireEvent.pointerEnter(button());
  pass(100);
  const { width, maxHeight } = screen.getByRole("tooltip").style;
  expect({ width, maxHeight }).toEqual({ width: "208px", maxHeight: "360px" });
  const anchor = { left: 400, top: 100, width: 100, height: 32 };
  expect(placeBelow(anchor, { width: 208, height: 40 }, { width: 1440, height: 900 }, 8)).toEqual({
    left: 346,
    top: 140,
  });
});

test("CON-01 what is drawn stands 8 px below its control, in the middle", () => {
  const sizes = vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
    return this.role === "tooltip" ? new DOMRect(0, 0, 208, 40) : new DOMRect(400, 100, 100, 32);
  });
  onTestFinished(() => void sizes.mockRestore());
  show();
  act(() => button().focus());
  const { left, top, visibility } = screen.getByRole("tooltip").style;
  expect({ left, top, visibility }).toEqual({ left: "346px", top: "140px", visibility: "" });
});

test("CON-01 it stays inside the window, above its anchor where there is no room below", () => {
  const view = { width: 400, height: 300 };
  const box = { width: 208, height: 60 };
  expect(placeBelow({ left: 0, top: 10, width: 32, height: 32 }, box, view, 8).left).toBe(8);
  expect(placeBelow({ left: 380, top: 10, width: 20, height: 32 }, box, view, 8).left).toBe(400 - 8 - 208);
  expect(placeBelow({ left: 100, top: 260, width: 32, height: 32 }, box, view, 8).top).toBe(260 - 8 - 60);
});

test("CON-06 it opens after 100 ms of hover and closes when the pointer has left", () => {
  show();
  fireEvent.pointerEnter(button());
  pass(99);
  expect(screen.queryByRole("tooltip")).toBeNull();
  pass(1);
  expect(screen.getByRole("tooltip").textContent).toBe("What it does");
  expect(button().getAttribute("aria-describedby")).toBe(screen.getByRole("tooltip").id);
  fireEvent.pointerLeave(button());
  pass(200);
  expect(screen.queryByRole("tooltip")).toBeNull();
  expect(button().getAttribute("aria-describedby")).toBeNull();
});

test("CON-06 it opens on keyboard focus and closes with Escape", () => {
  show();
  act(() => button().focus());
  expect(screen.queryByRole("tooltip")).not.toBeNull();
  fireEvent.keyDown(button(), { key: "Escape" });
  expect(screen.queryByRole("tooltip")).toBeNull();
});

test("CON-06 it scrolls inside when it is higher than its maximum", () => {
  show();
  act(() => button().focus());
  expect(screen.getByRole("tooltip").className).toContain("overflow-auto");
});

test("CON-06 the pointer may go into it", () => {
  show();
  fireEvent.pointerEnter(button());
  pass(100);
  fireEvent.pointerLeave(button());
  pass(50);
  fireEvent.pointerEnter(screen.getByRole("tooltip"));
  pass(1000);
  expect(screen.queryByRole("tooltip")).not.toBeNull();
});
