import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { CommandsProvider, useCommands } from "../../lib/commands/commands-provider.tsx";
import { CommandOverlays } from "./command-overlays.tsx";

const skip = vi.fn<() => void>();

function Page() {
  useCommands([{ id: "skip", label: "Skip without answering", section: "record", run: skip, group: "move" }]);
  return <CommandOverlays />;
}

// This test needs its own file: no earlier test may have loaded the palette's code.
test("FRS-12 an Enter before the palette's code is here runs what was found for what was typed before it", async () => {
  render(
    <CommandsProvider>
      <Page />
    </CommandsProvider>,
  );
  fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
  const stand = screen.getByRole("textbox", { name: "Find a command" });
  fireEvent.change(stand, { target: { value: "skip" } });
  fireEvent.keyDown(stand, { key: "Enter" });
  expect(skip).not.toHaveBeenCalled();
  await waitFor(() => expect(skip).toHaveBeenCalledTimes(1));
  await waitFor(() => expect(screen.queryByRole("combobox")).toBeNull());
});
