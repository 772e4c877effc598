import { createEmitter } from "../../lib/emitter.ts";

let left = 0;
const changed = createEmitter<void>();

/** Answers of the bulk action under way that are not written yet: they go past the outbox, and are not saved either. */
export const bulkSaving = {
  left: () => left,
  onChange: changed.on,
  set(count: number): void {
    if (count === left) return;
    left = count;
    changed.emit();
  },
};
