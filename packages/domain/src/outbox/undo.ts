import { type AnswerDraft, type OwnResponse, unsent } from "../records/labeled-record.ts";
import type { Intent } from "./outbox-entry.ts";

/** Number of actions of a session that can be undone (design/annotation.md#undo). */
export const UNDO_LIMIT = 50;

export type ResponseChange = {
  readonly recordId: string;
  readonly before: OwnResponse | null;
  readonly after: OwnResponse | null;
  /** The content of the form, which is more than the response made from it: undo restores it too. Null for none. */
  readonly typed: AnswerDraft | null;
  /** The content of the form when the change was undone: redo restores it (FRS-20). Absent if it never was undone. */
  readonly left?: AnswerDraft | null;
};

const ACTION_KINDS = ["submitted", "draft", "discarded", "cleared"] as const;
export type ActionKind = (typeof ACTION_KINDS)[number];

export type Action = {
  readonly kind: ActionKind;
  /** The record's number in the session; null for several records, or one outside the queue. */
  readonly position: number | null;
  readonly changes: readonly ResponseChange[];
};

/** Newest last. */
export type UndoHistory<Done = Action> = { readonly past: readonly Done[]; readonly future: readonly Done[] };

export const EMPTY_UNDO_HISTORY: UndoHistory = { past: [], future: [] };

/** Adds an action that can be undone. It clears the actions that could be redone. */
export function perform<Done>({ past }: UndoHistory<Done>, action: Done): UndoHistory<Done> {
  return { past: [...past, action].slice(-UNDO_LIMIT), future: [] };
}

export type Step<Done = Action> = { readonly history: UndoHistory<Done>; readonly action: Done };

/** The action to undo: each record returns to its `before`. Null when there is none. */
export function undo<Done>({ past, future }: UndoHistory<Done>): Step<Done> | null {
  const action = past.at(-1);
  if (action === undefined) return null;
  return { action, history: { past: past.slice(0, -1), future: [...future, action] } };
}

/** The action to redo: each record returns to its `after`. Null when there is none. */
export function redo<Done>({ past, future }: UndoHistory<Done>): Step<Done> | null {
  const action = future.at(-1);
  if (action === undefined) return null;
  return { action, history: { past: [...past, action], future: future.slice(0, -1) } };
}

/**
 * The action with the content of its forms now: as `left` when it is undone, as `typed` when it is redone (FRS-20). `of`: the
 * changes that are undone or redone now.
 */
export const withForms = (
  action: Action,
  as: "typed" | "left",
  typedIn: (recordId: string) => AnswerDraft | null,
  of = action.changes,
): Action => ({
  ...action,
  changes: action.changes.map((one) => (of.includes(one) ? { ...one, [as]: typedIn(one.recordId) } : one)),
});

/** The history with an action in the place of an earlier state of it, such as the one without its forms. */
export function putInPlace<Done>({ past, future }: UndoHistory<Done>, earlier: Done, action: Done): UndoHistory<Done> {
  const put = (all: readonly Done[]) => all.map((one) => (one === earlier ? action : one));
  return { past: put(past), future: put(future) };
}

/**
 * What is kept of a form after an undo or redo; null for nothing. Undefined: the record is answered then, so that its form
 * shows the response, and what else was typed stays as it is. Redo of a save that was refused: what was typed after the
 * refusal is kept beside the response, so that the form offers it (FQU-26), or takes it up if the save is refused again.
 */
export function typedAfter(change: ResponseChange, step: "undo" | "redo"): AnswerDraft | null | undefined {
  const { before, after, typed, left = null } = change;
  if (step === "undo") return takesUp(before) ? typed : undefined;
  if (takesUp(after)) return left;
  return left !== null && unsent(left, after?.values ?? {}) !== null ? left : undefined;
}

/** True if a form that opens with this response takes up what was typed and not sent. */
export const takesUp = (response: OwnResponse | null): boolean => response === null || response.status === "draft";

/**
 * The intent that makes the server hold this response: null removes the created one, else the earlier one is restored.
 */
export function intentFor(response: OwnResponse | null): Intent {
  return response === null ? { kind: "remove" } : { kind: "save", status: response.status, values: response.values };
}
