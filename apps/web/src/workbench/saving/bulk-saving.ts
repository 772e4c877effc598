import { createEmitter } from "../../lib/emitter.ts";

let left = 0;
let total = 0;
const changed = createEmitter<void>();

/** Answers of the bulk action under way that are not written yet: they go past the outbox, and are not saved either. */
export const bulkSaving = {
  left: () => left,
  /** That a form for many records of the dataset is kept and not sent, in words; null: none. */
  kept: (_datasetId: string): string | null => null,
  onChange: changed.on,
  total: () => total,
  set(count: number, of: number): void {
    if (count === left) return;
    left = count;
    total = of;
    changed.emit();
  },
  keep(of: (datasetId: string) => string | null): void {
    bulkSaving.kept = of;
    changed.emit();
  },
};
