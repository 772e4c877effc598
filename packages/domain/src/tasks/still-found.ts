import type { KnownResponse } from "../records/record-status.ts";
import { annotationOf } from "./record-edit.ts";
import { saidValues } from "./search-values.ts";
import type { StoredTaskRecord } from "./shown-record.ts";
import type { TaskFilters } from "./task-view.ts";

type Asked = Pick<TaskFilters, "status" | "annotated_by" | "annotated_as" | "predicted">;

/**
 * True if the filters still find a record after this response was saved. It decides as the server does, and checks only
 * filters on people's answers, because only those values can have changed.
 */
export function stillFound(record: StoredTaskRecord, saved: KnownResponse, asked: Asked): boolean {
  const { status, annotation } = annotationOf(saved, record.task);
  const said = saidValues({
    prediction: record.prediction ?? undefined,
    annotation: annotation ?? undefined,
    multiLabel: record.task === "TextClassification" && record.multiLabel,
  });
  return (
    holds(asked.status, [status]) &&
    holds(asked.annotated_by, said.annotatedBy) &&
    holds(asked.annotated_as, said.annotatedAs) &&
    (asked.predicted === undefined || said.predicted === asked.predicted)
  );
}

const holds = (asked: readonly string[] | undefined, values: readonly string[]): boolean =>
  asked === undefined || values.some((value) => asked.includes(value));
