import { sameJson } from "../objects.ts";
import type { HistoryPerson } from "../records/labeled-record.ts";
import { previewOf } from "../records/record-preview.ts";
import { changedPart, cutText } from "../text/word-diff.ts";
import type { Micros } from "../time.ts";
import { textOfAnnotation } from "./annotation-part.ts";
import type { TaskDocument, TaskStatus } from "./task-record.ts";

/** The parts of a record, besides the status, whose changes the history names. */
export const CHANGED_PARTS = ["annotation", "prediction", "text", "inputs", "tokens", "metadata"] as const;
type ChangedPart = (typeof CHANGED_PARTS)[number];

/**
 * A record's state in the history. Its annotation is text for people, because the record's own text may change later.
 */
type TaskRecordState = { readonly status: TaskStatus; readonly annotation: string | null };

/** The change that one call made to a record; `before` is null if the record did not exist. */
export type TaskRecordStep = {
  readonly before: TaskRecordState | null;
  readonly after: TaskRecordState;
  /** The other parts that changed; empty for a new record. */
  readonly changed: readonly ChangedPart[];
};

export type TaskHistoryEntry = TaskRecordStep & {
  /** Later steps have larger ids. */
  readonly id: number;
  readonly at: Micros;
  /** Null: the user is deleted. */
  readonly actor: HistoryPerson | null;
};

/** Null if there is nothing to show: a new record without annotation, or no changes. */
export function stepBetween(before: TaskDocument | null, after: TaskDocument): TaskRecordStep | null {
  const is = stateOf(after);
  if (!before) return is.status === "Default" && is.annotation === null ? null : { before, after: is, changed: [] };
  const was = stateOf(before);
  const changed = CHANGED_PARTS.filter((part) => !sameJson(partOf(before, part), partOf(after, part)));
  return changed.length === 0 && was.status === is.status ? null : { before: was, after: is, changed };
}

/** Null if absent. The text of text classification is left out: it is made from the inputs. */
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

/** The list text of a flagged record: its text, or for text classification the first input with content. */
export const taskPreview = (document: TaskDocument): string =>
  previewOf("inputs" in document ? Object.values(document.inputs).flat() : [document.text]);
