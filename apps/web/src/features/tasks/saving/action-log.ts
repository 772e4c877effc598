import type { AnswerDraft } from "@postil/domain/outbox/answer-draft";
import { perform, type UndoHistory } from "@postil/domain/outbox/undo";
import type { OwnResponse } from "@postil/domain/records/record-status";
import type { TaskView } from "@postil/domain/tasks/task-view";
import { createEmitter } from "../../../lib/emitter.ts";
import type { OutboxService } from "../../../lib/outbox/outbox-service.ts";

/** What an action did to one record: to what is on the server, where it wrote, and to what is kept and not validated. */
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
  | "reset"
  | "letGo";
export type TaskAction = {
  readonly kind: TaskActionKind;
  readonly changes: readonly RecordChange[];
  /** where it was done, so that who takes it back sees what they take back */
  readonly view: TaskView;
};

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
  const log = mine.get(datasetKey) ?? createLog();
  mine.set(datasetKey, log);
  return log;
}

function createLog() {
  let history: UndoHistory<TaskAction> = { past: [], future: [] };
  const changed = createEmitter<void>();
  return {
    state: () => history,
    onChange: changed.on,
    set(next: UndoHistory<TaskAction>): void {
      history = next;
      changed.emit();
    },
  };
}
