import type { KnownResponse } from "../records/record-status.ts";
import { annotationOf } from "./record-edit.ts";
import { agreement, type StoredTaskRecord, type TextRecord } from "./shown-record.ts";
import type { TaskFilters } from "./task-view.ts";

type Asked = Pick<TaskFilters, "status" | "annotated_by" | "annotated_as" | "predicted">;

/** Whether the filters still find a record once this was saved of it: what they ask of people's answers alone can have changed. */
export function stillFound(record: StoredTaskRecord, saved: KnownResponse, asked: Asked): boolean {
  const { status, annotation } = annotationOf(saved, record.task);
  const agents = annotation === null ? [] : [annotation.agent];
  const found = {
    status: holds(asked.status, [status]),
    annotated_by: holds(asked.annotated_by, agents),
    annotated_as: holds(asked.annotated_as, labelsOf(annotation)),
    predicted: asked.predicted === undefined || agreed(record, annotation) !== other(asked.predicted),
  };
  return Object.values(found).every((isFound) => isFound);
}

const holds = (asked: readonly string[] | undefined, values: readonly string[]): boolean =>
  asked === undefined || values.some((value) => asked.includes(value));

function labelsOf(annotation: ReturnType<typeof annotationOf>["annotation"]): readonly string[] {
  if (annotation === null) return [];
  if ("labels" in annotation) return annotation.labels.map(({ class_label }) => class_label);
  return "entities" in annotation ? annotation.entities.map(({ label }) => label) : [];
}

const other = (mark: "ok" | "ko") => (mark === "ok" ? "ko" : "ok");

/** Of other records it is not known here: they count as found. */
const agreed = (record: StoredTaskRecord, annotation: ReturnType<typeof annotationOf>["annotation"]) =>
  // A record of text classification has labels.
  record.task === "TextClassification"
    ? agreement({ ...record, annotation: annotation as TextRecord["annotation"] })
    : null;
