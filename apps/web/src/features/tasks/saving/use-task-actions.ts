import type { AnswerDraft } from "@postil/domain/outbox/answer-draft";
import { type OutboxEntry, wanted } from "@postil/domain/outbox/outbox-entry";
import { intentFor, perform, redo, type UndoHistory, undo } from "@postil/domain/outbox/undo";
import { asKnown, type OwnResponse, saysTheSame } from "@postil/domain/records/record-status";
import {
  cleared,
  discarded,
  draftOf,
  isNoChange,
  mayValidate,
  responseBefore,
  shownWith,
  takesBack,
  validated,
  withoutAnnotation,
  withoutStatus,
} from "@postil/domain/tasks/record-edit";
import type { ShownTaskRecord } from "@postil/domain/tasks/shown-record";
import type { TaskView } from "@postil/domain/tasks/task-view";
import { useMemo, useSyncExternalStore } from "react";
import { useDraftService } from "../../../lib/drafts/use-drafts.ts";
import { createEmitter } from "../../../lib/emitter.ts";
import type { OutboxService } from "../../../lib/outbox/outbox-service.ts";
import { useOutboxService } from "../../../lib/outbox/use-outbox.ts";
import type { AnswerChange, RecordActions } from "./record-actions.ts";
import type { RecordChange, TaskAction, TaskActionKind } from "./task-action.ts";

export type TaskActions = RecordActions & {
  readonly undo: () => void;
  readonly redo: () => void;
};

type ActionOptions = {
  readonly datasetKey: string;
  readonly username: string;
  /** What the page shows now; the same function from render to render. */
  readonly viewNow: () => TaskView;
  /** Told of what is done, taken back or done once more, before its answers are on their way. */
  readonly onAction: (action: TaskAction, undone: boolean) => void;
  /** Whether who presses can have seen what the press would answer; the same from render to render. */
  readonly isSeen: () => boolean;
};

/** What is done to records goes through the outbox, what is not validated yet is a draft of this browser (TST-08, TST-14). */
export function useTaskActions({ datasetKey, username, viewNow, onAction, isSeen }: ActionOptions) {
  const outbox = useOutboxService();
  const drafts = useDraftService();
  const log = actionLog(outbox, datasetKey);
  const history = useSyncExternalStore(log.onChange, log.state);

  const actions = useMemo((): TaskActions => {
    const keep = (key: string, typed: AnswerDraft | null) => drafts.change(datasetKey, key, typed);

    /** Writes what the changes end with: `after`, or `before` where the action is taken back. Those of one action go together. */
    function bring({ changes }: TaskAction, step: "do" | "undo" | "redo"): void {
      const [from, to] = step === "undo" ? (["after", "before"] as const) : (["before", "after"] as const);
      const wishes = changes.flatMap(({ key, response }) =>
        response === null
          ? []
          : [
              {
                recordId: key,
                datasetId: datasetKey,
                position: null,
                shownFor: null,
                intent: intentFor(response[to]),
                base: asKnown(response[from]),
              },
            ],
      );
      outbox.wantAs(step, wishes);
      for (const { key, response, typed } of changes) {
        // What was validated and refused is given up with its edit.
        if (response === null && typed[to] === null) outbox.abandon(key);
        // After the wish: what it holds of a draft is let go of by then.
        keep(key, typed[to]);
      }
    }

    /** False: nothing is done, because there is nothing to do, or who asks cannot have seen the record (FRS-16). */
    function act(kind: TaskActionKind, changes: readonly RecordChange[], writesOn = false): boolean {
      // What is typed is kept from its first letter on.
      if (changes.length === 0 || (!writesOn && !isSeen())) return false;
      const action = { kind, changes, view: viewNow() };
      onAction(action, false);
      bring(action, "do");
      log.set(withAction(log.state(), action, writesOn));
      return true;
    }

    const typedOf = (key: string) => drafts.get(key)?.answers ?? null;
    const writes = (record: ShownTaskRecord, after: OwnResponse): RecordChange => ({
      key: record.key,
      response: { before: responseBefore(record), after },
      typed: { before: typedOf(record.key), after: null },
    });
    const keeps = (record: ShownTaskRecord, after: AnswerDraft | null): RecordChange => ({
      key: record.key,
      response: null,
      typed: { before: typedOf(record.key), after },
    });
    const editTo = ({ record, answer, untouched = record.untouched }: AnswerChange) =>
      keeps(record, isNoChange(record, answer, untouched) ? null : draftOf(answer, untouched));

    return {
      edit: (...changes) =>
        act("edited", changes.map(editTo), changes.length === 1 && changes[0]?.record.task === "Text2Text"),
      answer: (...changes) =>
        act(
          "validated",
          changes.map(({ record, answer }) => writes(record, validated(shownWith(record, answer), username))),
        ),
      validate: (records) => {
        const [only] = records;
        if (only !== undefined && takesBack("validate", records))
          return void act("unvalidated", [writes(only, withoutStatus(only))]);
        act(
          "validated",
          records.filter(mayValidate).map((record) => writes(record, validated(record, username))),
        );
      },
      discard: (records) => {
        const [only] = records;
        if (only !== undefined && takesBack("discard", records))
          return void act("undiscarded", [writes(only, withoutStatus(only))]);
        const open = records.filter(({ status }) => status !== "Discarded");
        act(
          "discarded",
          open.map((record) => writes(record, discarded(record))),
        );
      },
      clear: (records) =>
        act(
          "cleared",
          records.map((record) => editTo({ record, answer: cleared(record), untouched: [] })),
        ),
      reset: (records) =>
        act(
          "reset",
          records.filter(({ key }) => typedOf(key) !== null).map((record) => keeps(record, null)),
        ),
      resetAnnotation: (...records) =>
        act(
          "annotationReset",
          records.map((record) => writes(record, withoutAnnotation(record))),
        ),
      undo: () => {
        const step = undo(log.state());
        if (step === null) return;
        bring(step.action, "undo");
        log.set(step.history);
        onAction(step.action, true);
      },
      redo: () => {
        const step = redo(log.state());
        if (step === null) return;
        onAction(step.action, false);
        bring(step.action, "redo");
        log.set(step.history);
      },
    };
  }, [outbox, drafts, log, datasetKey, username, viewNow, onAction, isSeen]);
  return { actions, canUndo: history.past.length > 0, canRedo: history.future.length > 0 };
}

/** With an action more. A text that is written on is one edit, however often it was kept meanwhile. */
function withAction(history: UndoHistory<TaskAction>, action: TaskAction, writesOn: boolean): UndoHistory<TaskAction> {
  const [change] = action.changes;
  const last = history.past.at(-1);
  const [earlier] = last?.changes ?? [];
  if (!writesOn || last?.kind !== "edited" || change === undefined || earlier?.key !== change.key)
    return perform(history, action);
  const typed = { before: earlier.typed.before, after: change.typed.after };
  return { past: [...history.past.slice(0, -1), { ...last, changes: [{ ...change, typed }] }], future: [] };
}

const logs = new WeakMap<OutboxService, Map<string, ActionLog>>();

type ActionLog = ReturnType<typeof createLog>;

/** What the user did in a dataset since they signed in or opened the page; it goes with their outbox. */
function actionLog(outbox: OutboxService, datasetKey: string): ActionLog {
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

/** What an action wrote to a record and the server would not have. */
type RefusedWrite = { readonly action: TaskAction; readonly change: RecordChange; readonly intentId: string };

/** The last that was written to a record, if that is what its entry was refused for. */
function refusedWrite(past: readonly TaskAction[], entry: OutboxEntry): RefusedWrite | null {
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
