import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import "../../lib/i18n/en/administration.ts";
import { hasUnsaved } from "../../lib/unsaved.ts";
import { FormDialog } from "./form-dialog.tsx";

/** A form of one field. `confirms`: the text only confirms an action, so closing the form loses no work. */
function Form({ confirms, onClose }: { confirms: boolean; onClose: () => void }) {
  const [name, setName] = useState("");
  const [failed, setFailed] = useState<string | null>(null);
  const filled = confirms ? {} : { entered: name };
  return (
    <FormDialog
      title="New workspace"
      submit="Create"
      resting={false}
      failed={failed}
      onSubmit={() => {
        setFailed(null);
        setTimeout(() => setFailed(`“${name}” is taken`));
      }}
      onClose={onClose}
      {...filled}
    >
      <input aria-label="Name" value={name} onChange={(event) => setName(event.target.value)} />
      <button type="button" onClick={() => setName("made-up")}>
        Make one up
      </button>
    </FormDialog>
  );
}

function open(confirms = false) {
  const onClose = vi.fn<() => void>();
  render(<Form confirms={confirms} onClose={onClose} />);
  const name = screen.getByLabelText("Name");
  return {
    onClose,
    type: (text: string) => fireEvent.change(name, { target: { value: text } }),
    press: (button: string) => fireEvent.click(screen.getByRole("button", { name: button })),
    pressEscape: () => fireEvent.keyDown(name, { key: "Escape" }),
    said: () => screen.getByRole("status").textContent,
  };
}

const ASKED = "What you entered here is not saved. Close it once more to let it go.";

test("FSE-42 the browser asks before it leaves a form in which something is typed, and not where a text only confirms", () => {
  const { type } = open();
  expect(hasUnsaved()).toBe(false);
  type("team");
  expect(hasUnsaved()).toBe(true);
  type("");
  expect(hasUnsaved()).toBe(false);
  cleanup();
  open(true).type("team");
  expect(hasUnsaved()).toBe(false);
});

test("ROL-12 ERR-10 Escape lets go of what was typed the second time, and what is typed meanwhile counts anew", () => {
  const { onClose, type, pressEscape, said } = open();
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

test("ROL-12 ERR-10 what a button filled in counts as what was typed", () => {
  const { onClose, press, pressEscape, said } = open();
  press("Make one up");
  pressEscape();
  expect([said(), onClose.mock.calls.length]).toEqual([ASKED, 0]);
});

test("ROL-12 with nothing to lose Escape closes at once, also when all that was typed is deleted again", () => {
  const { onClose, type, pressEscape } = open();
  pressEscape();
  type("team");
  type("");
  pressEscape();
  expect(onClose).toHaveBeenCalledTimes(2);
});

test.each([true, false])(
  "ROL-12 Cancel closes at once whatever was typed, and so does Escape where that only confirms (%s)",
  (confirms) => {
    const { onClose, type, press, pressEscape } = open(confirms);
    type("team");
    if (confirms) pressEscape();
    else press("Cancel");
    expect(onClose).toHaveBeenCalledOnce();
  },
);

test("ROL-12 a refusal goes with the next letter, and is there again when what is sent again is refused", async () => {
  const { type, press } = open();
  type("team");
  press("Create");
  await screen.findByText("“team” is taken");
  type("team-a");
  expect(screen.queryByText(/is taken/)).toBeNull();
  type("team");
  press("Create");
  await screen.findByText("“team” is taken");
});
