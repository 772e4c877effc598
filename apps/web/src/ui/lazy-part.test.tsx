import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { getToasts } from "../lib/toasts/store.ts";
import { lazyPart } from "./lazy-part.tsx";

function Panel({ text }: { text: string }) {
  return <p>{text}</p>;
}

test("ERR-05 a part whose code is missing says so and leaves the page alone; shown again, it is asked for again", async () => {
  const load = vi.fn(async () => ({ default: Panel })).mockRejectedValueOnce(new Error("offline"));
  const Part = lazyPart<{ text: string }>(load);
  function Page() {
    const [open, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(!open)}>
          {open ? "Close" : "Open"}
        </button>
        {open && <Part text="here" whenMissing={() => setOpen(false)} />}
      </>
    );
  }
  render(<Page />);
  const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
  press("Open");
  await screen.findByRole("button", { name: "Open" });
  expect(getToasts()[0]?.message).toBe("A part of the page could not be loaded");
  press("Open");
  await screen.findByText("here");
  press("Close");
  await waitFor(() => expect(screen.queryByText("here")).toBeNull());
  press("Open");
  // From the second time on the part shows in the same frame.
  expect(screen.getByText("here")).toBeDefined();
  expect(load).toHaveBeenCalledTimes(2);
});
