import { useSyncExternalStore } from "react";
import { createEmitter } from "../emitter.ts";
import { isPlainLetter } from "./chord.ts";
import type { Keys } from "./command.ts";
import { isInOverlay, typesLetters } from "./key-owner.ts";

let typed = false;
const changed = createEmitter<void>();

/** The keys as they have to be pressed where the focus is: with Alt while letters alone are typed text (screens 2.2). */
export function useKeysHere<Printed extends Keys | undefined>(keys: Printed): Printed | Keys {
  const withAlt = useSyncExternalStore(changed.on, () => typed);
  return withAlt && keys !== undefined && isPlainLetter(keys) ? `Alt+${keys}` : keys;
}

/** What a dialog or a menu prints works where it was opened from. */
function look(): void {
  const { activeElement } = document;
  const next = isInOverlay(activeElement) ? typed : typesLetters(activeElement);
  if (next === typed) return;
  typed = next;
  changed.emit();
}

/** Starts noticing whether letters are typed text where the focus is. Returns the way to stop. */
export function watchLetters(): () => void {
  let pressed = false;
  const onFocus = () => {
    // A button must not change its width under the pointer that presses it, or the click is lost.
    if (!pressed) look();
  };
  // Nothing has the focus in between; only where it goes nowhere there is something to see.
  const onBlur = ({ relatedTarget }: FocusEvent) => relatedTarget === null && queueMicrotask(onFocus);
  const onPress = () => {
    pressed = true;
  };
  const onRelease = () => {
    pressed = false;
    window.setTimeout(onFocus);
  };
  // What had the focus may have gone from the page, and the pointer may have been let go outside of it: no event tells.
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
