import { useSyncExternalStore } from "react";
import { createEmitter } from "../emitter.ts";
import type { Keys } from "./command.ts";

/** Apart from what finds it out (`watch-letters.ts`): every button prints keys, and the sign-in page has buttons too. */
let typed = false;
const changed = createEmitter<void>();

/** Whether letters alone are typed text where the focus is. */
const areLettersTyped = (): boolean => typed;

export function setLettersTyped(next: boolean): void {
  if (next === typed) return;
  typed = next;
  changed.emit();
}

/**
 * The keys as they have to be pressed where the focus is: with Alt while letters alone are typed text
 * (design/keys.md#labeling).
 */
export function useKeysHere<Printed extends Keys | undefined>(keys: Printed): Printed | Keys {
  const withAlt = useSyncExternalStore(changed.on, areLettersTyped);
  return withAlt && keys !== undefined && isPlainLetter(keys) ? `Alt+${keys}` : keys;
}

/** Keys of a plain letter, with Shift or without: those that Alt runs as well. */
export const isPlainLetter = (keys: Keys): boolean => /^(?:Shift\+)?[A-Z]$/.test(keys);
