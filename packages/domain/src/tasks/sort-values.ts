import type { FieldName } from "../search/query-tree.ts";
import type { SortValue, TaskSortKey } from "../search/task-sort.ts";
import { compareCodePoints } from "../text/code-point-order.ts";
import { dateFrom, type MetadataKind, readAs } from "./metadata-kinds.ts";
import { searchValues } from "./search-values.ts";
import type { LastLog, TaskDocument } from "./task-record.ts";

/**
 * The sort value of a record as in the database: times in milliseconds with a fraction (contract search-semantics 4.1);
 * null: none.
 */
export function sortValue(
  { field, order }: TaskSortKey,
  document: TaskDocument,
  last: LastLog,
  kinds: ReadonlyMap<string, MetadataKind>,
): SortValue {
  if (field === null) return null;
  const values = [...valuesOf(field, document, last, kinds)].sort(compare);
  return (order === "asc" ? values.at(0) : values.at(-1)) ?? null;
}

type Value = string | number;

const compare = (a: Value, b: Value): number =>
  typeof a === "number" && typeof b === "number" ? a - b : compareCodePoints(String(a), String(b));

function valuesOf(
  [source, name = ""]: FieldName,
  document: TaskDocument,
  last: LastLog,
  kinds: ReadonlyMap<string, MetadataKind>,
): readonly Value[] {
  switch (source) {
    case "id":
      return [String(document.id)];
    case "status":
      return [document.status];
    case "last_updated":
      return [dateFrom(document.last_updated)];
    case "event_timestamp":
      return document.event_timestamp === undefined ? [] : [dateFrom(document.event_timestamp)];
    case "metadata": {
      const { metadata = {} } = document;
      return Object.hasOwn(metadata, name) ? (readAs(kinds.get(name) ?? "text", metadata[name]) ?? []) : [];
    }
    default:
      return searchedValues(source, document, last);
  }
}

function searchedValues(source: string, document: TaskDocument, last: LastLog): readonly Value[] {
  const { annotatedAs, annotatedBy, predictedAs, predictedBy, predicted, score } = searchValues(document, last);
  const values: { readonly [source: string]: readonly Value[] } = {
    annotated_as: annotatedAs,
    annotated_by: annotatedBy,
    predicted_as: predictedAs,
    predicted_by: predictedBy,
    predicted: predicted === null ? [] : [predicted],
    score,
  };
  return values[source] ?? [];
}
