import { useEffect, useState } from "react";
import { useLatest } from "../../../lib/use-latest.ts";

/** ms after the last letter until what is typed is kept. */
const KEEP_AFTER = 300;

/** A text that is typed over one that is kept: it is handed on a moment after the last letter, and when its editor goes. */
export function useTyped(kept: string, onKeep: (text: string) => void) {
  const [typed, setTyped] = useState<string | null>(null);
  const [before, setBefore] = useState(kept);
  if (before !== kept) {
    // It was written anew from elsewhere, a prediction that was taken for instance: that was meant.
    setBefore(kept);
    setTyped(null);
  }
  const keep = useLatest(() => {
    if (typed === null) return;
    setTyped(null);
    if (typed !== kept) onKeep(typed);
  });
  useEffect(() => {
    if (typed === null) return;
    const timer = window.setTimeout(keep, KEEP_AFTER);
    return () => window.clearTimeout(timer);
  }, [typed, keep]);
  // The row may leave the page with its editor.
  useEffect(() => () => keep(), [keep]);
  return { text: typed ?? kept, type: setTyped, keep, forget: () => setTyped(null) };
}
