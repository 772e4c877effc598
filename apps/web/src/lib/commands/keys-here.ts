import { useLayoutEffect, useSyncExternalStore } from "react";
import { createEmitter } from "../emitter.ts";
import type { Keys } from "./command.ts";

/**
 * The keys that the focused element handles itself. `none`. `plain`: keys without Ctrl or Alt, in a text read word by word.
 * `all`: every key, in a text that the user writes.
 */
export type Taken = "none" | "plain" | "all";

/** Separate from the code that sets it (`watch-letters.ts`), because the buttons of the sign-in page print keys too. */
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
