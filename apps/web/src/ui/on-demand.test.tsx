import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { getToasts } from "../lib/toasts/store.ts";
import { type OpensHere, onDemand } from "./on-demand.tsx";

function Panel({ trigger, isOpen, onOpenChange, text }: { text: string } & OpensHere) {
  return (
    <>
      {trigger}
      {isOpen && (
        <button type="button" onClick={() => onOpenChange(false)}>
          {text}
        </button>
      )}
    </>
  );
}

const trigger = <button type="button">More</button>;

test("LAY-12 what a menu needs is fetched when somebody reaches for it, and a press opens it", async () => {
  const load = vi.fn(async () => Panel);
  const OnDemand = onDemand<{ text: string }>("menu", load);
  render(<OnDemand trigger={trigger} text="Close me" />);
  const button = screen.getByRole("button", { name: "More" });
  expect(button.getAttribute("aria-haspopup")).toBe("menu");
  expect(load).not.toHaveBeenCalled();
  fireEvent.focus(button);
  expect(load).toHaveBeenCalledOnce();
  fireEvent.click(button);
  const panel = await screen.findByRole("button", { name: "Close me" });
  expect(load).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "More" }));
  fireEvent.click(panel);
  expect(screen.queryByRole("button", { name: "Close me" })).toBeNull();
});

test("LAY-12 after a failed fetch the next press asks again", async () => {
  const load = vi.fn(async () => Panel).mockRejectedValueOnce(new Error("offline"));
  const OnDemand = onDemand<{ text: string }>("menu", load);
  render(<OnDemand trigger={trigger} text="Close me" />);
  const button = screen.getByRole("button", { name: "More" });
  fireEvent.pointerEnter(button);
  await waitFor(() => expect(load).toHaveBeenCalledOnce());
  fireEvent.click(button);
  await screen.findByRole("button", { name: "Close me" });
  expect(load).toHaveBeenCalledTimes(2);
});

test("LAY-12 a press that cannot fetch says so", async () => {
  const load = () => Promise.reject(new Error("offline"));
  const OnDemand = onDemand<{ text: string }>("menu", load);
  render(<OnDemand trigger={trigger} text="Close me" />);
  fireEvent.click(screen.getByRole("button", { name: "More" }));
  await waitFor(() => expect(getToasts()[0]?.message).toBe("A part of the page could not be loaded"));
});
