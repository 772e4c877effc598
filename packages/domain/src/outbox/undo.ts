import type { AnswerDraft, OwnResponse } from "../records/labeled-record.ts";
import type { Intent } from "./outbox-entry.ts";

/** Number of actions of a session that can be undone (design/annotation.md#undo). */
export const UNDO_LIMIT = 50;

export type ResponseChange = {
  readonly recordId: string;
  readonly before: OwnResponse | null;
  readonly after: OwnResponse | null;
  /** The content of the form, which is more than the response made from it: undo restores it too. Null for none. */
  readonly typed: AnswerDraft | null;
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
  return action === undefined ? null : { action, history: { past: past.slice(0, -1), future: [...future, action] } };
}

/** The action to redo: each record returns to its `after`. Null when there is none. */
export function redo<Done>({ past, future }: UndoHistory<Done>): Step<Done> | null {
  const action = future.at(-1);
  return action === undefined ? null : { action, history: { past: [...past, action], future: future.slice(0, -1) } };
}

/**
 * The intent that makes the server hold this response: null removes the created one, else the earlier one is restored.
 */
export function intentFor(response: OwnResponse | null): Intent {
  return response === null ? { kind: "remove" } : { kind: "save", status: response.status, values: response.values };
}
