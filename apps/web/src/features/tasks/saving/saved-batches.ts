import type { OutboxService } from "../../../lib/outbox/outbox-service.ts";
import type { TaskActionKind } from "./action-log.ts";

/** Records that one action wrote: those on their way, and what became of the others. */
export type Batch = {
  readonly kind: TaskActionKind;
  readonly left: Set<string>;
  readonly saved: Set<string>;
  readonly failed: Set<string>;
};

/** Calls back with each batch once the server has answered for all of its records. */
export function watchBatches(outbox: OutboxService, onAnswered: (batch: Batch) => void) {
  const open = new Set<Batch>();
  const stop = outbox.onShownChange(({ recordId, saved }) => {
    if (saved === "saving") return;
    for (const batch of [...open].filter(({ left }) => left.delete(recordId))) {
      batch[saved].add(recordId);
      if (batch.left.size > 0) continue;
      open.delete(batch);
      onAnswered(batch);
    }
  });
  return {
    add: (kind: TaskActionKind, keys: readonly string[]) =>
      open.add({ kind, left: new Set(keys), saved: new Set(), failed: new Set() }),
    stop,
  };
}
