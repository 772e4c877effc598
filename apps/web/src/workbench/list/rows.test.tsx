import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { SelectBox } from "./rows.tsx";

test("FBU-13 TST-18 a click with Shift reaches from the last record on, Space selects one record, with Shift too", () => {
  const onSelect = vi.fn();
  render(<SelectBox selected={false} label="Select record 4" onSelect={onSelect} />);
  const press = (pointerType: string, shiftKey: boolean) =>
    fireEvent(screen.getByRole("checkbox"), new PointerEvent("click", { bubbles: true, pointerType, shiftKey }));
  press("mouse", true);
  press("mouse", false);
  press("", true);
  expect(onSelect.mock.calls.map(([by]) => by.shiftKey)).toEqual([true, false, false]);
});
