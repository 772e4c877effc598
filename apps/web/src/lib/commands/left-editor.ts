import { isTextEditor } from "./key-owner.ts";

let leftAt = Number.NEGATIVE_INFINITY;

/** The time when the focus last left a text editor, ms since the epoch. `-Infinity` if it never did. */
export function leftEditorAt(): number {
  return leftAt;
}

/** Starts to watch when the focus leaves text editors. Returns a function that stops this. */
export function watchEditors(): () => void {
  const onFocusOut = (event: FocusEvent) => {
    if (isTextEditor(event.target)) leftAt = Date.now();
  };
  window.addEventListener("focusout", onFocusOut);
  return () => window.removeEventListener("focusout", onFocusOut);
}
