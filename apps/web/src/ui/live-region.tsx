import { useEffect, useSyncExternalStore } from "react";
import { createEmitter } from "../lib/emitter.ts";
import { VisuallyHidden } from "./visually-hidden.tsx";

type Message = { readonly text: string; readonly count: number };

let message: Message = { text: "", count: 0 };
const changed = createEmitter<void>();

/** Says something to screen readers once they are done with what they are saying: "Record 18, pending, 2 questions". */
export function announce(text: string): void {
  message = { text, count: message.count + 1 };
  changed.emit();
}

/** ms after which what was said is gone: somebody who reads through the page must not meet it as if it still held. */
const SAID_FOR = 7000;

/** The one place `announce` speaks from. The key makes the same text, said twice, be heard twice. */
export function LiveRegion() {
  const said = useSyncExternalStore(changed.on, () => message);
  useEffect(() => {
    if (said.text === "") return;
    const over = setTimeout(() => announce(""), SAID_FOR);
    return () => clearTimeout(over);
  }, [said]);
  return (
    <div role="status" aria-live="polite" data-react-aria-top-layer="true" data-live-region>
      <VisuallyHidden key={said.count}>{said.text}</VisuallyHidden>
    </div>
  );
}
