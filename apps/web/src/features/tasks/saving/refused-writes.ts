import { type OutboxEntry, wanted } from "@postil/domain/outbox/outbox-entry";
import { saysTheSame } from "@postil/domain/records/record-status";
import type { RecordChange, TaskAction } from "./task-action.ts";

/** What an action wrote to a record and the server would not have. */
export type RefusedWrite = { readonly action: TaskAction; readonly change: RecordChange; readonly intentId: string };

/** The last that was written to a record, if that is what its entry was refused for. */
export function refusedWrite(past: readonly TaskAction[], entry: OutboxEntry): RefusedWrite | null {
  for (const action of past.toReversed())
    for (const change of action.changes)
      if (change.key === entry.recordId && change.response !== null)
        return saysTheSame(change.response.after, wanted(entry)) ? { action, change, intentId: entry.intentId } : null;
  return null;
}

/**
 * Actions without what they wrote to a record, which never was there or is not any more: to take it back, or to do it once more, would
 * go over what is there (TST-11). An edit that went with it and was not given back by the refusal can still be brought back.
 */
export function withoutWrites(actions: readonly TaskAction[], key: string): readonly TaskAction[] {
  return actions
    .map((action) => ({ ...action, changes: action.changes.flatMap((change) => unwritten(change, key)) }))
    .filter(({ changes }) => changes.length > 0);
}

function unwritten(change: RecordChange, key: string): readonly RecordChange[] {
  const { response, typed } = change;
  if (change.key !== key || response === null) return [change];
  return response.after.status === "submitted" || typed.before === null ? [] : [{ ...change, response: null }];
}
