import {
  type Action,
  type ActionKind,
  EMPTY_UNDO_HISTORY,
  perform,
  redo,
  type UndoHistory,
  undo,
} from "@postil/domain/outbox/undo";
import { createEmitter } from "../../lib/emitter.ts";
import type { OutboxService } from "../../lib/outbox/outbox-service.ts";
import { perDataset } from "../../lib/outbox/use-outbox.ts";

/** The last action, for the notice in the foot (design/shell.md#toasts). */
export type ActionMessage = {
  /** A skipped record is not changed, so there is nothing to undo. */
  readonly kind: ActionKind | "skipped";
  /** Null for a record without a number. */
  readonly position: number | null;
  readonly recordId: string;
  /** Number of records that the action changed. */
  readonly count: number;
  readonly undone: boolean;
};

/** A change in a form that was not sent, with functions to undo and redo it. */
export type FormStep = {
  readonly text: string;
  readonly undo: () => void;
  readonly redo: () => void;
  /** The question whose text is being written. What is written there without another change between is one step. */
  readonly writes?: string;
};
type FormSteps = UndoHistory<FormStep>;
/** The last change in a form, for the notice in the foot. `undone`: all changes were undone. */
export type FormChange = { readonly text: string; readonly undone: boolean };

type ActionState = {
  readonly history: UndoHistory;
  readonly message: ActionMessage | null;
  /** changes in the page's forms; cleared by an action on a record, or when the record is left */
  readonly steps: FormSteps;
};
export type ActionSession = ReturnType<typeof createSession>;

const NO_STEPS: FormSteps = { past: [], future: [] };

export function changeIn({ past, future }: FormSteps): FormChange | null {
  const step = past.at(-1) ?? future.at(-1);
  return step === undefined ? null : { text: step.text, undone: past.length === 0 };
}

/** The user's actions in a dataset since they signed in or opened the page. */
export const actionSession = perDataset(createSession);

function createSession(outbox: OutboxService) {
  let state: ActionState = { history: EMPTY_UNDO_HISTORY, message: null, steps: NO_STEPS };
  const begun = outbox.confirmed.mark();
  const changed = createEmitter<void>();
  const acted = createEmitter<Action & { readonly undone: boolean }>();
  return {
    state: () => state,
    onChange: changed.on,
    /** Called for every action: done, undone or redone. */
    onAction: acted.on,
    /** Changes only the notice in the foot. */
    tellSkipped(recordId: string, position: number | null): void {
      state = { ...state, message: { kind: "skipped", position, recordId, count: 1, undone: false }, steps: NO_STEPS };
      changed.emit();
    },
    /** Null: the earlier changes can no longer be undone. */
    tellStep(step: FormStep | null): void {
      if (step === null && state.steps === NO_STEPS) return;
      const { past, future } = state.steps;
      const last = past.at(-1);
      if (step?.writes !== undefined && step.writes === last?.writes) {
        state = { ...state, steps: perform({ past: past.slice(0, -1), future }, { ...step, undo: last.undo }) };
        // The notice says the same, so that typing draws the page no more often than before.
        if (future.length === 0) return;
      } else state = { ...state, steps: step === null ? NO_STEPS : perform(state.steps, step) };
      changed.emit();
    },
    /** False if there is no change to undo, or to redo. */
    stepTo(to: "before" | "after"): boolean {
      const step = to === "before" ? undo(state.steps) : redo(state.steps);
      if (step === null) return false;
      state = { ...state, steps: step.history };
      if (to === "before") step.action.undo();
      else step.action.redo();
      changed.emit();
      return true;
    },
    /** The last confirmed response of a record in this session. Null when it has no response any more. */
    known: (recordId: string) => outbox.confirmed.of(recordId, begun),
    /** Changes only the history. The notice changes when the step is stored. */
    step(history: UndoHistory): void {
      state = { ...state, history, steps: NO_STEPS };
      changed.emit();
    },
    /** The user is asked first, so nothing was done yet, and there is nothing to say in the foot. */
    asks(history: UndoHistory): void {
      state = { ...state, history, message: null };
      changed.emit();
    },
    /** `steps`: the changes of a form that the action leaves as it is. */
    set(history: UndoHistory, action: Action, undone: boolean, steps: FormSteps = NO_STEPS): void {
      const { kind, position, changes } = action;
      const recordId = changes.at(-1)?.recordId ?? "";
      state = { history, message: { kind, position, undone, recordId, count: changes.length }, steps };
      changed.emit();
      acted.emit({ ...action, undone });
    },
  };
}
