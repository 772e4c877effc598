import { TASK_STATUSES, type TaskStatus } from "./task-record.ts";
import type { TaskFilters } from "./task-view.ts";

const LISTS = ["predicted_as", "annotated_as", "predicted_by", "annotated_by"] as const;

type Given = { readonly [name: string]: unknown };

/** The value if it is a JSON object, else null. */
export const objectOf = (value: unknown): Given | null =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;

/**
 * The valid filters of a query, in one spelling whatever the input's was. Unreadable parts are left out, and so are
 * filters without effect: empty lists, also of metadata (TSE-11), and `predicted` with false or several values
 * (TSE-12). An empty query has no filters (TSE-13).
 */
export function readTaskFilters(value: unknown): TaskFilters {
  const given = objectOf(value);
  if (given === null) return {};
  // `confidence` is the older name of the score (TEN-35).
  const [text, score] = [
    readText(given.text) ?? readText(given.query_text),
    readScore(given.score ?? given.confidence),
  ];
  const lists = LISTS.map((name) => [name, textsOf(given[name])] as const).filter(([, texts]) => texts.length > 0);
  const status = textsOf(given.status).filter(isStatus);
  const predicted = readPredicted(given.predicted);
  const metadata = readMetadata(given.metadata);
  const rules = textsOf(given.uncovered_by_rules).filter((rule) => rule.trim() !== "");
  return {
    ...(text !== null && { text }),
    ...Object.fromEntries(lists),
    ...(status.length > 0 && { status }),
    ...(predicted !== null && { predicted }),
    ...(score !== null && { score }),
    ...(metadata !== null && { metadata }),
    ...(rules.length > 0 && { uncovered_by_rules: rules }),
  };
}

/** A change to the filters: it affects only the named ones, and an empty list removes a filter. */
export type FiltersChange = { readonly [Name in keyof TaskFilters]?: TaskFilters[Name] | undefined };

/**
 * Merges a change into the filters, metadata key by key. A change without any member is an empty query and removes all
 * filters (TSE-14).
 */
export function mergeTaskFilters(filters: TaskFilters, change: FiltersChange): TaskFilters {
  if (Object.keys(change).length === 0) return {};
  const metadata =
    "metadata" in change && change.metadata === undefined ? undefined : { ...filters.metadata, ...change.metadata };
  return readTaskFilters({ ...filters, ...change, metadata });
}

/** True if the filters match every record. */
export const asksForAll = (filters: TaskFilters): boolean => Object.keys(readTaskFilters(filters)).length === 0;

const isStatus = (text: string): text is TaskStatus => TASK_STATUSES.some((status) => status === text);

const readText = (value: unknown): string | null => (typeof value === "string" && value.trim() !== "" ? value : null);

/** Reads a list of texts; a single value counts as a list of one. Numbers and booleans become texts. */
export function textsOf(value: unknown): readonly string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  const texts = values.flatMap((one) => {
    if (typeof one === "string") return [one];
    return typeof one === "number" || typeof one === "boolean" ? [String(one)] : [];
  });
  return [...new Set(texts)];
}

function readPredicted(value: unknown): "ok" | "ko" | null {
  const single: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  return single === "ok" || single === "ko" ? single : null;
}

/** A missing end is the end of the score range. */
function readScore(value: unknown): NonNullable<TaskFilters["score"]> | null {
  const given = objectOf(value);
  if (given === null) return null;
  const { from = 0, to = 1 } = given;
  if (typeof from !== "number" || typeof to !== "number") return null;
  return 0 <= from && from <= to && to <= 1 ? { from, to } : null;
}

function readMetadata(value: unknown): NonNullable<TaskFilters["metadata"]> | null {
  const keys = Object.entries(objectOf(value) ?? {})
    .map(([key, values]) => [key, textsOf(values)] as const)
    .filter(([, values]) => values.length > 0);
  return keys.length > 0 ? Object.fromEntries(keys) : null;
}
