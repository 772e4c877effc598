import { isInOverlay, isTextEditor, takesPlainKeys, typesLetters } from "./key-owner.ts";
import { setLettersTyped, setTaken, type Taken } from "./keys-here.ts";

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
