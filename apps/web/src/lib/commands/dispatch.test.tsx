import { fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { getPreferences, setPreference } from "../preferences/store.ts";
import type { CommandEntry } from "./command.ts";
import { CommandsProvider, useCommands } from "./commands-provider.tsx";
import { ENTER_IS_A_COMMAND } from "./key-owner.ts";

const run = vi.fn<(id: string) => void>();

const ENTRIES: readonly CommandEntry[] = [
  {
    id: "submit",
    label: "Submit",
    shortcuts: [{ keys: "Enter" }, { keys: "Mod+Enter", everywhere: true }],
    run: () => run("submit"),
  },
  {
    id: "draft",
    label: "Save draft",
    shortcuts: [{ keys: "Mod+S", everywhere: true }],
    mayRun: () => false,
    run: () => run("draft"),
  },
  {
    id: "discard",
    label: "Discard",
    shortcuts: [{ keys: "Backspace", restsAfterTyping: true }],
    run: () => run("discard"),
  },
  { id: "next", label: "Next", shortcuts: [{ keys: "ArrowRight" }], repeats: true, run: () => run("next") },
  { id: "guidelines", label: "Guidelines", shortcuts: [{ keys: "G" }], run: () => run("guidelines") },
  { id: "sheet", label: "This list", shortcuts: [{ keys: "?" }], run: () => run("sheet") },
];

function Page() {
  useCommands(ENTRIES);
  return (
    <main>
      <textarea aria-label="text" />
      <button type="button">elsewhere</button>
      <button type="button" {...ENTER_IS_A_COMMAND}>
        option
      </button>
      <div role="tablist">
        <button type="button" role="tab" aria-selected="true">
          tab
        </button>
      </div>
      <div role="dialog" aria-label="dialog">
        <button type="button">in dialog</button>
      </div>
    </main>
  );
}

const press = (target: Element, key: string, more: KeyboardEventInit = {}) => {
  const code = key.length === 1 ? `Key${key.toUpperCase()}` : key;
  return fireEvent.keyDown(target, { key, code, ...more });
};
const button = (name: string) => screen.getByRole("button", { name });
const ran = () => run.mock.calls.map(([id]) => id);

beforeEach(() => {
  run.mockClear();
  setPreference("keymap", {});
  render(
    <CommandsProvider>
      <Page />
    </CommandsProvider>,
  );
});

describe("where keys work", () => {
  test("FRS-12 keys work on the body of the page and in the form", () => {
    press(document.body, "g");
    press(button("option"), "Enter");
    expect(ran()).toEqual(["guidelines", "submit"]);
  });

  test("FRS-12 while a text editor or a dialog has the focus only the keys marked everywhere work", () => {
    for (const target of [screen.getByRole("textbox"), button("in dialog")]) {
      press(target, "g");
      press(target, "ArrowRight");
      press(target, "Backspace");
    }
    expect(ran()).toEqual([]);
    press(screen.getByRole("textbox"), "Enter", { ctrlKey: true });
    expect(ran()).toEqual(["submit"]);
  });

  test("FRS-12 Enter belongs to the button that has the focus, arrows to a tab, unless it is an option of a question", () => {
    expect(press(button("elsewhere"), "Enter")).toBe(true);
    press(screen.getByRole("tab"), "ArrowRight");
    expect(ran()).toEqual([]);
    press(button("elsewhere"), "ArrowRight");
    expect(ran()).toEqual(["next"]);
  });

  test("FRS-12 a command that may not run still keeps its key from the browser", () => {
    expect(press(document.body, "s", { ctrlKey: true })).toBe(false);
    expect(ran()).toEqual([]);
  });

  test("FRS-13 a held key runs once, unless the command goes on", () => {
    press(document.body, "Enter", { repeat: true });
    press(document.body, "ArrowRight", { repeat: true });
    expect(ran()).toEqual(["next"]);
  });

  test("FAN-29 a key that a control has handled, or that composes text, runs nothing", () => {
    const stop = (event: Event) => event.preventDefault();
    button("elsewhere").addEventListener("keydown", stop);
    press(button("elsewhere"), "g");
    press(document.body, "g", { isComposing: true });
    expect(ran()).toEqual([]);
  });
});

describe("the keys themselves", () => {
  test("FRS-12 modifiers must be exactly those, a sign is taken with or without Shift", () => {
    press(document.body, "g", { ctrlKey: true });
    press(document.body, "G", { shiftKey: true });
    expect(ran()).toEqual([]);
    press(document.body, "?", { shiftKey: true, code: "Slash" });
    press(document.body, "?", { code: "Minus" });
    expect(ran()).toEqual(["sheet", "sheet"]);
  });

  test("FRS-12 Alt with the letter runs the command, by the physical key where Option types another sign, never in text", () => {
    press(button("option"), "g", { altKey: true });
    press(button("option"), "©", { altKey: true, code: "KeyG" });
    press(button("option"), "q", { altKey: true, code: "KeyG" });
    press(screen.getByRole("textbox"), "g", { altKey: true });
    press(button("option"), "g", { altKey: true, ctrlKey: true });
    expect(ran()).toEqual(["guidelines", "guidelines"]);
  });

  test("AUT-29 the user's own key replaces the default and is kept in the preferences", () => {
    setPreference("keymap", { guidelines: ["H"], submit: ["J"] });
    press(document.body, "g");
    press(document.body, "h");
    press(document.body, "j");
    press(document.body, "Enter");
    press(document.body, "Enter", { ctrlKey: true });
    expect(ran()).toEqual(["guidelines", "submit", "submit"]);
    expect(JSON.parse(localStorage.getItem("postil:preferences") ?? "{}").keymap).toEqual({
      guidelines: ["H"],
      submit: ["J"],
    });
  });
});

test("FRS-12 Backspace right after a text editor was left does nothing, later it discards", () => {
  vi.useFakeTimers();
  const editor = screen.getByRole("textbox");
  editor.focus();
  editor.blur();
  press(document.body, "Backspace");
  vi.advanceTimersByTime(1499);
  press(document.body, "Backspace");
  expect(ran()).toEqual([]);
  vi.advanceTimersByTime(1);
  press(document.body, "Backspace");
  expect(ran()).toEqual(["discard"]);
  setPreference("discardSafety", false);
  editor.focus();
  editor.blur();
  press(document.body, "Backspace");
  expect(ran()).toEqual(["discard", "discard"]);
  expect(getPreferences().discardSafety).toBe(false);
  setPreference("discardSafety", true);
  vi.useRealTimers();
});
