import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CopyButton } from "./copy-button.tsx";
import { LiveRegion } from "./screen-reader.tsx";

const writeText = vi.fn(() => Promise.resolve());
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { clipboard: { writeText } }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function copy() {
  render(
    <>
      <CopyButton text="reader-questions" what="dataset name" />
      <LiveRegion />
    </>,
  );
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Copy dataset name" })));
}

test("CON-02 the tooltip that confirms copying is shown for one second", async () => {
  await copy();
  expect(writeText).toHaveBeenCalledWith("reader-questions");
  expect(screen.getByRole("tooltip").textContent).toBe("Copied");
  expect(screen.getByRole("status").textContent).toBe("Copied");
  act(() => vi.advanceTimersByTime(999));
  expect(screen.queryByRole("tooltip")).not.toBeNull();
  act(() => vi.advanceTimersByTime(1));
  expect(screen.queryByRole("tooltip")).toBeNull();
});

test("CON-02 a browser that refuses says so instead", async () => {
  writeText.mockRejectedValueOnce(new Error("denied"));
  document.execCommand = () => false;
  await copy();
  expect(screen.getByRole("tooltip").textContent).toBe("The browser did not allow copying");
});
