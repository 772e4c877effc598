import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import "../../lib/i18n/administration-texts.ts";
import { FormDialog } from "./form-dialog.tsx";

function open(danger: boolean) {
  const onClose = vi.fn<() => void>();
  const rest = { title: "New workspace", submit: "Create", resting: false, failed: null, onSubmit: () => undefined };
  render(
    <FormDialog {...rest} danger={danger} onClose={onClose}>
      <input aria-label="Name" />
    </FormDialog>,
  );
  const name = screen.getByLabelText("Name");
  return {
    onClose,
    type: (text: string) => fireEvent.change(name, { target: { value: text } }),
    pressEscape: () => fireEvent.keyDown(name, { key: "Escape" }),
    said: () => screen.getByRole("status").textContent,
  };
}

const ASKED = "What you typed here is not saved. Close it once more to let it go.";

test("ROL-12 ERR-10 Escape lets go of what was typed the second time, and what is typed meanwhile counts anew", () => {
  const { onClose, type, pressEscape, said } = open(false);
  type("team");
  expect(said()).toBe("");
  pressEscape();
  expect(said()).toBe(ASKED);
  type("team-a");
  expect(said()).toBe("");
  pressEscape();
  expect(onClose).not.toHaveBeenCalled();
  pressEscape();
  expect(onClose).toHaveBeenCalledOnce();
});

test("ROL-12 with nothing to lose Escape closes at once", () => {
  const untouched = open(false);
  untouched.pressEscape();
  expect(untouched.onClose).toHaveBeenCalledOnce();
});

test.each([true, false])(
  "ROL-12 Cancel closes at once whatever was typed, and so does Escape where that only confirms (%s)",
  (danger) => {
    const { onClose, type, pressEscape } = open(danger);
    type("team");
    if (danger) pressEscape();
    else fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
    expect(onClose).toHaveBeenCalledOnce();
  },
);
