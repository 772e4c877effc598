import type { MetadataProperty, Question } from "@postil/domain/entities";
import { Refusal } from "@postil/domain/refusal";
import type { Scope } from "@postil/domain/search-query";
import { type RawBuilder, sql } from "kysely";

/** What a query is compiled against: the dataset's parts, and whose responses count (null: anybody's). */
export type SearchScene = {
  readonly datasetId: string;
  readonly questions: readonly (Question & { readonly key: number })[];
  readonly properties: readonly MetadataProperty[];
  readonly viewerKey: number | null;
};

/**
 * The values a scope addresses on one record, as a table `t (value)` to be tested or sorted by, and how they compare.
 * `none`: nothing is ever there (answers of kinds that are not indexed, contract search-semantics 2.3).
 */
export type Target =
  | { readonly kind: "text" | "number"; readonly values: RawBuilder<unknown> }
  | { readonly kind: "status" }
  | { readonly kind: "time"; readonly column: "inserted_at" | "updated_at" }
  | { readonly kind: "none" };

const NOTHING: Target = { kind: "none" };

/** Names in paths are quoted: they hold dashes. The wire admits no quotes in them. */
const member = (name: string, rest = "") => `$."${name}"${rest}`;

/** Resolves a scope. Throws `unprocessable` for a question or property the dataset does not have (FFI-12). */
export function resolveScope(scene: SearchScene, scope: Scope): Target {
  switch (scope.entity) {
    case "record":
      return { kind: "time", column: scope.property };
    case "metadata":
      return metadataTarget(scene, scope.property);
    case "suggestion":
      return suggestionTarget(scene, scope);
    case "response":
      if (scope.question !== null) return responseTarget(scene, scope.question);
      return scope.property === "status" ? { kind: "status" } : NOTHING;
  }
}

function findQuestion({ questions, datasetId }: SearchScene, name: string) {
  const question = questions.find((candidate) => candidate.name === name);
  if (question) return question;
  throw new Refusal("unprocessable", `Question with name \`${name}\` not found for dataset with id \`${datasetId}\``);
}

function metadataTarget({ properties, datasetId }: SearchScene, name: string): Target {
  const property = properties.find((candidate) => candidate.name === name);
  if (!property) {
    const detail = `Metadata property with name \`${name}\` not found for dataset with id \`${datasetId}\``;
    throw new Refusal("unprocessable", detail);
  }
  // json_each of one value is that value, of a list its elements.
  const each = sql`json_each(record.metadata, ${member(name)})`;
  if (property.settings.type !== "terms")
    return { kind: "number", values: sql`select value from ${each} where type in ('integer', 'real')` };
  const asText = sql`case type when 'true' then 'true' when 'false' then 'false' else cast(value as text) end`;
  return {
    kind: "text",
    values: sql`select ${asText} as value from ${each} where type not in ('null', 'object', 'array')`,
  };
}

/** Kinds of answers one can look for; the values of the others are not indexed. */
function answerKind(question: Question): "text" | "number" | null {
  switch (question.settings.type) {
    case "label_selection":
    case "multi_label_selection":
      return "text";
    case "rating":
      return "number";
    default:
      return null;
  }
}

function suggestionTarget(
  scene: SearchScene,
  { question: name, property }: Extract<Scope, { entity: "suggestion" }>,
): Target {
  const question = findQuestion(scene, name);
  const from = sql`from suggestion as s`;
  const where = sql`where s.dataset_key = record.dataset_key and s.seq = record.seq and s.question_key = ${question.key}`;
  if (property === "agent")
    return { kind: "text", values: sql`select s.agent as value ${from} ${where} and s.agent is not null` };
  if (property === "score")
    return {
      kind: "number",
      values: sql`select j.value ${from}, json_each(s.score) as j ${where} and s.score is not null`,
    };
  const kind = answerKind(question);
  return kind ? { kind, values: sql`select j.value ${from}, json_each(s.value) as j ${where}` } : NOTHING;
}

function responseTarget(scene: SearchScene, name: string): Target {
  const question = findQuestion(scene, name);
  const kind = answerKind(question);
  if (!kind) return NOTHING;
  const mine = scene.viewerKey === null ? sql`` : sql`and p.user_key = ${scene.viewerKey}`;
  const values = sql`
    select j.value from response as p, json_each(p."values", ${member(name, ".value")}) as j
    where p.dataset_key = record.dataset_key and p.seq = record.seq ${mine}`;
  return { kind, values };
}
