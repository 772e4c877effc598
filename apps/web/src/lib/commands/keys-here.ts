import {
  ArrowBigUp,
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  Command,
  CornerDownLeft,
  Delete,
  type LucideIcon,
  Option,
} from "lucide-react";
import { useLayoutEffect, useSyncExternalStore } from "react";
import { createEmitter } from "../emitter.ts";

/** On a Mac, Cmd replaces Ctrl (design/keys.md#rules). */
export const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/**
 * Keys joined by `+` as `ui/key-cap` draws them: `Enter`, `Mod+S`, `Shift+ArrowDown`, `?`. `Mod` is Ctrl, and Cmd on a Mac.
 */
export type Keys = string;

/** The parts of a combination. A plus sign itself is written `+` at the end (`Shift++`). */
export const partsOf = (keys: Keys): string[] =>
  keys.endsWith("+") ? [...keys.slice(0, -1).split("+").filter(Boolean), "+"] : keys.split("+");

/**
 * The keys that the focused element handles itself. `none`. `plain`: keys without Ctrl or Alt, in a text read word by word.
 * `all`: every key, in a text that the user writes.
 */
export type Taken = "none" | "plain" | "all";

/** Separate from the code that sets it (`key-owner.ts`), because the buttons of the sign-in page print keys too. */
let typed = false;
let taken: Taken = "none";
const changed = createEmitter<void>();

let takers: readonly ReadonlySet<Keys>[] = [];

/** True if the letter alone has another meaning everywhere on the page. */
export const isLetterTaken = (keys: Keys): boolean => takers.some((letters) => letters.has(keys));

/** Reserves letters for another meaning. Returns a function that frees them. */
function takeLetters(letters: readonly Keys[]): () => void {
  const taken = new Set(letters);
  const change = (next: typeof takers) => {
    takers = next;
    changed.emit();
  };
  change([...takers, taken]);
  return () => change(takers.filter((one) => one !== taken));
}

/**
 * Reserves the letters among these keys while the component is mounted, for example for the labels of a record. Commands with
 * these letters need Alt meanwhile (design/keys.md#labeling).
 */
export function useTakenLetters(keys: readonly Keys[]): void {
  const letters = keys.filter(isPlainLetter).join("");
  useLayoutEffect(() => takeLetters([...letters]), [letters]);
}

export function setLettersTyped(next: boolean): void {
  if (next === typed) return;
  typed = next;
  changed.emit();
}

export function setTaken(next: Taken): void {
  if (next === taken) return;
  taken = next;
  changed.emit();
}

export const useTaken = (): Taken => useSyncExternalStore(changed.on, () => taken);

/** It has Ctrl but still belongs to the text: it undoes typing. */
const UNDO_IN_TEXT: Keys = "Mod+Z";

/** True if these keys belong to the text where the focus is, so that no command runs. */
export function useRests(keys: Keys | undefined): boolean {
  return useSyncExternalStore(changed.on, () => taken === "all" && keys !== undefined && isOfText(keys));
}

const isOfText = (keys: Keys) => keys === UNDO_IN_TEXT || !keys.startsWith("Mod+");

/**
 * The keys to press where the focus is. They get Alt while letters alone are typed text or pick labels
 * (design/keys.md#labeling).
 */
export function useKeysHere<Printed extends Keys | undefined>(keys: Printed): Printed | Keys {
  const withAlt = useSyncExternalStore(
    changed.on,
    () => keys !== undefined && isPlainLetter(keys) && (typed || isLetterTaken(keys)),
  );
  return withAlt ? `Alt+${keys}` : keys;
}

/** True for a plain letter, with or without Shift. Alt with it also runs its command. */
export const isPlainLetter = (keys: Keys): boolean => /^(?:Shift\+)?[A-Z]$/.test(keys);

/** How one key is shown and read aloud: a letter as itself, a named key by its word or sign. */
export type KeyLook = { readonly icon: LucideIcon | null; readonly name: KeyName | null; readonly text: string };
type KeyName = keyof typeof NAMED;

const NAMED = {
  enter: CornerDownLeft,
  backspace: Delete,
  shift: ArrowBigUp,
  command: Command,
  option: Option,
  arrowUp: ArrowUp,
  arrowDown: ArrowDown,
  arrowLeft: ArrowLeft,
  arrowRight: ArrowRight,
  ctrl: null,
  alt: null,
  escape: null,
  space: null,
  tab: null,
  delete: null,
  pageDown: null,
  pageUp: null,
} as const satisfies { readonly [name: string]: LucideIcon | null };

/** Maps the names of `KeyboardEvent.key`, and the modifier that differs by system, to the names above. */
const ALIASES: { readonly [written: string]: KeyName } = {
  $mod: isMac ? "command" : "ctrl",
  Mod: isMac ? "command" : "ctrl",
  Control: "ctrl",
  Ctrl: "ctrl",
  Meta: "command",
  Alt: isMac ? "option" : "alt",
  Shift: "shift",
  Enter: "enter",
  Backspace: "backspace",
  Delete: "delete",
  Escape: "escape",
  Space: "space",
  " ": "space",
  Tab: "tab",
  ArrowUp: "arrowUp",
  ArrowDown: "arrowDown",
  ArrowLeft: "arrowLeft",
  ArrowRight: "arrowRight",
  PageDown: "pageDown",
  PageUp: "pageUp",
};

/** Splits `Mod+Shift+Z` into the keys to draw. */
export function keyLooks(combination: Keys): readonly KeyLook[] {
  return partsOf(combination).map((key) => {
    const name = ALIASES[key] ?? null;
    return { name, icon: name === null ? null : NAMED[name], text: key.length === 1 ? key.toUpperCase() : key };
  });
}
