import { changedPart, cutText } from "../records/changed-part.ts";
import type { HistoryPerson } from "../records/response-history.ts";
import { sameJson } from "../same-json.ts";
import type { Micros } from "../time.ts";
import { textOfAnnotation } from "./annotation-text.ts";
import type { TaskDocument, TaskStatus } from "./task-record.ts";

/** What of a record its history tells by name when it changes, beside the status. */
export const CHANGED_PARTS = ["annotation", "prediction", "text", "inputs", "tokens", "metadata"] as const;
export type ChangedPart = (typeof CHANGED_PARTS)[number];

/** A record as the history keeps it: its annotation as people read it, because the text that it marks may change. */
export type TaskRecordState = { readonly status: TaskStatus; readonly annotation: string | null };

/** What one call did to a record; a state of null: it was not there. */
export type TaskRecordStep = {
  readonly before: TaskRecordState | null;
  readonly after: TaskRecordState;
  /** What else of the record differs; of a new one nothing is told. */
  readonly changed: readonly ChangedPart[];
};

/** One step with who took it. */
export type TaskHistoryEntry = TaskRecordStep & {
  /** Later steps have larger ones. */
  readonly id: number;
  readonly at: Micros;
  /** Null: a user who is deleted. */
  readonly actor: HistoryPerson | null;
};

/** Null where nothing is worth telling: a new record that nobody annotated, a log that changed nothing. */
export function stepBetween(before: TaskDocument | null, after: TaskDocument): TaskRecordStep | null {
  const is = stateOf(after);
  if (!before) return is.status === "Default" && is.annotation === null ? null : { before, after: is, changed: [] };
  const was = stateOf(before);
  const changed = CHANGED_PARTS.filter((part) => !sameJson(partOf(before, part), partOf(after, part)));
  return changed.length === 0 && was.status === is.status ? null : { before: was, after: is, changed };
}

/** Absent is null. Of text classification the text for search is that of the inputs. */
function partOf(document: TaskDocument, part: ChangedPart): unknown {
  if (part === "text" && "inputs" in document) return null;
  return (document as { readonly [P in ChangedPart]?: unknown })[part] ?? null; // those of its task
}

const stateOf = (document: TaskDocument): TaskRecordState => ({
  status: document.status,
  annotation: document.annotation ? textOfAnnotation(document.text, document.annotation) : null,
});

/** UTF-16 units. */
const LONGEST_SHOWN = 2000;

/** Both states with annotations short enough to be shown: of long ones what lies around the change. */
export function shownStates({ before, after }: TaskRecordStep): Pick<TaskRecordStep, "before" | "after"> {
  const [was, is] = [before?.annotation ?? null, after.annotation];
  const shown = was !== null && is !== null && was !== is ? changedPart(was, is) : { before: cut(was), after: cut(is) };
  return {
    before: before && { ...before, annotation: shown.before },
    after: { ...after, annotation: shown.after },
  };
}

const cut = (text: string | null): string | null => text && cutText(text, LONGEST_SHOWN);
