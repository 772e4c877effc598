import { useEffect } from "react";

/** Keys of unsaved work: an edited form, a modified submitted record, a save not yet confirmed (ERR-11). */
const flagged = new Set<string>();

/** Flags unsaved work under the caller's own key. While any flag is set, the browser asks before leaving the page (ERR-10). */
export function flagUnsaved(key: string): void {
  if (flagged.size === 0) window.addEventListener("beforeunload", askBeforeLeaving);
  flagged.add(key);
}

export function clearUnsaved(key: string): void {
  flagged.delete(key);
  if (flagged.size === 0) window.removeEventListener("beforeunload", askBeforeLeaving);
}

/** True if the browser would ask before leaving. `begin`: because of a flag whose key begins so. */
export function hasUnsaved(begin = ""): boolean {
  return [...flagged].some((key) => key.startsWith(begin));
}

/** Flags unsaved work while `unsaved` is true. */
export function useUnsaved(key: string, unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return;
    flagUnsaved(key);
    return () => clearUnsaved(key);
  }, [key, unsaved]);
}

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
