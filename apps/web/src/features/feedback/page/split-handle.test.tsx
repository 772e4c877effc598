import { fireEvent, render, screen } from "@testing-library/react";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { getPreferences, setPreference } from "../../../lib/preferences/store.ts";
import { clampShare, SplitHandle, useSplit } from "./panes.tsx";

function Panes() {
  const split = useSplit("d1/questions-progress", 0.8);
  const pane = { current: Object.defineProperty(document.createElement("div"), "clientHeight", { value: 1000 }) };
  return (
    <SplitHandle
      split={split}
      pane={pane}
      direction="column"
      label={split.moved ? "moved" : "as high as it needs to be"}
      minFirst={240}
      minSecond={64}
      measure={() => 0.75}
    />
  );
}

test("AUT-29 panes that follow their contents are moved from where they are, remembered, and let go again", () => {
  setPreference("splits", {});
  render(<Panes />);
  fireEvent.keyDown(screen.getByRole("separator", { name: "as high as it needs to be" }), { key: "ArrowUp" });
  expect(getPreferences().splits).toEqual({ "d1/questions-progress": 0.734 });
  fireEvent.keyDown(screen.getByRole("separator", { name: "moved" }), { key: "Enter" });
  expect(screen.getByRole("separator", { name: "as high as it needs to be" })).toBeDefined();
  expect(getPreferences().splits).toEqual({});
});

function SideBySide() {
  const split = useSplit("d1/record-questions", 0.6);
  const pane = { current: Object.defineProperty(document.createElement("div"), "clientWidth", { value: 1600 }) };
  return <SplitHandle split={split} pane={pane} direction="row" minFirst={320} minSecond={320} />;
}

test("LAY-04 arrow keys move the handle by 16 px, with Shift by 64; double click restores; the size is remembered", () => {
  render(<SideBySide />);
  const handle = screen.getByRole("separator", { name: "Resize" });
  const share = () => getPreferences().splits["d1/record-questions"];
  fireEvent.keyDown(handle, { key: "ArrowRight" });
  expect(share()).toBeCloseTo(0.61);
  fireEvent.keyDown(handle, { key: "ArrowLeft", shiftKey: true });
  expect(share()).toBeCloseTo(0.57);
  expect(handle.getAttribute("aria-valuenow")).toBe("57");
  fireEvent.keyDown(handle, { key: "ArrowUp" });
  expect(share()).toBeCloseTo(0.57);
  fireEvent.doubleClick(handle);
  expect(share()).toBeUndefined();
});

test("LAY-04 both panes keep their least width while there is room for both", () => {
  fc.assert(
    fc.property(fc.double({ min: -1, max: 2, noNaN: true }), fc.integer({ min: 700, max: 4000 }), (share, length) => {
      const first = clampShare(share, { length, minFirst: 320, minSecond: 320 }) * length;
      expect(first).toBeGreaterThanOrEqual(319);
      expect(length - first).toBeGreaterThanOrEqual(319);
    }),
  );
});
