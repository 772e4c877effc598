import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { Button } from "../../ui/button.tsx";
import { KeyCap } from "../../ui/key-cap.tsx";
import type { Command } from "./command.ts";
import { CommandsProvider, useCommands, usePrintedKeys } from "./commands-provider.tsx";
import { LETTERS_ARE_TYPED } from "./key-owner.ts";
import { useTakenLetters } from "./keys-here.ts";

const run = vi.fn<(id: string) => void>();

function Page() {
  useCommands(
    ["B", "Shift+X", "?"].map((keys) => ({ id: keys, label: keys, shortcuts: [{ keys }], run: () => run(keys) })),
  );
  return (
    <>
      <Button keys="B">Bulk</Button>
      <KeyCap keys="Shift+X" />
      <KeyCap keys="?" />
      <KeyCap keys="Mod+S" />
      <input aria-label="elsewhere" />
      <fieldset {...LETTERS_ARE_TYPED}>
        <button type="button">option</button>
        <input aria-label="search" />
      </fieldset>
      <div role="dialog">
        <input aria-label="palette" />
      </div>
    </>
  );
}

beforeEach(() => {
  run.mockClear();
  render(<Page />, { wrapper: CommandsProvider });
});

const bulk = () => screen.getByRole("button", { name: "Bulk" });
const printed = () => [...document.querySelectorAll("kbd")].map((key) => key.textContent).join(" ");
const PLAIN = "B Shift X ? Ctrl S";
const WITH_ALT = "Alt B Alt Shift X ? Ctrl S";
const focus = (element: HTMLElement) => act(() => element.focus());
const option = () => screen.getByRole("button", { name: "option" });
const box = (name: string) => screen.getByRole("textbox", { name });

test("FRS-12 every printed letter has Alt while letters alone are typed, and the other keys have not", async () => {
  expect(printed()).toBe(PLAIN);
  focus(option());
  expect(printed()).toBe(WITH_ALT);
  expect(bulk().getAttribute("aria-keyshortcuts")).toBe("Alt+B");
  focus(box("search"));
  expect(printed()).toBe(WITH_ALT);
  await act(async () => box("search").blur());
  expect(printed()).toBe(PLAIN);
  expect(bulk().getAttribute("aria-keyshortcuts")).toBe("B");
});

test("FRS-12 what is printed with Alt runs with Alt, on an option and in its search, but in no other field", () => {
  for (const [target, runs] of [
    [option(), 2],
    [box("search"), 2],
    [box("elsewhere"), 0],
  ] as const) {
    run.mockClear();
    fireEvent.keyDown(target, { key: "b", code: "KeyB", altKey: true });
    fireEvent.keyDown(target, { key: "X", code: "KeyX", altKey: true, shiftKey: true });
    expect(run).toHaveBeenCalledTimes(runs);
  }
});

test("FRS-12 a dialog opened from a label question prints what works there", () => {
  focus(option());
  focus(box("palette"));
  expect(printed()).toBe(WITH_ALT);
  focus(box("elsewhere"));
  expect(printed()).toBe(PLAIN);
  focus(box("palette"));
  expect(printed()).toBe(PLAIN);
});

test("FRS-12 no button changes under the pointer that presses it", async () => {
  focus(option());
  fireEvent.pointerDown(bulk());
  focus(bulk());
  expect(printed()).toBe(WITH_ALT);
  fireEvent.pointerUp(bulk());
  await waitFor(() => expect(printed()).toBe(PLAIN));
});

const AT_WORDS = [
  { id: "submit", shortcuts: [{ keys: "Enter" }, { keys: "Mod+Enter", everywhere: true }], prints: "Ctrl Enter" },
  { id: "discard", shortcuts: [{ keys: "Backspace" }], prints: "" },
  { id: "similar", shortcuts: [{ keys: "M" }], prints: "Alt M" },
  { id: "undo", shortcuts: [{ keys: "Mod+Z" }], prints: "Ctrl Z" },
  { id: "help", shortcuts: [{ keys: "?" }], prints: "?" },
];

function WithButtons({ children }: { children: ReactNode }) {
  const commands = AT_WORDS.map(({ id, shortcuts }) => ({ id, label: id, shortcuts, run: () => run(id) }));
  useCommands(commands);
  return (
    <>
      {commands.map((command) => (
        <Printed key={command.id} command={command} />
      ))}
      {children}
    </>
  );
}

test("FAN-39 while a text is written buttons show what works in it, and what would write keeps its room unseen and unsaid", () => {
  cleanup();
  render(
    <WithButtons>
      <textarea aria-label="comment" />
    </WithButtons>,
    { wrapper: CommandsProvider },
  );
  const button = (id: string) => screen.getByRole("button", { name: new RegExp(`^${id}`) });
  const cap = (id: string) => {
    const keys = [...button(id).querySelectorAll("kbd")];
    const isSeen = keys.every((key) => key.closest(".invisible") === null);
    return [keys.map((key) => key.textContent).join(" "), isSeen, button(id).getAttribute("aria-keyshortcuts")];
  };
  expect(cap("submit")).toEqual(["Enter", true, "Enter"]);
  focus(box("comment"));
  expect(cap("submit")).toEqual(["Ctrl Enter", true, "Control+Enter"]);
  expect(cap("discard")).toEqual(["Backspace", false, null]);
  expect(cap("similar")).toEqual(["M", false, null]);
  // In a text field undo applies to the text.
  expect(cap("undo")).toEqual(["Ctrl Z", false, null]);
  act(() => box("comment").blur());
  focus(button("discard"));
  expect(cap("submit")).toEqual(["Enter", true, "Enter"]);
  expect(cap("discard")).toEqual(["Backspace", true, "Backspace"]);
});

const WORDS = (
  <div
    role="application"
    data-word-mode=""
    tabIndex={-1}
    onKeyDown={(event) => isPlain(event) && event.stopPropagation()}
  />
);

const isPlain = ({ ctrlKey, altKey }: { ctrlKey: boolean; altKey: boolean }) => !ctrlKey && !altKey;

function Printed({ command }: { command: Command }) {
  const keys = usePrintedKeys(command);
  return <Button keys={keys}>{command.id}</Button>;
}

test("FAN-28 TAN-09 while a text takes the plain keys, buttons print those that still work, or none", () => {
  cleanup();
  render(<WithButtons>{WORDS}</WithButtons>, { wrapper: CommandsProvider });
  const text = screen.getByRole("application");
  const capsOf = (id: string) =>
    [...screen.getByRole("button", { name: new RegExp(`^${id}`) }).querySelectorAll("kbd")]
      .map((key) => key.textContent)
      .join(" ");
  expect(capsOf("submit")).toBe("Enter");
  focus(text);
  expect(AT_WORDS.map(({ id }) => capsOf(id))).toEqual(AT_WORDS.map(({ prints }) => prints));
  fireEvent.keyDown(text, { key: "Enter", ctrlKey: true });
  fireEvent.keyDown(text, { key: "m", code: "KeyM", altKey: true });
  fireEvent.keyDown(text, { key: "z", code: "KeyZ", ctrlKey: true });
  expect(run.mock.calls.flat()).toEqual(["submit", "similar", "undo"]);
  act(() => text.blur());
  focus(screen.getByRole("button", { name: /^undo/ }));
  expect(capsOf("submit")).toBe("Enter");
});

function Labels() {
  useTakenLetters(["1", "B"]);
  useCommands(
    ["1", "B"].map((keys) => ({
      id: `label ${keys}`,
      label: keys,
      shortcuts: [{ keys, alone: true }],
      run: () => run(`label ${keys}`),
    })),
  );
  return null;
}

test("TAN-14 letters that pick labels leave the page's own letters with Alt, and that is printed, until they are given back", () => {
  // Children register their commands before their parents do. The order must not matter.
  for (const order of [
    [<Labels key="labels" />, <Page key="page" />],
    [<Page key="page" />, <Labels key="labels" />],
  ]) {
    cleanup();
    run.mockClear();
    const { rerender } = render(order, { wrapper: CommandsProvider });
    expect(printed(), "of the letters only B is taken").toBe("Alt B Shift X ? Ctrl S");
    const press = (key: string, more: KeyboardEventInit = {}) =>
      fireEvent.keyDown(document.body, { key, code: `Key${key.toUpperCase()}`, ...more });
    press("b");
    press("b", { altKey: true });
    press("X", { shiftKey: true });
    press("X", { shiftKey: true, altKey: true });
    expect(run.mock.calls.flat()).toEqual(["label B", "B", "Shift+X", "Shift+X"]);
    rerender(order.filter(({ key }) => key === "page"));
    expect(printed()).toBe(PLAIN);
  }
});

test("TAN-14 digits pick also where the digit row types signs, and not while text is typed", () => {
  render(<Labels />, { wrapper: CommandsProvider });
  fireEvent.keyDown(document.body, { key: "&", code: "Digit1" });
  expect(run.mock.calls.flat()).toEqual(["label 1"]);
  fireEvent.keyDown(box("elsewhere"), { key: "1", code: "Digit1" });
  expect(run).toHaveBeenCalledOnce();
});
