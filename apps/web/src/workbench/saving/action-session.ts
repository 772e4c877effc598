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
import { perDataset } from "../../lib/outbox/per-dataset.ts";

/** The last action, for the line in the foot (design/shell.md#toasts). */
export type ActionMessage = {
  /** A record that was skipped holds what it held: there is nothing to take back. */
  readonly kind: ActionKind | "skipped";
  /** Null for a record without a number. */
  readonly position: number | null;
  readonly recordId: string;
  /** Records it was done to. */
  readonly count: number;
  readonly undone: boolean;
};

/** A change of a form that was not sent, with the ways back and forth. */
export type FormStep = { readonly text: string; readonly undo: () => void; readonly redo: () => void };
type FormSteps = UndoHistory<FormStep>;
/** The last of them, for the line in the foot; `undone`: all of them were taken back. */
export type FormChange = { readonly text: string; readonly undone: boolean };

type ActionState = {
  readonly history: UndoHistory;
  readonly message: ActionMessage | null;
  /** in the forms on the page, until something is done to a record or it is left */
  readonly steps: FormSteps;
};
export type ActionSession = ReturnType<typeof createSession>;

const NO_STEPS: FormSteps = { past: [], future: [] };

export function changeIn({ past, future }: FormSteps): FormChange | null {
  const step = past.at(-1) ?? future.at(-1);
  return step === undefined ? null : { text: step.text, undone: past.length === 0 };
}

/** What the user did in a dataset since they signed in or opened the page. */
export const actionSession = perDataset(createSession);

function createSession(outbox: OutboxService) {
  let state: ActionState = { history: EMPTY_UNDO_HISTORY, message: null, steps: NO_STEPS };
  const begun = outbox.confirmed.mark();
  const changed = createEmitter<void>();
  const acted = createEmitter<Action & { readonly undone: boolean }>();
  return {
    state: () => state,
    onChange: changed.on,
    /** Every action when it is done, taken back or done once more. */
    onAction: acted.on,
    /** Only the line in the foot changes. */
    tellSkipped(recordId: string, position: number | null): void {
      state = { ...state, message: { kind: "skipped", position, recordId, count: 1, undone: false }, steps: NO_STEPS };
      changed.emit();
    },
    /** Null: nothing of them can be taken back any more. */
    tellStep(step: FormStep | null): void {
      if (step === null && state.steps === NO_STEPS) return;
      state = { ...state, steps: step === null ? NO_STEPS : perform(state.steps, step) };
      changed.emit();
    },
    /** False where there is none to take back, or to do once more. */
    stepTo(to: "before" | "after"): boolean {
      const step = to === "before" ? undo(state.steps) : redo(state.steps);
      if (step === null) return false;
      state = { ...state, steps: step.history };
      if (to === "before") step.action.undo();
      else step.action.redo();
      changed.emit();
      return true;
    },
    /** What the server told of a record in this session, null where it has no response any more. */
    known: (recordId: string) => outbox.confirmed.of(recordId, begun),
    /** The history alone; what is said comes when it is kept. */
    step(history: UndoHistory): void {
      state = { ...state, history, steps: NO_STEPS };
      changed.emit();
    },
    set(history: UndoHistory, action: Action, undone: boolean): void {
      const { kind, position, changes } = action;
      const recordId = changes.at(-1)?.recordId ?? "";
      state = { history, message: { kind, position, undone, recordId, count: changes.length }, steps: NO_STEPS };
      changed.emit();
      acted.emit({ ...action, undone });
    },
  };
}
