import { type Action, type ActionKind, EMPTY_UNDO_HISTORY, type UndoHistory } from "@postil/domain/outbox/undo";
import { createEmitter } from "../../lib/emitter.ts";
import type { OutboxService } from "../../lib/outbox/outbox-service.ts";

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

/** What was changed in the form of the record on screen and not sent, with the way back; until something is done to a record. */
export type FormChange = { readonly text: string; readonly undo: () => void };

type ActionState = {
  readonly history: UndoHistory;
  readonly message: ActionMessage | null;
  readonly change: FormChange | null;
};
export type ActionSession = ReturnType<typeof createSession>;

const sessions = new WeakMap<OutboxService, Map<string, ActionSession>>();

/** What the user did in a dataset since they signed in or opened the page; it goes with their outbox. */
export function actionSession(outbox: OutboxService, datasetId: string): ActionSession {
  const mine = sessions.get(outbox) ?? new Map<string, ActionSession>();
  sessions.set(outbox, mine);
  const session = mine.get(datasetId) ?? createSession(outbox);
  mine.set(datasetId, session);
  return session;
}

function createSession(outbox: OutboxService) {
  let state: ActionState = { history: EMPTY_UNDO_HISTORY, message: null, change: null };
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
      state = { ...state, message: { kind: "skipped", position, recordId, count: 1, undone: false }, change: null };
      changed.emit();
    },
    tellChange(change: FormChange | null): void {
      if (state.change === change) return;
      state = { ...state, change };
      changed.emit();
    },
    /** What the server told of a record in this session, null where it has no response any more. */
    known: (recordId: string) => outbox.confirmed.of(recordId, begun),
    set(history: UndoHistory, action: Action, undone: boolean): void {
      const { kind, position, changes } = action;
      const recordId = changes.at(-1)?.recordId ?? "";
      state = { history, message: { kind, position, undone, recordId, count: changes.length }, change: null };
      changed.emit();
      acted.emit({ ...action, undone });
    },
  };
}
