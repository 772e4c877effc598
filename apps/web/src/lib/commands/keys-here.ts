import { useLayoutEffect, useSyncExternalStore } from "react";
import { createEmitter } from "../emitter.ts";
import type { Keys } from "./command.ts";

/** Which keys belong to what has the focus: none; those without Ctrl or Alt, of a text gone through word by word; all, of a text that is written. */
export type Taken = "none" | "plain" | "all";

/** Apart from what finds it out (`watch-letters.ts`): every button prints keys, and the sign-in page has buttons too. */
let typed = false;
let taken: Taken = "none";
const changed = createEmitter<void>();

let takers: readonly ReadonlySet<Keys>[] = [];

/** Whether the letter alone is something else everywhere on the page. */
export const isLetterTaken = (keys: Keys): boolean => takers.some((letters) => letters.has(keys));

/** Takes letters alone for something; returns the way to give them back. */
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
 * Takes the letters among these keys as long as this is on the page, for the labels of a record, say; the commands that have them
 * take Alt with theirs meanwhile (design/keys.md#labeling).
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

/** With Ctrl, and still the text's own: it undoes what was written. */
const UNDO_IN_TEXT: Keys = "Mod+Z";

/** Whether these keys do nothing where the focus is, but write. */
export function useRests(keys: Keys | undefined): boolean {
  return useSyncExternalStore(changed.on, () => taken === "all" && keys !== undefined && isOfText(keys));
}

const isOfText = (keys: Keys) => keys === UNDO_IN_TEXT || !keys.startsWith("Mod+");

/**
 * The keys as they have to be pressed where the focus is: with Alt while letters alone are typed text, or pick labels
 * (design/keys.md#labeling).
 */
export function useKeysHere<Printed extends Keys | undefined>(keys: Printed): Printed | Keys {
  const withAlt = useSyncExternalStore(
    changed.on,
    () => keys !== undefined && isPlainLetter(keys) && (typed || isLetterTaken(keys)),
  );
  return withAlt ? `Alt+${keys}` : keys;
}

/** Keys of a plain letter, with Shift or without: those that Alt runs as well. */
export const isPlainLetter = (keys: Keys): boolean => /^(?:Shift\+)?[A-Z]$/.test(keys);
