import type { Shortcut } from "./command.ts";
import { setLettersTyped, setTaken, type Taken } from "./keys-here.ts";

const TEXT =
  'textarea, select, [contenteditable]:not([contenteditable="false"]), [role="textbox"], [role="searchbox"], [role="combobox"], ' +
  '[role="spinbutton"], input:not([type="button"], [type="submit"], [type="checkbox"], [type="radio"], [type="range"])';
const OVERLAY = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';
const ARROWED = '[role="tab"], [role="slider"], [role="separator"], [role="radio"], [type="radio"], [type="range"]';
const PRESSED =
  'button, a[href], summary, [role="button"], [role="link"], [role="switch"], [role="checkbox"], [type="checkbox"]';

/** For buttons that must leave Enter to the commands: the options of a question. */
export const ENTER_IS_A_COMMAND = { "data-enter-command": "" } as const;

/** For a label question with a search. Letters alone go to the search, and commands need Alt with their letter. */
export const LETTERS_ARE_TYPED = { "data-letters-typed": "" } as const;

export function isTextEditor(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches(TEXT);
}

function isIn(target: EventTarget | null, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null;
}

/** True if letters alone do not run commands here, but Alt with the letter does (design/keys.md#labeling). */
export function typesLetters(target: EventTarget | null): boolean {
  return isIn(target, "[data-letters-typed]");
}

/** True if the element itself handles all keys without Ctrl or Alt: a text in word mode (design/questions.md#spans). */
function takesPlainKeys(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches("[data-word-mode]");
}

function isInOverlay(target: EventTarget | null): boolean {
  return isIn(target, OVERLAY);
}

/** True if only shortcuts marked "everywhere" work where the focus is (design/keys.md#rules). */
export function keepsKeys(target: EventTarget | null): boolean {
  return isTextEditor(target) || isInOverlay(target);
}

const MOVES = /^(?:Arrow.*|Home|End|PageUp|PageDown)$/;

/** True for keys that the focused control handles itself, so that no command may: Enter on a button, arrows on a tab. */
export function answersItself(target: EventTarget | null, event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (MOVES.test(event.key)) return isIn(target, ARROWED);
  if (event.key !== "Enter" && event.key !== " ") return false;
  return (isIn(target, PRESSED) || isIn(target, ARROWED)) && !isIn(target, "[data-enter-command]");
}

export function worksHere(shortcut: Shortcut, target: EventTarget | null): boolean {
  return shortcut.everywhere === true || !keepsKeys(target);
}

let leftAt = Number.NEGATIVE_INFINITY;

/** The time when the focus last left a text editor, ms since the epoch. `-Infinity` if it never did. */
export const leftEditorAt = (): number => leftAt;

/** Starts to watch when the focus leaves text editors. Returns a function that stops this. */
export function watchEditors(): () => void {
  const onFocusOut = (event: FocusEvent) => {
    if (isTextEditor(event.target)) leftAt = Date.now();
  };
  window.addEventListener("focusout", onFocusOut);
  return () => window.removeEventListener("focusout", onFocusOut);
}

/** The keys printed in a dialog or menu work where it was opened from, so its focus does not count. */
function look(): void {
  const { activeElement } = document;
  if (isInOverlay(activeElement)) return;
  setLettersTyped(typesLetters(activeElement));
  setTaken(takenBy(activeElement));
}

function takenBy(target: Element | null): Taken {
  if (takesPlainKeys(target)) return "plain";
  if (!isTextEditor(target)) return "none";
  return typesLetters(target) ? "plain" : "all";
}

/** Watches which keys do not run commands where the focus is. Returns a function that stops this. */
export function watchLetters(): () => void {
  let pressed = false;
  const onFocus = () => {
    // A button must not change its width while the pointer presses it, or the click is lost.
    if (!pressed) look();
  };
  // Between two elements, nothing has the focus. This matters only if no other element gets the focus.
  const onBlur = ({ relatedTarget }: FocusEvent) => relatedTarget === null && queueMicrotask(onFocus);
  const onPress = () => {
    pressed = true;
  };
  const onRelease = () => {
    pressed = false;
    window.setTimeout(onFocus);
  };
  // No event tells if the focused element was removed, or if the pointer was released outside the page. So a key press checks
  // again.
  const onKey = () => {
    pressed = false;
    look();
  };
  const listeners = [
    ["focusin", onFocus],
    ["focusout", onBlur],
    ["pointerdown", onPress],
    ["pointerup", onRelease],
    ["pointercancel", onRelease],
    ["keydown", onKey],
  ] as const;
  for (const [type, listener] of listeners) document.addEventListener(type, listener as EventListener, true);
  return () => {
    for (const [type, listener] of listeners) document.removeEventListener(type, listener as EventListener, true);
  };
}
