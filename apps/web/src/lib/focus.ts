export type FocusCallbacks = { readonly onFocus?: () => void; readonly onBlur?: () => void };

/**
 * Reports that the window gains or loses the focus. Returns the way to stop; call it when the screen is left (ERR-13).
 * @throws Error `onFocus is mandatory` without a focus callback (ERR-12)
 */
export function watchWindowFocus({ onFocus, onBlur }: FocusCallbacks): () => void {
  if (onFocus === undefined) throw new Error("onFocus is mandatory");
  // Functions of this watcher alone: the browser would take the same callback, given by two watchers, for one.
  const focused = () => onFocus();
  const blurred = () => onBlur?.();
  window.addEventListener("focus", focused);
  window.addEventListener("blur", blurred);
  return () => {
    window.removeEventListener("focus", focused);
    window.removeEventListener("blur", blurred);
  };
}
