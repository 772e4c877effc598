import type { BulkTarget } from "@postil/domain/bulk/bulk-answer";
import { useCallback, useRef } from "react";
import type { ShownItem } from "../queue/queue-state.ts";

export type Targets = ReturnType<typeof useTargets>;

/**
 * Finds records by their ids: those on the page as they stand now, and those that stood here before with the same selection -
 * after an action on all matches a record that was refused may be on another page.
 */
export function useTargets(pageKey: string, items: readonly ShownItem[]) {
  const known = useRef<{ key: string; targets: Map<string, BulkTarget> }>({ key: pageKey, targets: new Map() });
  if (known.current.key !== pageKey) known.current = { key: pageKey, targets: new Map() };
  for (const { record, response } of items) known.current.targets.set(record.id, { record, response });
  return {
    of: useCallback(
      (recordIds: ReadonlySet<string>): readonly BulkTarget[] =>
        [...recordIds].flatMap((recordId) => known.current.targets.get(recordId) ?? []),
      [],
    ),
    keep: useCallback((targets: readonly BulkTarget[]) => {
      for (const target of targets) {
        const { id } = target.record;
        if (!known.current.targets.has(id)) known.current.targets.set(id, target);
      }
    }, []),
  };
}
