import { dateFrom, kindOf, type MetadataKind, readAs, searchable, wholesBeyond } from "@postil/domain/tasks/metadata";
import { searchValues } from "@postil/domain/tasks/search-values";
import type { LastLog, TaskDocument } from "@postil/domain/tasks/task-record";
import { orderText } from "@postil/domain/text/whole-numbers";
import { exactTarget, type FilterValue } from "./filter-targets.ts";
import { TASK_TARGETS, type TaskTargetKind, type TaskTargets } from "./task-targets.ts";

/** The `filter_value` rows of task records: computed from logged data, and written together with it. */

/** The kinds that documents give to new paths. */
export function kindsOfPaths(known: TaskTargets, documents: readonly TaskDocument[]): Map<string, TaskTargetKind> {
  const kinds = new Map<string, TaskTargetKind>();
  for (const document of documents) {
    for (const [key, value] of searchable(document.metadata ?? {})) {
      const path = `metadata.${key}`;
      if (known.has(path) || kinds.has(path)) continue;
      const kind = kindOf(value);
      if (kind) kinds.set(path, kind);
    }
    if (!("inputs" in document)) continue;
    for (const key of Object.keys(document.inputs)) kinds.set(`inputs.${key}`, "words");
  }
  return kinds;
}

/** All rows of a record. */
export function taskValues(targets: TaskTargets, seq: number, document: TaskDocument, lastLog: LastLog): FilterValue[] {
  const found: FilterValue[] = [[TASK_TARGETS.status, document.status, seq]];
  const add = (target: number, values: readonly (string | number)[]) => {
    for (const value of values) found.push([target, value, seq]);
  };
  const searched = searchValues(document, lastLog);
  add(TASK_TARGETS.annotated_as, searched.annotatedAs);
  add(TASK_TARGETS.annotated_by, searched.annotatedBy);
  add(TASK_TARGETS.predicted_as, searched.predictedAs);
  add(TASK_TARGETS.predicted_by, searched.predictedBy);
  add(TASK_TARGETS.score, searched.score);
  if (searched.predicted) add(TASK_TARGETS.predicted, [searched.predicted]);
  add(TASK_TARGETS.last_updated, timesOf([dateFrom(document.last_updated)]));
  if (document.event_timestamp) add(TASK_TARGETS.event_timestamp, timesOf([dateFrom(document.event_timestamp)]));
  for (const [key, value] of searchable(document.metadata ?? {})) {
    const target = targets.get(`metadata.${key}`);
    if (!target || target.kind === "words") continue;
    add(target.target, metadataValues(document, key, target.kind, value));
    if (target.kind === "integer") add(exactTarget(target.target), wholesBeyond(value).map(orderText));
  }
  return found;
}

/** Turns milliseconds with a fraction into the microseconds that the engine stores. */
const timesOf = (millis: readonly (string | number)[]): number[] =>
  millis.flatMap((at) => (Number.isNaN(at) ? [] : [Math.round(Number(at) * 1000)]));

function metadataValues({ id }: TaskDocument, key: string, kind: MetadataKind, value: unknown) {
  const read = readAs(kind, value);
  if (!read) throw new Error(`Metadata '${key}' of record ${id} was not checked before it was written.`);
  return kind === "date" ? timesOf(read) : read;
}
