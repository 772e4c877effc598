import { useEffect, useState } from "react";
import { useLatest } from "../../../lib/use-latest.ts";

/** What is being typed is kept this often, ms; the first letter at once, so that nothing is called saved meanwhile. */
const KEEP_EVERY = 300;

/** A text that is typed over one that is kept: handed on while it is typed, when its editor goes, and when the page does. */
export function useTyped(kept: string, onKeep: (text: string) => void) {
  const [typed, setTyped] = useState<string | null>(null);
  const [handed, setHanded] = useState(kept);
  const [before, setBefore] = useState(kept);
  if (before !== kept) {
    setBefore(kept);
    // It was written anew from elsewhere, a prediction that was taken for instance: that was meant.
    if (kept !== handed) setTyped(null);
  }
  const hand = useLatest(() => {
    if (typed === null || typed === kept) return;
    setHanded(typed);
    onKeep(typed);
  });
  const isTyping = typed !== null;
  useEffect(() => {
    if (!isTyping) return;
    hand();
    const clock = window.setInterval(hand, KEEP_EVERY);
    // While the event goes down, so before the drafts are written for the last time.
    const last = { capture: true };
    window.addEventListener("pagehide", hand, last);
    document.addEventListener("visibilitychange", hand, last);
    return () => {
      window.clearInterval(clock);
      window.removeEventListener("pagehide", hand, last);
      document.removeEventListener("visibilitychange", hand, last);
    };
  }, [isTyping, hand]);
  // The row may leave the page with its editor.
  useEffect(() => () => hand(), [hand]);
  const keep = () => {
    hand();
    setTyped(null);
  };
  return { text: typed ?? kept, type: setTyped, keep, forget: () => setTyped(null) };
}
