import type { MetadataProperty } from "@postil/domain/datasets/metadata-property";
import { ASKED_STATUSES, askedStatus, isAskedStatus, type RecordStatus } from "@postil/domain/records/labeled-record";
import { answerKind, hasOneScore } from "@postil/domain/records/question-types";
import { Refusal } from "@postil/domain/refusal";
import type { FieldName, QueryBound, QueryTree } from "@postil/domain/search/query-tree";
import type { Filter, FilteredScope, TextQuery } from "@postil/domain/search/record-criteria";
import { parseTextQuery } from "@postil/domain/search/text-query";
import type { ExactNumber } from "@postil/domain/text/whole-numbers";
import {
  COMPLETIONS,
  type Completion,
  type FieldsOf,
  NOTHING,
  plainColumn,
  type Registry,
  type Target,
  type ValueLeaf,
} from "../../records/registry.ts";
import { metadataKind, metadataTarget, suggestionTarget } from "../../storage/feedback-family.ts";
import {
  answerSource,
  derivedSource,
  exactSource,
  recordIdSource,
  suggestionTypeSource,
  timeSource,
  type ValueSource,
} from "../../storage/value-sources.ts";
import type { KeyedQuestion } from "./load.ts";

/** What can be searched in a feedback dataset. `viewerKey`: the user whose responses count; null means all users'. */
type FeedbackParts = {
  readonly datasetId: string;
  readonly datasetKey: number;
  /** Field names in the order of the text index. */
  readonly texts: readonly string[];
  readonly questions: readonly KeyedQuestion[];
  readonly properties: readonly (MetadataProperty & { readonly key: number })[];
  readonly viewerKey: number | null;
  /** The targets with exact values beside whole numbers (`exactTargetsIn`). */
  readonly exact: ReadonlySet<number>;
};

/** The field name of a scope in a query. A response without question and status addresses nothing (search-semantics 2.3). */
export function fieldOf(scope: FilteredScope): FieldName {
  switch (scope.entity) {
    case "record":
    case "metadata":
      return [scope.entity, scope.property];
    case "suggestion":
      return [scope.entity, scope.question, scope.property];
    case "response":
      if (scope.question !== null) return [scope.entity, scope.question];
      return scope.property === "status" ? ["status"] : ["response"];
  }
}

/** The targets of those names. Refuses a question or property that the dataset does not have (FFI-12). */
export const feedbackFields = (parts: FeedbackParts): Registry =>
  new Map<string, FieldsOf>([
    ["text", ([name = ""]) => textTarget(parts, name)],
    ["record", ([property]) => recordField(parts, property)],
    ["metadata", ([name = ""]) => metadataField(parts, name)],
    ["suggestion", ([question = "", side]) => suggestionField(parts, question, side)],
    ["response", ([question]) => (question === undefined ? NOTHING : answerField(parts, question))],
    ["status", () => ({ kind: "status", read: readStatuses })],
  ]);

const values = (source: ValueSource): Target => ({ kind: "values", source });

function textTarget({ texts }: FeedbackParts, name: string): Target {
  const column = texts.indexOf(name);
  if (column < 0) return NOTHING;
  const words = plainColumn(column);
  return { kind: "text", cutBy: (analysis) => (analysis === "standard" ? words : null), present: null };
}

function recordField({ datasetKey }: FeedbackParts, property: string | undefined): Target {
  switch (property) {
    case "inserted_at":
    case "updated_at":
      return values(timeSource(datasetKey, property));
    case "id":
    case "external_id":
      return values(recordIdSource(datasetKey, property));
    case "status":
      return { kind: "completion", read: readCompletion };
    default:
      return NOTHING;
  }
}

function metadataField({ properties, datasetKey, datasetId, exact }: FeedbackParts, name: string): Target {
  const property = properties.find((candidate) => candidate.name === name);
  if (!property) {
    const detail = `Metadata property with name \`${name}\` not found for dataset with id \`${datasetId}\``;
    throw new Refusal("unprocessable", detail);
  }
  const kind = metadataKind(property.settings);
  const [target, single] = [metadataTarget(property.key), { single: kind === "number" }];
  return {
    kind: "values",
    source: derivedSource(datasetKey, target, kind, single),
    exact: exactSource(datasetKey, target, exact, single),
  };
}

function findQuestion({ questions, datasetId }: FeedbackParts, name: string): KeyedQuestion {
  const question = questions.find((candidate) => candidate.name === name);
  if (question) return question;
  throw new Refusal("unprocessable", `Question with name \`${name}\` not found for dataset with id \`${datasetId}\``);
}

function suggestionField(parts: FeedbackParts, name: string, side: string | undefined): Target {
  const { key, settings } = findQuestion(parts, name);
  const single = hasOneScore(settings.type);
  const { datasetKey } = parts;
  switch (side) {
    case "agent":
      return values(derivedSource(datasetKey, suggestionTarget(key, side), "text", { single: true }));
    case "type":
      return values(suggestionTypeSource(datasetKey, key));
    case "score":
      return values(derivedSource(datasetKey, suggestionTarget(key, side), "number", { single }));
    case "value": {
      const kind = answerKind(settings);
      return kind ? values(derivedSource(datasetKey, suggestionTarget(key, side), kind, { single })) : NOTHING;
    }
    default:
      return NOTHING;
  }
}

function answerField(parts: FeedbackParts, name: string): Target {
  const kind = answerKind(findQuestion(parts, name).settings);
  return kind ? values(answerSource(parts.datasetKey, name, kind, parts.viewerKey)) : NOTHING;
}

/** A record is completed as long as anybody has submitted an answer to it (API-60). */
function readCompletion(leaf: ValueLeaf): readonly Completion[] {
  if (leaf.kind === "exists") return COMPLETIONS;
  if (leaf.kind === "range")
    throw new Refusal("unprocessable", "The status of a record cannot be filtered by a range.");
  return leaf.values.map((value) => {
    const known = COMPLETIONS.find((one) => one === value);
    if (known) return known;
    throw new Refusal("unprocessable", `'${value}' is not a record status; there are ${COMPLETIONS.join(", ")}.`);
  });
}

function readStatuses(leaf: ValueLeaf): readonly RecordStatus[] {
  if (leaf.kind === "exists") return [];
  if (leaf.kind === "range") throw new Refusal("unprocessable", "A response status cannot be filtered by a range.");
  return leaf.values.map((value) => {
    if (isAskedStatus(value)) return askedStatus(value);
    const known = ASKED_STATUSES.join(", ");
    throw new Refusal("unprocessable", `'${value}' is not a response status; there are ${known}.`);
  });
}

type FeedbackSearch = {
  readonly text: TextQuery | null;
  readonly filters: readonly Filter[];
  /** Empty means any status. */
  readonly statuses: readonly RecordStatus[];
};

/** All conditions of a feedback search must match (contract search-semantics 2.1 to 2.4). */
export const feedbackTree = ({ text, filters, statuses }: FeedbackSearch): QueryTree => ({
  kind: "and",
  parts: [...(text ? [wordsOf(text)] : []), { kind: "status", statuses }, ...filters.map(leafOf)],
});

const wordsOf = ({ q, field }: TextQuery): QueryTree => ({
  kind: "words",
  field: field === null ? null : ["text", field],
  analysis: "standard",
  demands: parseTextQuery(q),
});

const inclusive = (value: ExactNumber | null): QueryBound | null =>
  value === null ? null : { value, inclusive: true };

type Range = Extract<Filter, { type: "range" }>;

/** Only metadata has whole numbers of any size; times and scores do not. */
const endOf = ({ scope, ...range }: Range, end: "ge" | "le"): ExactNumber | null =>
  scope.entity === "metadata" || range[end] === null ? range[end] : Number(range[end]);

function leafOf(filter: Filter): QueryTree {
  const field = fieldOf(filter.scope);
  return filter.type === "terms"
    ? { kind: "terms", field, values: filter.values }
    : { kind: "range", field, low: inclusive(endOf(filter, "ge")), high: inclusive(endOf(filter, "le")) };
}
