import type { OutboxService } from "../../lib/outbox/outbox-service.ts";

/** The outbox tries by itself for longer; nobody who pressed a button should wait for that, ms. */
const PATIENCE = 30_000;

type Outbox = Pick<OutboxService, "entryOf" | "onChange" | "state">;

/**
 * Resolves with true once no answer to these records is on its way any more, so that none of them can arrive after what is
 * written next. False when they cannot be delivered now. Answers that were given up stay where they are.
 */
export async function outboxSettled(outbox: Outbox, recordIds: readonly string[]): Promise<boolean> {
  const underway = () => recordIds.some((recordId) => outbox.entryOf(recordId)?.failure === null);
  const reaches = () => outbox.state().online && outbox.state().signedIn && outbox.state().unreached === 0;
  if (!underway()) return true;
  return new Promise((resolve) => {
    const end = (settled: boolean) => {
      stop();
      clearTimeout(timer);
      resolve(settled);
    };
    const look = () => {
      if (!underway()) end(true);
      else if (!reaches()) end(false);
    };
    const stop = outbox.onChange(look);
    const timer = setTimeout(() => end(false), PATIENCE);
    look();
  });
}
