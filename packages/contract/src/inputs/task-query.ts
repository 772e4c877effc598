import { asksNothing, EVERY_TASK_RECORD, type TaskQuery } from "@postil/domain/search/task-query";
import { MOST_SORT_KEYS, type TaskSortEntry } from "@postil/domain/search/task-sort";
import { TASK_STATUSES } from "@postil/domain/tasks/task-record";
import { z } from "zod";
import { bool, integer, leaf, number, oneOf, text } from "../wire/leaf.ts";
import { asObject, inside, list } from "../wire/shape.ts";
import { showAs } from "../wire/shown.ts";

/** Queries on the records of a task dataset (contract search-semantics section 4, api-v0 6.2, 7.2 and 7.3). */

/** A text or a whole number, as text: records are identified by the text. */
const id = leaf<string>(
  (value) =>
    typeof value === "string" || Number.isSafeInteger(value)
      ? { ok: String(value) }
      : { refused: { type: "type_error.str", msg: "str type expected" } },
  { type: ["string", "integer"] },
);

const words = list(text()).nullish();
const plainText = text();
const someTexts = list(plainText);

/** Keys to one value or several. */
const metadata = showAs(
  z.unknown().transform((value, ctx): TaskQuery["metadata"] =>
    Object.entries(asObject(value, ctx) ?? {}).map(([key, given]) => ({
      key,
      values: Array.isArray(given) ? inside(someTexts, given, ctx, [key]) : [inside(metadataText, given, ctx, [key])],
    })),
  ),
  z.record(z.string(), z.union([z.string(), z.array(z.string())])),
);
/** Booleans are given as text. */
const metadataText = leaf<string>(
  (value) =>
    typeof value === "string" || typeof value === "number" || typeof value === "boolean"
      ? { ok: String(value) }
      : { refused: { type: "type_error.str", msg: "str type expected" } },
  { type: "string" },
);

const score = z.object({ from: number().default(0), to: number().nullish() });
const MOST_NEAREST = 10_000;

export const WireTaskQuery = z.object({
  ids: list(id).nullish(),
  query_text: text().nullish(),
  annotated_as: words,
  predicted_as: words,
  annotated_by: words,
  predicted_by: words,
  status: list(oneOf(TASK_STATUSES)).nullish(),
  predicted: oneOf(["ok", "ko"]).nullish(),
  score: score.nullish(),
  confidence: score.nullish(),
  metadata: metadata.nullish(),
  has_annotation: bool.nullish(),
  has_prediction: bool.nullish(),
  uncovered_by_rules: words,
  vector: z
    .object({ name: text(), value: list(number(), { min: 1 }), k: integer({ ge: 0, le: MOST_NEAREST }).nullish() })
    .nullish(),
  raw_query: z.unknown().nullish(),
});

export function taskQueryFromWire(wire: z.output<typeof WireTaskQuery> | null | undefined): TaskQuery {
  if (!wire) return EVERY_TASK_RECORD;
  const range = wire.score ?? wire.confidence;
  return {
    ids: wire.ids?.length ? wire.ids : null,
    text: wire.query_text ?? "",
    annotatedAs: wire.annotated_as ?? [],
    predictedAs: wire.predicted_as ?? [],
    annotatedBy: wire.annotated_by ?? [],
    predictedBy: wire.predicted_by ?? [],
    status: wire.status ?? [],
    predicted: wire.predicted ?? null,
    score: range ? { from: range.from, to: range.to ?? null } : null,
    metadata: wire.metadata ?? [],
    hasAnnotation: wire.has_annotation ?? false,
    hasPrediction: wire.has_prediction ?? false,
    uncoveredByRules: wire.uncovered_by_rules ?? [],
    // 0 means no number too.
    vector: wire.vector ? { name: wire.vector.name, value: wire.vector.value, k: wire.vector.k || null } : null,
    isRaw: (wire.raw_query ?? null) !== null,
  };
}

/**
 * The records to delete or discard: an empty list of ids without other conditions means no records, not all (contract
 * api-v0 7.3).
 */
export function taskQueryToEnd(wire: z.output<typeof WireTaskQuery> | null | undefined): TaskQuery {
  const query = taskQueryFromWire(wire);
  return wire?.ids?.length === 0 && asksNothing(query) ? { ...query, ids: [] } : query;
}

export const WireTaskSort = list(z.object({ id: text(), order: oneOf(["asc", "desc"]).default("asc") }), {
  max: MOST_SORT_KEYS,
});
export const taskSortFromWire = (wire: z.output<typeof WireTaskSort> | undefined): readonly TaskSortEntry[] =>
  wire ?? [];
