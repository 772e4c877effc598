import { type OutboxEntry, wanted } from "@postil/domain/outbox/outbox-entry";
import { perform, type UndoHistory } from "@postil/domain/outbox/undo";
import { type AnswerDraft, type OwnResponse, saysTheSame } from "@postil/domain/records/labeled-record";
import type { TaskView } from "@postil/domain/tasks/task-view";
import { createEmitter } from "../../../lib/emitter.ts";
import type { OutboxService } from "../../../lib/outbox/outbox-service.ts";
import { perDataset } from "../../../lib/outbox/use-outbox.ts";

/**
 * The effect of an action on one record: on the server's response, if it wrote one, and on the local draft that is not
 * validated.
 */
export type RecordChange = {
  readonly key: string;
  readonly response: { readonly before: OwnResponse; readonly after: OwnResponse } | null;
  readonly typed: { readonly before: AnswerDraft | null; readonly after: AnswerDraft | null };
};

export type TaskActionKind =
  | "validated"
  | "discarded"
  | "unvalidated"
  | "undiscarded"
  | "annotationReset"
  | "edited"
  | "cleared"
  | "reset";
export type TaskAction = {
  /** stays the same when the log changes the action, for example because one of its writes was refused */
  readonly id: string;
  readonly kind: TaskActionKind;
  readonly changes: readonly RecordChange[];
  /** the view of the action, so that an undo can show its record */
  readonly view: TaskView;
};

/** The history with one more action. Continued typing in a text is one edit, however often the draft was kept meanwhile. */
export function withAction(
  history: UndoHistory<TaskAction>,
  action: TaskAction,
  writesOn: boolean,
): UndoHistory<TaskAction> {
  const [change] = action.changes;
  const last = history.past.at(-1);
  const [earlier] = last?.changes ?? [];
  if (!writesOn || last?.kind !== "edited" || change === undefined || earlier?.key !== change.key)
    return perform(history, action);
  const typed = { before: earlier.typed.before, after: change.typed.after };
  return { past: [...history.past.slice(0, -1), { ...last, changes: [{ ...change, typed }] }], future: [] };
}

/** The user's actions in a dataset since they signed in or opened the page. */
export const actionLog = perDataset(createLog);

function createLog(outbox: OutboxService, datasetKey: string) {
  let history: UndoHistory<TaskAction> = { past: [], future: [] };
  const changed = createEmitter<void>();
  const refused = new Map<string, RefusedWrite>();
  let again: readonly RecordChange[] = [];
  function set(next: UndoHistory<TaskAction>): void {
    history = next;
    changed.emit();
  }
  /** Repeats an action on the current state; all retries made at once become one action. */
  function tryAgain({ action, change }: RefusedWrite, base: OwnResponse | null): void {
    const response = change.response && { ...change.response, before: base ?? change.response.before };
    again = [...again, { ...change, response }];
    if (again.length > 1) return;
    queueMicrotask(() => {
      set(perform(history, { ...action, changes: again }));
      again = [];
    });
  }
  outbox.onShownChange(({ recordId, datasetId, saved, elsewhere }) => {
    if (datasetId !== datasetKey) return;
    const entry = outbox.entryOf(recordId);
    const before = refused.get(recordId);
    refused.delete(recordId);
    if (saved === "failed" || elsewhere) {
      const now = entry && refusedWrite(history.past, entry);
      if (now) refused.set(recordId, now);
      set({ past: withoutWrites(history.past, recordId), future: withoutWrites(history.future, recordId) });
    } else if (before !== undefined && before.intentId === entry?.intentId) tryAgain(before, entry.base);
  });
  /** True if Ctrl+Z would undo this action now. */
  const isLast = ({ id }: TaskAction) => history.past.at(-1)?.id === id;
  return { state: () => history, onChange: changed.on, set, isLast };
}

type RefusedWrite = { readonly action: TaskAction; readonly change: RecordChange; readonly intentId: string };

/** The last write to a record, if the outbox entry was refused for it. */
function refusedWrite(past: readonly TaskAction[], entry: OutboxEntry): RefusedWrite | null {
  for (const action of past.toReversed())
    for (const change of action.changes)
      if (change.key === entry.recordId && change.response !== null)
        return saysTheSame(change.response.after, wanted(entry)) ? { action, change, intentId: entry.intentId } : null;
  return null;
}

/**
 * The actions without their writes to a record that were refused or overwritten. To undo or redo such a write would overwrite
 * the current state (TST-11). An edit of the same action can still be restored, unless the refusal already restored it.
 */
function withoutWrites(actions: readonly TaskAction[], key: string): readonly TaskAction[] {
  return actions
    .map((action) => ({ ...action, changes: action.changes.flatMap((change) => unwritten(change, key)) }))
    .filter(({ changes }) => changes.length > 0);
}

function unwritten(change: RecordChange, key: string): readonly RecordChange[] {
  const { response, typed } = change;
  if (change.key !== key || response === null) return [change];
  return response.after.status === "submitted" || typed.before === null ? [] : [{ ...change, response: null }];
}
