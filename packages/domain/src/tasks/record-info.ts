import { annotationPath, type LinkedDataset } from "../datasets/dataset.ts";
import { cutText } from "../text/word-diff.ts";
import { isProtected } from "./metadata.ts";
import type { StoredTaskRecord } from "./shown-record.ts";
import { writeTaskAddress } from "./task-address.ts";
import type { TaskRecordId } from "./task-record.ts";
import { idText } from "./task-search.ts";
import { FIRST_VIEW, type FiltersChange, mergeTaskFilters, type TaskFilters } from "./task-view.ts";

/** The information shown beside a record's row (CON-08). */

/** One text of a record. Texts of text classification have names; null for other tasks. */
type NamedText = { readonly name: string | null; readonly text: string };

export function textsOfRecord(record: StoredTaskRecord): readonly NamedText[] {
  if (record.task !== "TextClassification") return [{ name: null, text: record.text }];
  return Object.entries(record.inputs).map(([name, text]) => ({ name, text: [text].flat().join("\n") }));
}

/** The record as text for the clipboard: with names if there are several texts. */
export function recordAsText(record: StoredTaskRecord): string {
  const texts = textsOfRecord(record);
  if (texts.length === 1) return texts[0]?.text ?? "";
  return texts.map(({ name, text }) => `${name}: ${text}`).join("\n\n");
}

/** Most UTF-16 units of each text in a title. */
const TITLE_LENGTH = 100;

export const recordTitle = (record: StoredTaskRecord): string =>
  textsOfRecord(record)
    .map(({ text }) => cutText(text, TITLE_LENGTH))
    .join(" · ");

export const recordAddress = (dataset: LinkedDataset, id: TaskRecordId): string =>
  `${annotationPath(dataset)}?${writeTaskAddress("", { ...FIRST_VIEW, filters: { text: idText(id) } })}`;

export type MetadataEntry = {
  readonly key: string;
  readonly value: unknown;
  /** The values for a filter; empty: the key cannot be filtered by. */
  readonly asked: readonly string[];
};

/** Sorted by key, ignoring case. */
export const metadataOf = ({ metadata }: Pick<StoredTaskRecord, "metadata">): readonly MetadataEntry[] =>
  Object.entries(metadata)
    .map(([key, value]) => ({ key, value, asked: isProtected(key) ? [] : valuesIn(value) }))
    .toSorted((one, other) => one.key.localeCompare(other.key, undefined, { sensitivity: "base", numeric: true }));

const valuesIn = (value: unknown): readonly string[] =>
  [value].flat().flatMap((one: unknown) => {
    if (typeof one === "string") return one === "" ? [] : [one];
    return typeof one === "number" || typeof one === "boolean" ? [String(one)] : [];
  });

/** True if the filters contain all the record's values of this key. */
export const isAskedFor = ({ metadata = {} }: TaskFilters, { key, asked }: MetadataEntry): boolean =>
  asked.length > 0 && asked.every((value) => metadata[key]?.includes(value));

/** The filters for the ticked keys; a key whose tick did not change keeps its filter. */
export function filtersByTicks(
  filters: TaskFilters,
  entries: readonly MetadataEntry[],
  ticked: ReadonlySet<string>,
): TaskFilters {
  const changed = entries.filter((entry) => ticked.has(entry.key) !== isAskedFor(filters, entry));
  if (changed.length === 0) return filters;
  const change: FiltersChange = {
    metadata: Object.fromEntries(changed.map(({ key, asked }) => [key, ticked.has(key) ? asked : []])),
  };
  return mergeTaskFilters(filters, change);
}
