import { isInOverlay, isTextEditor, takesPlainKeys, typesLetters } from "./key-owner.ts";
import { setLettersTyped, setTaken, type Taken } from "./keys-here.ts";

/** What a dialog or a menu prints works where it was opened from. */
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

/** Starts noticing which keys are no commands where the focus is. Returns the way to stop. */
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
