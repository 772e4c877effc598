import { TASK_STATUSES, type TaskStatus } from "./task-record.ts";
import type { TaskFilters } from "./task-view.ts";

const LISTS = ["predicted_as", "annotated_as", "predicted_by", "annotated_by"] as const;

type Given = { readonly [name: string]: unknown };

/** An object of JSON, whatever is in it; null: something else. */
export const objectOf = (value: unknown): Given | null =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;

/**
 * What of a query can be asked, in one spelling however it was written. What cannot be read is left out, and so is what asks
 * nothing: empty lists, of metadata too (TSE-11), `predicted` of false or of several values (TSE-12). An empty query asks
 * nothing (TSE-13).
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

/** What is laid over the filters in force: of what it names alone, and an empty list takes a filter away. */
export type FiltersChange = { readonly [Name in keyof TaskFilters]?: TaskFilters[Name] | undefined };

/** Metadata is laid over key by key; a change that names nothing is an empty query and takes everything away (TSE-14). */
export function mergeTaskFilters(filters: TaskFilters, change: FiltersChange): TaskFilters {
  if (Object.keys(change).length === 0) return {};
  const metadata =
    "metadata" in change && change.metadata === undefined ? undefined : { ...filters.metadata, ...change.metadata };
  return readTaskFilters({ ...filters, ...change, metadata });
}

/** Whether every record is asked for. */
export const asksForAll = (filters: TaskFilters): boolean => Object.keys(readTaskFilters(filters)).length === 0;

const isStatus = (text: string): text is TaskStatus => TASK_STATUSES.some((status) => status === text);

const readText = (value: unknown): string | null => (typeof value === "string" && value.trim() !== "" ? value : null);

/** One value may stand for a list of one; numbers and booleans by their names. */
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

/** An end that is not said is the end of all scores. */
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
