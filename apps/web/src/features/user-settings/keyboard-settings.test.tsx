import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { CommandEntry } from "../../lib/commands/command.ts";
import { getPreferences, setPreference } from "../../lib/preferences/store.ts";
import { KeyboardSettings } from "./keyboard-settings.tsx";

const run = vi.fn();
const ENTRIES: readonly CommandEntry[] = [
  { id: "stop", label: "Stop writing", group: "answer", keys: ["Escape"] },
  { id: "skip", label: "Skip", group: "move", shortcuts: [{ keys: "S" }], run },
  { id: "guidelines", label: "Guidelines", group: "look", shortcuts: [{ keys: "G" }], run },
];
const keyOf = (label: string) => screen.getByRole("button", { name: new RegExp(`^Change the key of ${label}`) });
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key, code: key });

afterEach(() => act(() => setPreference("keymap", {})));

test("AUT-32 every key is listed by its group, those that cannot be changed without a button", () => {
  render(<KeyboardSettings entries={ENTRIES} />);
  expect(screen.getByRole("heading", { level: 2, name: "Keyboard" })).toBeDefined();
  const move = within(screen.getByRole("region", { name: "Move" }));
  expect(move.getByText("Skip")).toBeDefined();
  expect(within(screen.getByRole("region", { name: "Answer" })).queryByRole("button")).toBeNull();
});

test("AUT-32 AUT-29 a key is changed at once and remembered, one that is taken is refused, reset brings the defaults", () => {
  render(<KeyboardSettings entries={ENTRIES} />);
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
  render(<KeyboardSettings entries={ENTRIES} />);
  fireEvent.click(keyOf("Skip"));
  press("Escape");
  expect(screen.queryByText("press the new key")).toBeNull();
  fireEvent.click(keyOf("Skip"));
  fireEvent.pointerDown(document.body);
  expect(screen.queryByText("press the new key")).toBeNull();
  press("j");
  expect(getPreferences().keymap).toEqual({});
});
