import { type OutboxEntry, wanted } from "@postil/domain/outbox/outbox-entry";
import { intentFor, perform, redo, type UndoHistory, undo } from "@postil/domain/outbox/undo";
import { type AnswerDraft, asKnown, type OwnResponse, saysTheSame } from "@postil/domain/records/labeled-record";
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
import type { Answer, ShownTaskRecord, ShownTextRecord } from "@postil/domain/tasks/shown-record";
import type { TaskView } from "@postil/domain/tasks/task-view";
import { useCallback, useMemo, useSyncExternalStore } from "react";
import type { DraftService } from "../../../lib/drafts/draft-service.ts";
import { useDraftService } from "../../../lib/drafts/use-drafts.ts";
import { createEmitter } from "../../../lib/emitter.ts";
import { newId } from "../../../lib/new-id.ts";
import type { OutboxService, Wish } from "../../../lib/outbox/outbox-service.ts";
import { perDataset, useOutboxService } from "../../../lib/outbox/use-outbox.ts";

/**
 * The effect of an action on one record: on the server's response, if it wrote one, and on the local draft that is not
 * validated.
 */
type RecordChange = {
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
function withAction(history: UndoHistory<TaskAction>, action: TaskAction, writesOn: boolean): UndoHistory<TaskAction> {
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

export type AnswerChange = {
  readonly record: ShownTaskRecord;
  readonly answer: Answer;
  /** The labels in the answer that no user pressed; absent if this action pressed none. */
  readonly untouched?: readonly string[];
};

/**
 * The actions on records of a task dataset (TST-01 to TST-08, TST-18). Each uses the record's shown status, shows its result
 * at once, and can be undone. A write that the server refuses comes back as an edit. The object is stable between renders.
 */
export type RecordActions = {
  /** Keeps answers without validating them: the record becomes Edited, unless the answer is the same as before. */
  readonly edit: (...changes: AnswerChange[]) => void;
  /** Writes the shown answers under the user's name; a validated record loses its status instead (TST-04). */
  readonly validate: (records: readonly ShownTaskRecord[]) => void;
  /**
   * Writes answers at once, for example when a single label is chosen (TAN-06). Returns false if it did nothing; then typed
   * text must be kept.
   */
  readonly answer: (...changes: AnswerChange[]) => boolean;
  /** Discards records; a discarded record loses its status instead (TST-04). */
  readonly discard: (records: readonly ShownTaskRecord[]) => void;
  /** Empties the answers without validating. */
  readonly clear: (records: readonly ShownTaskRecord[]) => void;
  /** Restores the server's state (TST-02, TST-08). */
  readonly reset: (records: readonly ShownTaskRecord[]) => void;
  /** Removes annotations from the server, and with them the status (TST-05). */
  readonly resetAnnotation: (...records: ShownTextRecord[]) => void;
};

export type TaskActions = RecordActions & { readonly undo: () => void; readonly redo: () => void };

type ActionOptions = {
  readonly datasetKey: string;
  readonly username: string;
  /** The view that the page shows now; the function is stable between renders. */
  readonly viewNow: () => TaskView;
  /** Called for each action, undo or redo, before its writes are sent. */
  readonly onAction: (action: TaskAction, undone: boolean) => void;
  /** True if the user can have seen the record that the key press would answer; stable between renders. */
  readonly isSeen: () => boolean;
};

/** Writes to records go through the outbox; answers that are not validated yet are drafts in this browser (TST-08, TST-14). */
export function useTaskActions({ datasetKey, username, viewNow, onAction, isSeen }: ActionOptions) {
  const outbox = useOutboxService();
  const drafts = useDraftService();
  const log = actionLog(outbox, datasetKey);
  const history = useSyncExternalStore(log.onChange, log.state);
  const actions = useMemo((): TaskActions => {
    const doer = createDoer({ outbox, drafts, datasetKey, viewNow, onAction, isSeen });
    return { ...recordActions(doer, drafts, username), undo: doer.undo, redo: doer.redo };
  }, [outbox, drafts, datasetKey, username, viewNow, onAction, isSeen]);
  return { actions, canUndo: history.past.length > 0, canRedo: history.future.length > 0 };
}

type DoerParts = Omit<ActionOptions, "username"> & { readonly outbox: OutboxService; readonly drafts: DraftService };
type Doer = ReturnType<typeof createDoer>;

function createDoer({ outbox, drafts, datasetKey, viewNow, onAction, isSeen }: DoerParts) {
  const log = actionLog(outbox, datasetKey);

  /** Writes the end state of the changes: `after`, or `before` for an undo. The changes of one action are sent together. */
  function bring({ changes }: TaskAction, step: "do" | "undo" | "redo"): void {
    const [from, to] = step === "undo" ? (["after", "before"] as const) : (["before", "after"] as const);
    const wishOf = ({ key, response }: RecordChange): readonly Wish[] => {
      if (response === null) return [];
      const place = { recordId: key, datasetId: datasetKey, position: null, shownFor: null };
      return [{ ...place, intent: intentFor(response[to]), base: asKnown(response[from]) }];
    };
    outbox.wantAs(step, changes.flatMap(wishOf));
    for (const { key, response, typed } of changes) {
      // A validated write that the server refused is dropped together with its edit.
      if (response === null && typed[to] === null) outbox.abandon(key);
      // Runs after the wish, because the draft in it is released by then.
      drafts.change(datasetKey, key, typed[to]);
    }
  }

  return {
    /** Returns false if nothing is done: there is no change, or the user cannot have seen the record (FRS-16). */
    act(kind: TaskActionKind, changes: readonly RecordChange[], writesOn = false): boolean {
      // Typed text is kept from its first letter on.
      if (changes.length === 0 || (!writesOn && !isSeen())) return false;
      const action = { id: newId(), kind, changes, view: viewNow() };
      log.set(withAction(log.state(), action, writesOn));
      onAction(action, false);
      bring(action, "do");
      return true;
    },
    undo(): void {
      const step = undo(log.state());
      if (step === null) return;
      bring(step.action, "undo");
      log.set(step.history);
      onAction(step.action, true);
    },
    redo(): void {
      const step = redo(log.state());
      if (step === null) return;
      log.set(step.history);
      onAction(step.action, false);
      bring(step.action, "redo");
    },
  };
}

function recordActions({ act }: Doer, drafts: DraftService, username: string): RecordActions {
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
  const writeEach = (
    kind: TaskActionKind,
    records: readonly ShownTaskRecord[],
    after: (of: ShownTaskRecord) => OwnResponse,
  ) => {
    const changes = records.map((record) => writes(record, after(record)));
    return act(kind, changes);
  };

  return {
    edit: (...changes) =>
      act("edited", changes.map(editTo), changes.length === 1 && changes[0]?.record.task === "Text2Text"),
    answer: (...changes) => {
      const written = changes.map(({ record, answer }) =>
        writes(record, validated(shownWith(record, answer), username)),
      );
      return act("validated", written);
    },
    validate(records) {
      if (takesBack("validate", records)) writeEach("unvalidated", records, withoutStatus);
      else writeEach("validated", records.filter(mayValidate), (record) => validated(record, username));
    },
    discard(records) {
      const open = records.filter(({ status }) => status !== "Discarded");
      if (takesBack("discard", records)) writeEach("undiscarded", records, withoutStatus);
      else writeEach("discarded", open, discarded);
    },
    clear(records) {
      const changes = records.map((record) => editTo({ record, answer: cleared(record), untouched: [] }));
      act("cleared", changes);
    },
    reset(records) {
      const typed = records.filter(({ key }) => typedOf(key) !== null);
      const changes = typed.map((record) => keeps(record, null));
      act("reset", changes);
    },
    resetAnnotation: (...records) => writeEach("annotationReset", records, withoutAnnotation),
  };
}

/**
 * Records the actions on a task dataset for the pace. Its code loads with the first action. It shows nothing, and a failure
 * does no harm.
 */
export function useNotedActions(datasetKey: string): (action: TaskAction, undone: boolean) => void {
  const { userId } = useOutboxService();
  return useCallback(
    ({ changes: all }, undone) => {
      const changes = all.flatMap(({ key, response }) => (response === null ? [] : [{ recordId: key, ...response }]));
      import("../../../workbench/frame/use-work-day.ts")
        .then(({ noteDone }) => noteDone(userId, datasetKey, { changes, undone }))
        // If the page is about to reload, there is neither code nor an error (ERR-05).
        .catch((error: unknown) => console.warn("The pace of this visit is not noted", error));
    },
    [userId, datasetKey],
  );
}
