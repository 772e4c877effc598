import { changedPart, cutText } from "../records/changed-part.ts";
import type { HistoryPerson } from "../records/response-history.ts";
import { sameJson } from "../same-json.ts";
import type { Micros } from "../time.ts";
import { textOfAnnotation } from "./annotation-text.ts";
import type { TaskDocument, TaskStatus } from "./task-record.ts";

/** The parts of a record, besides the status, whose changes the history names. */
export const CHANGED_PARTS = ["annotation", "prediction", "text", "inputs", "tokens", "metadata"] as const;
export type ChangedPart = (typeof CHANGED_PARTS)[number];

/**
 * A record's state in the history. Its annotation is text for people, because the record's own text may change later.
 */
export type TaskRecordState = { readonly status: TaskStatus; readonly annotation: string | null };

/** The change that one call made to a record; `before` is null if the record did not exist. */
export type TaskRecordStep = {
  readonly before: TaskRecordState | null;
  readonly after: TaskRecordState;
  /** The other parts that changed; empty for a new record. */
  readonly changed: readonly ChangedPart[];
};

/** One step with the user who made it. */
export type TaskHistoryEntry = TaskRecordStep & {
  /** Later steps have larger ids. */
  readonly id: number;
  readonly at: Micros;
  /** Null: the user is deleted. */
  readonly actor: HistoryPerson | null;
};

/**
 * The step between two documents. Null if there is nothing to show: a new record without annotation, or a log without
 * changes.
 */
export function stepBetween(before: TaskDocument | null, after: TaskDocument): TaskRecordStep | null {
  const is = stateOf(after);
  if (!before) return is.status === "Default" && is.annotation === null ? null : { before, after: is, changed: [] };
  const was = stateOf(before);
  const changed = CHANGED_PARTS.filter((part) => !sameJson(partOf(before, part), partOf(after, part)));
  return changed.length === 0 && was.status === is.status ? null : { before: was, after: is, changed };
}

/**
 * A part of a document; null if absent. For text classification the text is left out, because it is made from the
 * inputs.
 */
function partOf(document: TaskDocument, part: ChangedPart): unknown {
  if (part === "text" && "inputs" in document) return null;
  return (document as { readonly [P in ChangedPart]?: unknown })[part] ?? null; // the parts of its task
}

const stateOf = (document: TaskDocument): TaskRecordState => ({
  status: document.status,
  annotation: document.annotation ? textOfAnnotation(document.text, document.annotation) : null,
});

/** Longest shown annotation, UTF-16 units. */
const LONGEST_SHOWN = 2000;

/** Both states with annotations short enough to show: long ones are cut to the text around the change. */
export function shownStates({ before, after }: TaskRecordStep): Pick<TaskRecordStep, "before" | "after"> {
  const [was, is] = [before?.annotation ?? null, after.annotation];
  const shown = was !== null && is !== null && was !== is ? changedPart(was, is) : { before: cut(was), after: cut(is) };
  return {
    before: before && { ...before, annotation: shown.before },
    after: { ...after, annotation: shown.after },
  };
}

const cut = (text: string | null): string | null => text && cutText(text, LONGEST_SHOWN);
