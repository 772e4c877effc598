import { shownResponse } from "@postil/domain/outbox/outbox-entry";
import {
  type Action,
  type ActionKind,
  intentFor,
  perform,
  putInPlace,
  type ResponseChange,
  redo,
  takesUp,
  typedAfter,
  type UndoHistory,
  undo,
  withForms,
} from "@postil/domain/outbox/undo";
import {
  asKnown,
  isAsLeft,
  type OwnResponse,
  type ResponseStatus,
  type ResponseValues,
} from "@postil/domain/records/labeled-record";
import { useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import type { Drafts } from "../../../lib/drafts/use-drafts.ts";
import type { OutboxService, Wish } from "../../../lib/outbox/outbox-service.ts";
import { useOutboxService } from "../../../lib/outbox/use-outbox.ts";
import { usePreference } from "../../../lib/preferences/store.ts";
import { tellCodeMissing } from "../../../lib/toasts/store.ts";
import { useLatest } from "../../../lib/use-latest.ts";
import {
  type ActionMessage,
  actionSession,
  changeIn,
  type FormChange,
  type FormStep,
} from "../../../workbench/saving/action-session.ts";
import type { RecordQueueHandle } from "./use-record-queue.ts";

type ActionOptions = {
  readonly datasetId: string;
  readonly queue: Pick<RecordQueueHandle, "current" | "advance" | "open" | "committed" | "items" | "reload">;
  readonly drafts: Pick<Drafts, "get" | "change">;
  /** True: submit and discard move to the next record (a preference). */
  readonly autoAdvance: boolean;
  /** Opens the form of the record on screen again: the user was asked, and its content was changed after that. */
  readonly reopen: () => void;
};

type Way = "undo" | "redo";

/**
 * The actions on the record on screen. When one returns, its status shows, the next record is on screen (FRS-13), the answer
 * is being sent, and undo is possible.
 */
export type ResponseActions = {
  /** `values` as the form returns them (FRS-08). */
  readonly submit: (values: ResponseValues) => void;
  readonly saveDraft: (values: ResponseValues) => void;
  readonly discard: (values: ResponseValues) => void;
  /** Empties the form and deletes the response (FAN-19, FRS-09). */
  readonly clear: () => void;
  /** Moves on without an answer. The record returns at the end of the session's queue (design/annotation.md#actions). */
  readonly skip: () => void;
  /** Undoes the last action and shows its record. False when there is none, or when the user is asked first (FRS-17). */
  readonly undo: () => boolean;
  readonly redo: () => boolean;
  /** Undoes the last unsent change in the form. False when there is none. */
  readonly undoChange: () => boolean;
  /**
   * Redoes a change in a form. Also true if the form has changes and none was undone: a redo of an earlier action would
   * overwrite them.
   */
  readonly redoChange: () => boolean;
  readonly tellStep: (step: FormStep | null) => void;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly message: ActionMessage | null;
  readonly change: FormChange | null;
};

const STATUS_OF: { readonly [Kind in Exclude<ActionKind, "cleared">]: ResponseStatus } = {
  submitted: "submitted",
  draft: "draft",
  discarded: "discarded",
};
const GOES_ON: ReadonlySet<ActionKind> = new Set(["submitted", "discarded"]);

export function useResponseActions(options: ActionOptions): ResponseActions {
  const { datasetId, queue, drafts, autoAdvance } = options;
  const outbox = useOutboxService();
  const session = actionSession(outbox, datasetId);
  const { history, message, steps } = useSyncExternalStore(session.onChange, session.state);
  const shownFor = useShownFor(queue.current?.record.id);
  const readAnew = useReadAnew(outbox, queue);
  /** True if a record of these changes is on screen. */
  const reopenIf = useLatest((changes: readonly ResponseChange[]) => {
    const isShown = changes.some(({ recordId }) => recordId === queue.current?.record.id);
    if (isShown) options.reopen();
    return isShown;
  });

  return useMemo(() => {
    const goesOn = (kind: ActionKind) => autoAdvance && GOES_ON.has(kind);
    const typedIn = (recordId: string) => drafts.get(recordId)?.answers ?? null;

    function act(kind: ActionKind, after: OwnResponse | null): void {
      const item = queue.current;
      if (item === null) return;
      const { position, response: before } = item;
      const recordId = item.record.id;
      const typed = typedIn(recordId);
      const intent = intentFor(after);
      outbox.want({ recordId, datasetId, position, shownFor: shownFor(), intent, base: asKnown(before) });
      const action = { kind, position, changes: [{ recordId, before, after, typed }] };
      session.set(perform(session.state().history, action), action, false);
      if (kind === "cleared") drafts.change(recordId, null);
      if (goesOn(kind)) queue.advance();
    }

    function save(kind: keyof typeof STATUS_OF, values: ResponseValues): void {
      act(kind, { id: null, status: STATUS_OF[kind], values, updatedAt: null });
    }

    function nowOf(change: ResponseChange, way: Way): OwnResponse | null {
      const entry = outbox.entryOf(change.recordId);
      if (entry !== undefined) return shownResponse(entry);
      const known = session.known(change.recordId);
      return known !== undefined ? known : way === "undo" ? change.after : change.before;
    }

    /** The changes whose record was changed since, here or in another tab. The server reports changes from other browsers. */
    const movedIn = ({ changes }: Action, way: Way) =>
      changes.filter((change) => !isAsLeft(nowOf(change, way), [change.before, change.after]));

    /**
     * Restores the responses of some of an action's records, to before or after it, and the content of their forms. Returns the
     * action with what stood in these forms until now.
     */
    function bring(action: Action, changes: readonly ResponseChange[], way: Way): Action {
      if (changes.length === 0) return action;
      const wishOf = ({ recordId, before, after }: ResponseChange): Wish => {
        const confirmed = session.known(recordId);
        const base = confirmed === undefined ? asKnown(before) : confirmed;
        const intent = intentFor(way === "undo" ? before : after);
        return { recordId, datasetId, position: action.position, shownFor: null, intent, base };
      };
      const kept = withForms(action, way === "undo" ? "left" : "typed", typedIn, changes);
      outbox.wantAs(way, changes.map(wishOf));
      for (const change of changes) {
        const typed = typedAfter(change, way);
        if (typed !== undefined) drafts.change(change.recordId, typed);
      }
      return kept;
    }

    /** Asks about the records of an action that were changed since. They stay as they are until the user decides (FRS-17). */
    function ask(action: Action, moved: readonly ResponseChange[], way: Way): void {
      const anyway = () => {
        const { history, steps } = session.state();
        const brought = bring(action, moved, way);
        const isShown = reopenIf(moved);
        const done = { ...action, changes: moved };
        session.set(putInPlace(history, action, brought), done, way === "undo", isShown ? undefined : steps);
      };
      import("../../../workbench/saving/tell-changed.ts")
        .then(({ recordName, tellChanged }) =>
          tellChanged({
            ...{ datasetId, step: way, record: moved.length === 1 ? recordName(action.position) : null },
            now: moved.map((change) => nowOf(change, way)),
            onAnyway: anyway,
            onLeave: () => undefined,
          }),
        )
        .catch(tellCodeMissing);
    }

    /** Undo shows the record of an action. A bulk action has no single record, and in bulk view all records stay in place. */
    const goesTo = ({ changes }: Action) => changes.length === 1 && queue.committed.size === null;
    function show(action: Action): void {
      for (const { recordId } of action.changes) if (goesTo(action)) queue.open(recordId);
    }

    /** For many records, the notice shows once the step is stored (FBU-14). */
    function tell(next: UndoHistory, action: Action, done: Action, undone: boolean): void {
      const say = (history: UndoHistory) => session.set(history, done, undone);
      if (action.changes.length === 1) {
        say(next);
      } else {
        session.step(next);
        readAnew(done);
        void outbox.kept().then(() => say(session.state().history));
      }
    }

    /**
     * Undoes or redoes the last action: restores its responses and the content of their forms, and shows its record. A record that
     * was changed since is asked about instead (FRS-17). False when nothing was undone or redone.
     */
    function travel(way: Way): boolean {
      const undoes = way === "undo";
      const step = (undoes ? undo : redo)(session.state().history);
      if (step === null) return false;
      const { action } = step;
      const moved = movedIn(action, way);
      const rest = action.changes.filter((change) => !moved.includes(change));
      if (undoes && rest.length > 0) redoSteps(action);
      const brought = bring(action, rest, way);
      const history = putInPlace(step.history, action, brought);
      if (moved.length > 0) ask(brought, moved, way);
      show(action);
      if (rest.length === 0) session.asks(history);
      else tell(history, action, { ...action, changes: rest }, undoes);
      return rest.length > 0;
    }

    /** Changes of the form that were undone since the action come back with its redo (FRS-20). */
    function redoSteps(action: Action): void {
      const { current } = queue;
      const isHere = ({ recordId }: ResponseChange) =>
        current !== null && recordId === current.record.id && takesUp(current.response);
      if (goesTo(action) && action.changes.every(isHere)) while (session.stepTo("after"));
    }

    return {
      submit: (values: ResponseValues) => save("submitted", values),
      saveDraft: (values: ResponseValues) => save("draft", values),
      discard: (values: ResponseValues) => save("discarded", values),
      clear: () => act("cleared", null),
      skip(): void {
        const item = queue.current;
        const move = queue.advance();
        const comesBack = item?.status === queue.committed.criteria.status && (move === "moved" || move === "waiting");
        if (item !== null && comesBack) session.tellSkipped(item.record.id, item.position);
      },
      undo: () => travel("undo"),
      redo(): boolean {
        const action = session.state().history.future.at(-1);
        const done = travel("redo");
        if (action && done && goesOn(action.kind) && goesTo(action)) queue.advance();
        return done;
      },
      undoChange: () => session.stepTo("before"),
      redoChange: () => session.stepTo("after") || session.state().steps.past.length > 0,
      tellStep: session.tellStep,
      canUndo: history.past.length > 0 || steps.past.length > 0,
      canRedo: steps.future.length > 0 || (steps.past.length === 0 && history.future.length > 0),
      message,
      change: changeIn(steps),
    };
  }, [outbox, session, history, message, steps, queue, drafts, autoAdvance, datasetId, shownFor, readAnew, reopenIf]);
}

/**
 * After an undo or redo on many records, some may not be on the current page. The list is then reloaded once the changes have
 * arrived (FBU-15).
 */
function useReadAnew(outbox: OutboxService, { items, reload }: ActionOptions["queue"]): (action: Action) => void {
  const awaited = useRef<readonly string[]>([]);
  const lacks = useLatest((recordId: string) => items.every(({ record }) => record.id !== recordId));
  const look = useLatest(() => {
    if (awaited.current.length === 0 || awaited.current.some((id) => outbox.entryOf(id)?.failure === null)) return;
    awaited.current = [];
    void reload();
  });
  useEffect(() => outbox.onChange(look), [outbox, look]);
  return useLatest(({ changes }: Action) => {
    const recordIds = changes.map(({ recordId }) => recordId);
    if (recordIds.some(lacks)) awaited.current = recordIds;
    look();
  });
}

/** The time that the record has been on screen, ms. */
function useShownFor(recordId: string | undefined): () => number {
  const since = useRef(performance.now());
  // biome-ignore lint/correctness/useExhaustiveDependencies: the clock starts anew with every record.
  useEffect(() => {
    since.current = performance.now();
  }, [recordId]);
  return useMemo(() => () => performance.now() - since.current, []);
}

/** After this time without a change, the form is saved as a draft on the server, ms. */
export const IDLE_DRAFT = 10_000;

/**
 * An option, off by default: the user must choose to save drafts on the server (design/annotation.md#drafts). `form`: the
 * form's state, a new object after every change. `worthSaving`: true if it has changes to save.
 */
export function useIdleDraft(form: object, worthSaving: boolean, saveDraft: () => void): void {
  const [wanted] = usePreference("saveDraftsWhenIdle");
  const saves = wanted && worthSaving;
  const save = useRef(saveDraft);
  save.current = saveDraft;
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the form begins the wait anew.
  useEffect(() => {
    if (!saves) return;
    const timer = setTimeout(() => save.current(), IDLE_DRAFT);
    return () => clearTimeout(timer);
  }, [saves, form]);
}
