import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { CommandEntry } from "../../lib/commands/command.ts";
import { CommandsProvider, useCommands } from "../../lib/commands/commands-provider.tsx";
import { getPreferences, setPreference } from "../../lib/preferences/store.ts";
import { CommandOverlays } from "./command-overlays.tsx";

const run = vi.fn<(id: string) => void>();
const ENTRIES: readonly CommandEntry[] = [
  { id: "pick", label: "Pick a label or a rating", group: "answer", keys: ["1", "2"] },
  {
    id: "submit",
    label: "Submit",
    section: "record",
    group: "save",
    shortcuts: [{ keys: "Enter" }, { keys: "Mod+Enter", everywhere: true }],
    run: () => run("submit"),
  },
  {
    id: "accept",
    label: "Accept all suggestions and submit",
    section: "record",
    group: "save",
    shortcuts: [{ keys: "A" }],
    run: () => run("accept"),
  },
  {
    id: "next",
    label: "Next record",
    row: "Next, previous record",
    group: "move",
    shortcuts: [{ keys: "ArrowRight" }],
    run: () => run("next"),
  },
  {
    id: "previous",
    label: "Previous record",
    row: "Next, previous record",
    group: "move",
    shortcuts: [{ keys: "ArrowLeft" }],
    run: () => run("previous"),
  },
  {
    id: "skip",
    label: "Skip without answering",
    section: "record",
    group: "move",
    shortcuts: [{ keys: "S" }],
    run: () => run("skip"),
  },
  { id: "submitted", label: "Go to Submitted", hint: "184 records", section: "dataset", run: () => run("submitted") },
  { id: "never", label: "Sulk", section: "record", mayRun: () => false, run: () => run("never") },
];

function Page() {
  useCommands(ENTRIES);
  return <CommandOverlays />;
}

// The page loads these modules lazily. On a busy machine that takes longer than a test waits.
beforeAll(async () => void (await Promise.all([import("./palette.tsx"), import("./shortcut-sheet.tsx")])));

beforeEach(() => {
  run.mockClear();
  setPreference("keymap", {});
  render(
    <CommandsProvider>
      <Page />
    </CommandsProvider>,
  );
});

const onPage = (key: string, more: KeyboardEventInit = {}) =>
  fireEvent.keyDown(document.body, { key, code: key, ...more });

describe("the palette", () => {
  test("FRS-12 Ctrl+K opens it; typing finds what may run, by section; Enter runs the first and closes", async () => {
    onPage("k", { ctrlKey: true });
    const input = await screen.findByRole("combobox", { name: "Find a command" });
    expect(document.activeElement).toBe(input);
    fireEvent.change(input, { target: { value: "su" } });
    const names = screen.getAllByRole("option").map((option) => option.textContent);
    expect(names).toEqual(["SubmitEnter", "Accept all suggestions and submitA", "Go to Submitted184 records"]);
    expect(screen.getByRole("group", { name: "This record" })).toBeTruthy();
    expect(screen.queryByText("Sulk")).toBeNull();
    fireEvent.keyDown(input, { key: "ArrowDown" });
    fireEvent.keyDown(input, { key: "ArrowDown" });
    expect(screen.getAllByRole("option")[2]?.getAttribute("aria-selected")).toBe("true");
    fireEvent.keyDown(input, { key: "Enter" });
    await waitFor(() => expect(run).toHaveBeenCalledExactlyOnceWith("submitted"));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  test("FRS-12 what is not there is said, and Escape closes without running anything", async () => {
    onPage("k", { ctrlKey: true });
    const input = await screen.findByRole("combobox");
    fireEvent.change(input, { target: { value: "zebra" } });
    expect(screen.getByText("No command matches")).toBeTruthy();
    fireEvent.keyDown(input, { key: "Escape" });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(run).not.toHaveBeenCalled();
  });
});

describe("the shortcuts sheet", () => {
  const openSheet = async () => {
    onPage("?", { shiftKey: true });
    return screen.findByRole("searchbox", { name: "Find a shortcut, or press one" });
  };
  const rowOf = (text: string) => within(screen.getByText(text).closest("li") ?? document.body);

  test("FAN-24 it lists every key by group, with aliases and what belongs together in one row", async () => {
    await openSheet();
    expect(screen.getByRole("region", { name: "Answer" })).toBeTruthy();
    expect(rowOf("Submit").getByText("or")).toBeTruthy();
    expect(rowOf("Next, previous record").getAllByRole("button")).toHaveLength(2);
    expect(rowOf("Pick a label or a rating").queryAllByRole("button")).toHaveLength(0);
  });

  test("FAN-24 typing finds by words, pressing a key finds its row", async () => {
    const search = await openSheet();
    fireEvent.change(search, { target: { value: "rating" } });
    expect(screen.getAllByRole("listitem")).toHaveLength(1);
    fireEvent.change(search, { target: { value: "" } });
    fireEvent.keyDown(search, { key: "ArrowLeft", code: "ArrowLeft" });
    expect(screen.getAllByRole("listitem").map((row) => row.textContent)).toEqual([
      expect.stringContaining("Next, previous record"),
    ]);
    fireEvent.change(search, { target: { value: "zebra" } });
    expect(screen.getByText("No shortcut matches")).toBeTruthy();
  });

  test("AUT-29 a key is changed by pressing the new one, and reset brings the defaults back", async () => {
    await openSheet();
    fireEvent.click(screen.getByRole("button", { name: /^Change the key of Skip without answering: *S$/ }));
    expect(rowOf("Skip without answering").getByText("press the new key")).toBeTruthy();
    onPage("Shift", { shiftKey: true });
    onPage("j");
    expect(getPreferences().keymap).toEqual({ skip: ["J"] });
    expect(screen.getByRole("button", { name: /^Change the key of Skip without answering: *J$/ })).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Reset to defaults" }));
    expect(getPreferences().keymap).toEqual({});
  });

  test("AUT-29 a key that is taken or reserved is refused with the reason, and Escape leaves all as it was", async () => {
    await openSheet();
    fireEvent.click(screen.getByRole("button", { name: /^Change the key of Skip without answering: *S$/ }));
    onPage("a");
    expect(screen.getByRole("alert").textContent).toBe("A is the key of “Accept all suggestions and submit”.");
    onPage("4");
    expect(screen.getByRole("alert").textContent).toContain("belongs to the form");
    expect(getPreferences().keymap).toEqual({});
    onPage("Escape");
    expect(screen.queryByText("press the new key")).toBeNull();
    expect(screen.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeTruthy();
    expect(run).not.toHaveBeenCalled();
  });
});
