import type { MetadataProperty } from "@postil/domain/datasets/metadata-property";
import type { Question } from "@postil/domain/datasets/question";
import { Refusal } from "@postil/domain/refusal";
import type { Scope } from "@postil/domain/search/search-query";
import { type RawBuilder, sql } from "kysely";
import {
  answerKind,
  metadataKind,
  metadataTarget,
  suggestionTarget,
  type ValueKind,
} from "../storage/filter-targets.ts";

type KeyedQuestion = Question & { readonly key: number };

/** What a query is compiled against: the dataset's parts, and whose responses count (null: anybody's). */
export type SearchScene = {
  readonly datasetId: string;
  readonly datasetKey: number;
  readonly questions: readonly KeyedQuestion[];
  readonly properties: readonly (MetadataProperty & { readonly key: number })[];
  readonly viewerKey: number | null;
};

/**
 * Rows with a number of a record, `v.seq`, and a value to be tested or sorted by. `from` reads them in the order of the
 * values where there is an index for that; `of` reads those of given records.
 */
export type Rows = {
  /** The same for rows of the same target. */
  readonly key: string;
  readonly from: RawBuilder<unknown>;
  readonly of: RawBuilder<unknown>;
  readonly where: RawBuilder<unknown>;
  readonly value: RawBuilder<unknown>;
  /** Whether `from` comes in the order of the values. */
  readonly ordered: boolean;
  /** Whether no record has more than one of them. */
  readonly single: boolean;
};

/** What a scope addresses. `none`: nothing is ever there (contract search-semantics 2.3). */
export type Target =
  | { readonly kind: ValueKind | "time"; readonly rows: Rows }
  | { readonly kind: "status" }
  | { readonly kind: "none" };

const NOTHING: Target = { kind: "none" };

/** Resolves a scope. Throws `unprocessable` for a question or property the dataset does not have (FFI-12). */
export function resolveScope(scene: SearchScene, scope: Scope): Target {
  switch (scope.entity) {
    case "record":
      return { kind: "time", rows: timeRows(scene, scope.property) };
    case "metadata": {
      const property = findProperty(scene, scope.property);
      const kind = metadataKind(property.settings);
      return { kind, rows: valueRows(scene, metadataTarget(property.key), kind === "number") };
    }
    case "suggestion":
      return resolveSuggestion(scene, scope);
    case "response":
      if (scope.question !== null) return resolveAnswer(scene, scope.question);
      return scope.property === "status" ? { kind: "status" } : NOTHING;
  }
}

function findQuestion({ questions, datasetId }: SearchScene, name: string): KeyedQuestion {
  const question = questions.find((candidate) => candidate.name === name);
  if (question) return question;
  throw new Refusal("unprocessable", `Question with name \`${name}\` not found for dataset with id \`${datasetId}\``);
}

function findProperty({ properties, datasetId }: SearchScene, name: string) {
  const property = properties.find((candidate) => candidate.name === name);
  if (property) return property;
  const detail = `Metadata property with name \`${name}\` not found for dataset with id \`${datasetId}\``;
  throw new Refusal("unprocessable", detail);
}

/** Questions with one value, and so with one score (FEN-31). */
const SINGLE: ReadonlySet<string> = new Set([
  "label_selection",
  "rating",
  "text",
] satisfies Question["settings"]["type"][]);

function resolveSuggestion(scene: SearchScene, scope: Extract<Scope, { entity: "suggestion" }>): Target {
  const { key, settings } = findQuestion(scene, scope.question);
  const single = scope.property === "agent" || SINGLE.has(settings.type);
  const rows = valueRows(scene, suggestionTarget(key, scope.property), single);
  if (scope.property === "agent") return { kind: "text", rows };
  if (scope.property === "score") return { kind: "number", rows };
  const kind = answerKind(settings);
  return kind ? { kind, rows } : NOTHING;
}

/** `not indexed`: by the primary key, which begins with the value. */
const valueRows = ({ datasetKey }: SearchScene, target: number, single: boolean): Rows => ({
  key: `value ${target}`,
  from: sql`filter_value as v not indexed`,
  of: sql`filter_value as v indexed by filter_value_seq`,
  where: sql`v.dataset_key = ${datasetKey} and v.target = ${target}`,
  value: sql`v.value`,
  ordered: true,
  single,
});

const timeRows = ({ datasetKey }: SearchScene, column: "inserted_at" | "updated_at"): Rows => ({
  key: `time ${column}`,
  from: sql`record as v indexed by ${sql.ref(`record_${column}`)}`,
  of: sql`record as v not indexed`,
  where: sql`v.dataset_key = ${datasetKey}`,
  value: sql`v.${sql.ref(column)}`,
  ordered: true,
  single: true,
});

/** Answers stand in the responses alone: a search by them reads all of the dataset's. */
function resolveAnswer(scene: SearchScene, name: string): Target {
  const kind = answerKind(findQuestion(scene, name).settings);
  if (!kind) return NOTHING;
  const path = `$."${name}".value`;
  const from = sql`response as v, json_each(v."values", ${path}) as j`;
  const mine = scene.viewerKey === null ? sql`` : sql`and v.user_key = ${scene.viewerKey}`;
  const where = sql`v.dataset_key = ${scene.datasetKey} ${mine} and j.value is not null`;
  return {
    kind,
    rows: { key: `answer ${name}`, from, of: from, where, value: sql`j.value`, ordered: false, single: false },
  };
}
