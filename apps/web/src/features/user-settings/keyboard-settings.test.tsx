import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { CommandEntry } from "../../lib/commands/command.ts";
import { getPreferences, setPreference } from "../../lib/preferences/store.ts";
import { clearToasts, getToasts } from "../../lib/toasts/store.ts";
import { KeyboardSettings } from "./keyboard-settings.tsx";

const run = vi.fn();
const ENTRIES: readonly CommandEntry[] = [
  { id: "stop", label: "Stop writing", group: "answer", keys: ["Escape"] },
  { id: "skip", label: "Skip", group: "move", shortcuts: [{ keys: "S" }], run },
  { id: "guidelines", label: "Guidelines", group: "look", shortcuts: [{ keys: "G" }], run },
];
const OTHERS: readonly CommandEntry[] = [
  { id: "tasks.validate", label: "Validate", group: "save", shortcuts: [{ keys: "Enter" }], run },
  { id: "guidelines", label: "Guidelines", group: "look", shortcuts: [{ keys: "G" }], run },
];
const loadOthers = async () => OTHERS;
const keyOf = (label: string) => screen.getByRole("button", { name: new RegExp(`^Change the key of ${label}`) });
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key, code: key });

afterEach(() => act(() => setPreference("keymap", {})));

test("AUT-32 every key is listed by its group, those that cannot be changed without a button", () => {
  render(<KeyboardSettings entries={ENTRIES} loadOthers={loadOthers} />);
  expect(screen.getByRole("heading", { level: 2, name: "Keyboard" })).toBeDefined();
  const move = within(screen.getByRole("region", { name: "Move" }));
  expect(move.getByText("Skip")).toBeDefined();
  expect(within(screen.getByRole("region", { name: "Answer" })).queryByRole("button")).toBeNull();
});

test("AUT-32 AUT-29 a key is changed at once and remembered, one that is taken is refused, reset brings the defaults", () => {
  render(<KeyboardSettings entries={ENTRIES} loadOthers={loadOthers} />);
  fireEvent.click(keyOf("Skip"));
  press("g");
  expect(screen.getByRole("alert").textContent).toBe("G is the key of “Guidelines”.");
  press("j");
  expect(getPreferences().keymap).toEqual({ skip: ["J"] });
  expect(keyOf("Skip").textContent).toContain("J");
  fireEvent.click(screen.getByRole("button", { name: "Reset to defaults" }));
  expect(getPreferences().keymap).toEqual({});
  expect(run).not.toHaveBeenCalled();
});

test("AUT-32 Escape, and the pointer going elsewhere, leave the key as it was and the keyboard to the page", () => {
  render(<KeyboardSettings entries={ENTRIES} loadOthers={loadOthers} />);
  fireEvent.click(keyOf("Skip"));
  press("Escape");
  expect(screen.queryByText("press the new key")).toBeNull();
  fireEvent.click(keyOf("Skip"));
  fireEvent.pointerDown(document.body);
  expect(screen.queryByText("press the new key")).toBeNull();
  press("j");
  expect(getPreferences().keymap).toEqual({});
});

test("AUT-32 a key that is taken leads to what has it, and is never swapped; a changed one stands with the way back", () => {
  render(<KeyboardSettings entries={ENTRIES} loadOthers={loadOthers} />);
  fireEvent.click(keyOf("Skip"));
  press("g");
  const change = screen.getByRole("button", { name: "Change Guidelines" });
  fireEvent.pointerDown(change);
  fireEvent.keyDown(change, { key: "Enter", code: "Enter" });
  expect(screen.getByRole("alert").textContent).toBe("G is the key of “Guidelines”.");
  fireEvent.click(change);
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "press the new key" }));
  press("h");
  fireEvent.click(keyOf("Skip"));
  press("g");
  expect(getPreferences().keymap).toEqual({ guidelines: ["H"], skip: ["G"] });
  expect(screen.getByText("2 changed")).toBeDefined();
  expect(screen.getByText("was S")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Give Skip its own key back" }));
  expect(getPreferences().keymap).toEqual({ guidelines: ["H"] });
});

test("AUT-32 a refused key can be given up: the one there is stays, and the focus is back at its row", () => {
  render(<KeyboardSettings entries={ENTRIES} loadOthers={loadOthers} />);
  fireEvent.click(keyOf("Skip"));
  press("g");
  fireEvent.click(screen.getByRole("button", { name: "Keep S" }));
  expect(screen.queryByRole("alert")).toBeNull();
  expect(document.activeElement).toBe(keyOf("Skip"));
  expect(getPreferences().keymap).toEqual({});
});

test("AUT-32 the other tasks have a list of their own: a key that only the others have is free here, and each list is set back alone", async () => {
  render(<KeyboardSettings entries={ENTRIES} loadOthers={loadOthers} />);
  const family = within(screen.getByRole("group", { name: "Datasets" }));
  fireEvent.click(keyOf("Skip"));
  press("v");
  fireEvent.click(family.getByRole("button", { name: "Other tasks" }));
  await screen.findByText("Validate");
  expect(screen.queryByText("Skip")).toBeNull();
  fireEvent.click(keyOf("Validate"));
  press("v");
  expect(getPreferences().keymap).toEqual({ skip: ["V"], "tasks.validate": ["V"] });
  fireEvent.click(screen.getByRole("button", { name: "Reset to defaults" }));
  expect(getPreferences().keymap).toEqual({ skip: ["V"] });
  fireEvent.click(family.getByRole("button", { name: "Feedback" }));
  expect(screen.getByText("Skip")).toBeDefined();
});

test("AUT-32 where the keys of the other tasks do not load, it is said and the list stays", async () => {
  const warning = vi.spyOn(console, "warn").mockReturnValue(undefined);
  render(<KeyboardSettings entries={ENTRIES} loadOthers={() => Promise.reject(new Error("gone"))} />);
  fireEvent.click(screen.getByRole("button", { name: "Other tasks" }));
  await waitFor(() =>
    expect(getToasts().map(({ message }) => message)).toContain("A part of the page could not be loaded"),
  );
  expect(screen.getByText("Skip")).toBeDefined();
  warning.mockRestore();
  clearToasts();
});

test("AUT-32 shortcuts are found by their words", () => {
  render(<KeyboardSettings entries={ENTRIES} loadOthers={loadOthers} />);
  fireEvent.change(screen.getByRole("searchbox"), { target: { value: "skip" } });
  expect(screen.queryByText("Guidelines")).toBeNull();
  expect(screen.getByText("Skip")).toBeDefined();
});
