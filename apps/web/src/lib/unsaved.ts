import { useEffect } from "react";

/** Who has unsaved work: an edited form, a modified submitted record, a save not yet confirmed (ERR-11). */
const flagged = new Set<string>();

/** Flags unsaved work under a key of one's own. While any flag stands, the browser asks before leaving the page (ERR-10). */
export function flagUnsaved(key: string): void {
  if (flagged.size === 0) window.addEventListener("beforeunload", askBeforeLeaving);
  flagged.add(key);
}

export function clearUnsaved(key: string): void {
  flagged.delete(key);
  if (flagged.size === 0) window.removeEventListener("beforeunload", askBeforeLeaving);
}

/**
 * What the browser would ask about. To ask it in its own way is to begin to leave, which is more than a test may want.
 * @public
 */
export function hasUnsaved(): boolean {
  return flagged.size > 0;
}

/** Flags unsaved work for as long as the component says so. */
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
