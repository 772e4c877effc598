import { perform, type UndoHistory } from "@postil/domain/outbox/undo";
import type { OwnResponse } from "@postil/domain/records/record-status";
import { createEmitter } from "../../../lib/emitter.ts";
import type { OutboxService } from "../../../lib/outbox/outbox-service.ts";
import { type RefusedWrite, refusedWrite, withoutWrites } from "./refused-writes.ts";
import type { RecordChange, TaskAction } from "./task-action.ts";

/** With an action more. A text that is written on is one edit, however often it was kept meanwhile. */
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

const logs = new WeakMap<OutboxService, Map<string, ActionLog>>();

export type ActionLog = ReturnType<typeof createLog>;

/** What the user did in a dataset since they signed in or opened the page; it goes with their outbox. */
export function actionLog(outbox: OutboxService, datasetKey: string): ActionLog {
  const mine = logs.get(outbox) ?? new Map<string, ActionLog>();
  logs.set(outbox, mine);
  const log = mine.get(datasetKey) ?? createLog(outbox, datasetKey);
  mine.set(datasetKey, log);
  return log;
}

function createLog(outbox: OutboxService, datasetKey: string) {
  let history: UndoHistory<TaskAction> = { past: [], future: [] };
  const changed = createEmitter<void>();
  const refused = new Map<string, RefusedWrite>();
  let again: readonly RecordChange[] = [];
  function set(next: UndoHistory<TaskAction>): void {
    history = next;
    changed.emit();
  }
  /** An action anew, over what is there by now; all that is tried again at once is one. */
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
  return { state: () => history, onChange: changed.on, set };
}
