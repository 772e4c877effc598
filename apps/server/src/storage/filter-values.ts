import type { AnswerValue, MetadataValues } from "@postil/domain/entities";
import type { Kysely } from "kysely";
import { type FilterTargets, suggestionTarget, type ValueKind } from "./filter-targets.ts";
import { insertRows } from "./insert-rows.ts";
import type { Tables } from "./tables.ts";

/** The rows of `filter_value`: worked out from metadata and suggestions, and written with them. */

export type FilterValue = readonly [target: number, value: string | number, seq: number];

const listed = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

/** What of a value a target of this kind sees; null: nothing. */
function seen(kind: ValueKind, value: unknown): string | number | null {
  if (kind === "number") return typeof value === "number" ? value : null;
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : null;
}

function valuesFor(target: number, kind: ValueKind, value: unknown, seq: number): FilterValue[] {
  const values = new Set(listed(value).map((one) => seen(kind, one)));
  return [...values].flatMap((one): FilterValue[] => (one === null ? [] : [[target, one, seq]]));
}

/** Of the properties' values; what is not declared is not looked at (contract search-semantics 2.4). */
export function metadataValues(
  properties: FilterTargets["properties"],
  seq: number,
  metadata: MetadataValues | null,
): FilterValue[] {
  if (metadata === null) return [];
  return properties.flatMap(({ name, target, kind }) =>
    Object.hasOwn(metadata, name) ? valuesFor(target, kind, metadata[name], seq) : [],
  );
}

export type SuggestedValue = {
  readonly seq: number;
  readonly questionKey: number;
  readonly value: AnswerValue;
  readonly score: number | readonly number[] | null;
  readonly agent: string | null;
};

export function suggestionValues(answers: FilterTargets["answers"], suggestion: SuggestedValue): FilterValue[] {
  const { seq, questionKey, value, score, agent } = suggestion;
  const kind = answers.get(questionKey) ?? null;
  return [
    ...(kind === null ? [] : valuesFor(suggestionTarget(questionKey, "value"), kind, value, seq)),
    ...valuesFor(suggestionTarget(questionKey, "score"), "number", score, seq),
    ...valuesFor(suggestionTarget(questionKey, "agent"), "text", agent, seq),
  ];
}

const INSERT = "insert into filter_value (target, value, seq, dataset_key)";

export async function addFilterValues(
  db: Kysely<Tables>,
  datasetKey: number,
  values: readonly FilterValue[],
): Promise<void> {
  const rows = values.map(([target, value, seq]) => [target, value, seq, datasetKey]);
  await insertRows(db, INSERT, 4, rows);
}

/** Removes what these targets have of these records. */
export async function removeFilterValues(
  db: Kysely<Tables>,
  datasetKey: number,
  targets: readonly number[],
  seqs: readonly number[],
): Promise<void> {
  if (targets.length === 0 || seqs.length === 0) return;
  await db
    .deleteFrom("filter_value")
    .where("dataset_key", "=", datasetKey)
    .where("target", "in", targets)
    .where("seq", "in", seqs)
    .execute();
}
