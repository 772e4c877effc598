import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { type ReactNode, useState } from "react";
import { expect, test } from "vitest";
import { Button } from "./button.tsx";
import { Dialog, FullSheet } from "./dialog.tsx";
import { Menu, MenuItem } from "./menu.tsx";
import { Popover } from "./popover.tsx";

function Opens({ children }: { children: (close: () => void) => ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {open && children(() => setOpen(false))}
    </>
  );
}

const opened = {
  "a dialog": (close: () => void) => (
    <Dialog onClose={close} title="Name">
      <input aria-label="Name" />
    </Dialog>
  ),
  "a sheet": (close: () => void) => (
    <FullSheet title="Name" onClose={close} footer={null}>
      <input aria-label="Name" />
    </FullSheet>
  ),
};

test.each(Object.entries(opened))(
  "FRS-12 %s gives the focus back before the next key can be pressed",
  async (_what, content) => {
    render(<Opens>{content}</Opens>);
    const button = screen.getByRole("button", { name: "Open" });
    button.focus();
    fireEvent.click(button);
    await waitFor(() => expect(screen.getByRole("dialog").contains(document.activeElement)).toBe(true));
    fireEvent.keyDown(document.activeElement as Element, { key: "Escape" });
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(document.activeElement).toBe(button);
  },
);

test("FRS-12 a menu and a popover give it back to their button at once", async () => {
  render(
    <>
      <Menu trigger={<Button>More</Button>} label="More">
        <MenuItem id="one">One</MenuItem>
      </Menu>
      <Popover trigger={<Button>Filter</Button>} label="Filter">
        <input aria-label="Value" />
      </Popover>
    </>,
  );
  for (const name of ["More", "Filter"]) {
    const button = screen.getByRole("button", { name });
    button.focus();
    fireEvent.click(button);
    await waitFor(() => expect(document.activeElement).not.toBe(button));
    expect(screen.getByRole("dialog", { name })).toBeDefined();
    fireEvent.keyDown(document.activeElement as Element, { key: "Escape" });
    expect(document.activeElement).toBe(button);
  }
});

/** A form, and its result, which replaces the form. */
function Follows({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState(false);
  return made ? (
    <Dialog key="made" onClose={onClose} title="Made">
      <input aria-label="Link" />
    </Dialog>
  ) : (
    <Dialog key="form" onClose={onClose} title="Form">
      <button type="button" onClick={() => setMade(true)}>
        Make
      </button>
    </Dialog>
  );
}

test("FRS-12 a dialog that took the place of another gives it back to what that was opened from", async () => {
  render(<Opens>{(close) => <Follows onClose={close} />}</Opens>);
  const button = screen.getByRole("button", { name: "Open" });
  button.focus();
  fireEvent.click(button);
  const make = await screen.findByRole("button", { name: "Make" });
  make.focus();
  fireEvent.click(make);
  const link = await screen.findByRole("textbox", { name: "Link" });
  link.focus();
  fireEvent.keyDown(link, { key: "Escape" });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(document.activeElement).toBe(button);
});
