import { type OwnResponse, saysTheSame } from "@postil/domain/records/record-status";
import { reportFailuresOf, stopReportingFailuresOf } from "../../../lib/outbox/failures-of-page.ts";
import type { OutboxService } from "../../../lib/outbox/outbox-service.ts";
import type { TaskActionKind } from "./task-action.ts";

/** What is wanted of some records, by their keys. */
export type Wanted = ReadonlyMap<string, OwnResponse>;

/** Records that one action wrote: those on their way with what is wanted of them, those saved, and those given up. */
export type Batch = {
  readonly kind: TaskActionKind | "takenBack";
  readonly left: Map<string, OwnResponse>;
  readonly saved: Set<string>;
  readonly failed: Map<string, OwnResponse>;
};

/**
 * Calls back with each batch once the server has answered for all of its records. One that something else was done to meanwhile is in
 * none of its lists: what became of it is told with that.
 */
export function watchBatches(outbox: OutboxService, onAnswered: (batch: Batch) => void) {
  const open = new Set<Batch>();
  const stop = outbox.onShownChange(({ recordId, response, saved }) => {
    if (saved === "saving") return;
    for (const batch of open) {
      const wanted = batch.left.get(recordId);
      if (wanted === undefined) continue;
      batch.left.delete(recordId);
      if (saved === "failed") batch.failed.set(recordId, wanted);
      else if (saysTheSame(response, wanted)) batch.saved.add(recordId);
      if (batch.left.size > 0) continue;
      open.delete(batch);
      onAnswered(batch);
    }
    // Told by then, or by whoever hears of it next.
    stopReportingFailuresOf([recordId]);
  });
  return {
    /** To be called before they are on their way: some are answered at once. */
    add(kind: Batch["kind"], wanted: Wanted): void {
      open.add({ kind, left: new Map(wanted), saved: new Set(), failed: new Map() });
      reportFailuresOf(wanted.keys());
    },
    stop(): void {
      stop();
      for (const { left } of open) stopReportingFailuresOf(left.keys());
    },
  };
}
