import { useEffect, useSyncExternalStore } from "react";
import { createEmitter } from "../lib/emitter.ts";
import { VisuallyHidden } from "./visually-hidden.tsx";

/** `at`: ms by the page's clock. */
type Message = { readonly text: string; readonly arrival: boolean; readonly count: number; readonly at: number };

let messages: readonly Message[] = [];
let count = 0;
const changed = createEmitter<void>();

/** ms in which a page and the first thing it says come, in either order: what is taken away at once may never be heard. */
const TOGETHER = 500;

/** Says something to screen readers once they are done with what they are saying: "Record 18, pending, 2 questions". */
export const announce = (text: string): void => say(text, false);

/** Says where one has come to, beside what is said there. */
export const announceArrival = (title: string): void => say(title, true);

function say(text: string, arrival: boolean): void {
  const at = performance.now();
  const beside = messages.filter((message) => message.arrival !== arrival && at - message.at < TOGETHER);
  messages = [...beside, { text, arrival, count: ++count, at }];
  changed.emit();
}

/** ms after which what was said is gone: somebody who reads through the page must not meet it as if it still held. */
const SAID_FOR = 7000;

/** The one place `announce` speaks from. The key makes the same text, said twice, be heard twice. */
export function LiveRegion() {
  const said = useSyncExternalStore(changed.on, () => messages);
  useEffect(() => {
    if (said.length === 0) return;
    const over = setTimeout(() => {
      messages = [];
      changed.emit();
    }, SAID_FOR);
    return () => clearTimeout(over);
  }, [said]);
  return (
    <div role="status" aria-live="polite" aria-atomic="false" data-react-aria-top-layer="true" data-live-region>
      {said.map((message, at) => (
        <VisuallyHidden key={message.count}>{at === 0 ? message.text : ` ${message.text}`}</VisuallyHidden>
      ))}
    </div>
  );
}
