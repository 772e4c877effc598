import type { BulkTarget } from "@postil/domain/bulk/bulk-job";
import type { LabeledRecord } from "@postil/domain/records/labeled-record";
import { useCallback, useRef } from "react";
import type { ShownItem } from "../queue/queue-state.ts";

export type Targets<Of extends LabeledRecord> = ReturnType<typeof useTargets<Of>>;

/**
 * Finds records by their ids: those on the page as they stand now, and those that stood here before with the same selection -
 * after an action on all matches a record that was refused may be on another page.
 */
export function useTargets<Of extends LabeledRecord>(pageKey: string, items: readonly ShownItem<Of>[]) {
  const known = useRef<{ key: string; targets: Map<string, BulkTarget<Of>> }>({ key: pageKey, targets: new Map() });
  if (known.current.key !== pageKey) known.current = { key: pageKey, targets: new Map() };
  for (const { record, response } of items) known.current.targets.set(record.id, { record, response });
  return {
    of: useCallback(
      (recordIds: ReadonlySet<string>): readonly BulkTarget<Of>[] =>
        [...recordIds].flatMap((recordId) => known.current.targets.get(recordId) ?? []),
      [],
    ),
    keep: useCallback((targets: readonly BulkTarget<Of>[]) => {
      for (const target of targets) {
        const { id } = target.record;
        if (!known.current.targets.has(id)) known.current.targets.set(id, target);
      }
    }, []),
  };
}
