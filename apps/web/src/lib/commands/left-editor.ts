import { isTextEditor } from "./key-owner.ts";

let leftAt = Number.NEGATIVE_INFINITY;

/** When the focus last left a text editor, in milliseconds since the epoch; `-Infinity` when it never did. */
export function leftEditorAt(): number {
  return leftAt;
}

/** Starts noticing when text editors are left. Returns the way to stop. */
export function watchEditors(): () => void {
  const onFocusOut = (event: FocusEvent) => {
    if (isTextEditor(event.target)) leftAt = Date.now();
  };
  window.addEventListener("focusout", onFocusOut);
  return () => window.removeEventListener("focusout", onFocusOut);
}
