export type FocusCallbacks = { readonly onFocus?: () => void; readonly onBlur?: () => void };

/**
 * Reports when the window gains or loses the focus. Returns a function that stops this; call it when the screen is left
 * (ERR-13).
 * @throws Error `onFocus is mandatory` without a focus callback (ERR-12)
 */
export function watchWindowFocus({ onFocus, onBlur }: FocusCallbacks): () => void {
  if (onFocus === undefined) throw new Error("onFocus is mandatory");
  // New functions for each watcher: the browser would register the same callback of two watchers only once.
  const focused = () => onFocus();
  const blurred = () => onBlur?.();
  window.addEventListener("focus", focused);
  window.addEventListener("blur", blurred);
  return () => {
    window.removeEventListener("focus", focused);
    window.removeEventListener("blur", blurred);
  };
}
