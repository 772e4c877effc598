import { useSyncExternalStore } from "react";
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

/** The one place `announce` speaks from. The key makes the same text, said twice, be heard twice. */
export function LiveRegion() {
  const { text, count } = useSyncExternalStore(changed.on, () => message);
  return (
    <div role="status" aria-live="polite" data-react-aria-top-layer="true" data-live-region>
      <VisuallyHidden key={count}>{text}</VisuallyHidden>
    </div>
  );
}
