import { createEmitter } from "../../lib/emitter.ts";

let left = 0;
let keptOf = (_datasetId: string): string | null => null;
const changed = createEmitter<void>();

/** Answers of the bulk action under way that are not written yet: they go past the outbox, and are not saved either. */
export const bulkSaving = {
  left: () => left,
  /** That a form for many records of the dataset is kept and not sent, in words; null: none. */
  kept: (datasetId: string) => keptOf(datasetId),
  onChange: changed.on,
  set(count: number): void {
    if (count === left) return;
    left = count;
    changed.emit();
  },
  keep(of: (datasetId: string) => string | null): void {
    keptOf = of;
    changed.emit();
  },
};
