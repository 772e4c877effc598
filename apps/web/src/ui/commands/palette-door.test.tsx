import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { CommandsProvider } from "../../lib/commands/commands-provider.tsx";
import { LazyPalette } from "./command-overlays.tsx";

// This test needs its own file: no earlier test may have loaded the palette's code.
test("FRS-12 what is typed before the palette's code is here stands in its input, and the focus was never elsewhere", async () => {
  render(
    <CommandsProvider>
      <LazyPalette onOpenChange={() => undefined} />
    </CommandsProvider>,
  );
  const stand = screen.getByRole("textbox", { name: "Find a command" });
  expect(document.activeElement).toBe(stand);
  fireEvent.change(stand, { target: { value: "sk" } });
  const input = await screen.findByRole("combobox", { name: "Find a command" });
  expect(input).toHaveProperty("value", "sk");
  expect(document.activeElement).toBe(input);
});
