import { fireEvent, render, screen } from "@testing-library/react";
import * as fc from "fast-check";
import { expect, test, vi } from "vitest";
import { getPreferences } from "../lib/preferences/store.ts";
import { SplitPane } from "./split-pane.tsx";
import { clampShare } from "./split-share.ts";

test("LAY-04 arrow keys move the handle by 16 px, with Shift by 64; double click restores; the size is remembered", () => {
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(1600);
  render(<SplitPane name="d1/record-questions" first="record" second="questions" />);
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
  vi.restoreAllMocks();
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
