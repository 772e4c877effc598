import type { MetadataProperty } from "@postil/domain/datasets/metadata-property";
import type { Question } from "@postil/domain/datasets/question";
import { Refusal } from "@postil/domain/refusal";
import type { Scope } from "@postil/domain/search/search-query";
import { answerKind, metadataKind, metadataTarget, suggestionTarget } from "../storage/filter-targets.ts";
import { answerSource, derivedSource, timeSource, type ValueSource } from "../storage/value-source.ts";

type KeyedQuestion = Question & { readonly key: number };

/** What a query is compiled against: the dataset's parts, and whose responses count (null: anybody's). */
export type SearchScene = {
  readonly datasetId: string;
  readonly datasetKey: number;
  readonly questions: readonly KeyedQuestion[];
  readonly properties: readonly (MetadataProperty & { readonly key: number })[];
  readonly viewerKey: number | null;
};

/** What a scope addresses. `none`: nothing is ever there (contract search-semantics 2.3). */
export type Target =
  | { readonly kind: "values"; readonly source: ValueSource }
  | { readonly kind: "status" }
  | { readonly kind: "none" };

const NOTHING: Target = { kind: "none" };

const values = (source: ValueSource): Target => ({ kind: "values", source });

/** Resolves a scope. Throws `unprocessable` for a question or property the dataset does not have (FFI-12). */
export function resolveScope(scene: SearchScene, scope: Scope): Target {
  switch (scope.entity) {
    case "record":
      return values(timeSource(scene.datasetKey, scope.property));
    case "metadata": {
      const property = findProperty(scene, scope.property);
      const kind = metadataKind(property.settings);
      return values(derivedSource(scene.datasetKey, metadataTarget(property.key), kind, { single: kind === "number" }));
    }
    case "suggestion":
      return resolveSuggestion(scene, scope);
    case "response":
      if (scope.question !== null) return resolveAnswer(scene, scope.question);
      return scope.property === "status" ? { kind: "status" } : NOTHING;
  }
}

function findQuestion(
  { questions, datasetId }: Pick<SearchScene, "questions" | "datasetId">,
  name: string,
): KeyedQuestion {
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

/** The kinds that do not depend on the question. */
const SIDES = { agent: "text", score: "number", value: null } as const;

function resolveSuggestion(scene: SearchScene, scope: Extract<Scope, { entity: "suggestion" }>): Target {
  const { key, settings } = findQuestion(scene, scope.question);
  const single = scope.property === "agent" || SINGLE.has(settings.type);
  const kind = SIDES[scope.property] ?? answerKind(settings);
  const target = suggestionTarget(key, scope.property);
  return kind ? values(derivedSource(scene.datasetKey, target, kind, { single })) : NOTHING;
}

function resolveAnswer({ datasetKey, viewerKey, ...scene }: SearchScene, name: string): Target {
  const kind = answerKind(findQuestion(scene, name).settings);
  return kind ? values(answerSource(datasetKey, name, kind, viewerKey)) : NOTHING;
}
