import { createEmitter } from "../../lib/emitter.ts";

let left = 0;
let total = 0;
const changed = createEmitter<void>();

/** Unwritten answers of the running bulk action. They are not in the outbox, but they are unsaved too. */
export const bulkSaving = {
  left: () => left,
  /** The text about a stored, unsent bulk form of the dataset. Null when there is none. */
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
