import { type ReactNode, useEffect, useSyncExternalStore } from "react";
import { createEmitter } from "../lib/emitter.ts";

/** Text for screen readers only. */
export function VisuallyHidden({ children, id }: { children: ReactNode; id?: string }) {
  return (
    <span id={id} className="sr-only">
      {children}
    </span>
  );
}

/** `at`: time by `performance.now()`, ms. */
type Message = { readonly text: string; readonly arrival: boolean; readonly count: number; readonly at: number };

let messages: readonly Message[] = [];
let count = 0;
const changed = createEmitter<void>();

/**
 * Time in which an arrival and the first message may come together, in either order, ms. A message that is replaced at once
 * may never be heard.
 */
const TOGETHER = 500;

/** Announces a text to screen readers after their current speech: "Record 18, pending, 2 questions". */
export const announce = (text: string): void => say(text, false);

/** Announces the page that was opened, beside other messages. */
export const announceArrival = (title: string): void => say(title, true);

function say(text: string, arrival: boolean): void {
  const at = performance.now();
  const beside = messages.filter((message) => message.arrival !== arrival && at - message.at < TOGETHER);
  messages = [...beside, { text, arrival, count: ++count, at }];
  changed.emit();
}

/** Time after which a message is removed, ms. A user who reads through the page must not find an outdated message. */
const SAID_FOR = 7000;

/** The only live region for `announce`. A new key for each message makes a repeated text heard again. */
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
