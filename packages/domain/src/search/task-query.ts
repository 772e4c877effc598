import type { Task } from "../datasets/dataset.ts";
import { Refusal } from "../refusal.ts";
import { inSinglePrecision } from "../text/whole-numbers.ts";
import { leavesOn } from "./query-string/field-leaf.ts";
import { Budget, OF_ALL_RULES, orRefuse, type ReadQuery, readQuery } from "./query-string/read-query.ts";
import type { SearchFields } from "./query-string/syntax.ts";
import type { QueryTree } from "./query-tree.ts";

/** A search on the records of a task dataset, as a plain value (contract search-semantics section 4, TSE-21). */
export type TaskQuery = {
  /** Ids as text. With ids, only the vector counts besides them; an empty list finds no record. Null: any id. */
  readonly ids: readonly string[] | null;
  readonly text: string;
  readonly annotatedAs: readonly string[];
  readonly predictedAs: readonly string[];
  readonly annotatedBy: readonly string[];
  readonly predictedBy: readonly string[];
  readonly status: readonly string[];
  readonly predicted: "ok" | "ko" | null;
  readonly score: { readonly from: number; readonly to: number | null } | null;
  /** For each key, one of the values must match. */
  readonly metadata: readonly { readonly key: string; readonly values: readonly string[] }[];
  readonly hasAnnotation: boolean;
  readonly hasPrediction: boolean;
  /** Query texts; a record that matches one of them is left out. */
  readonly uncoveredByRules: readonly string[];
  readonly vector: TaskVectorQuery | null;
  /** True if the request has a raw query in the language of the reference's engine instead of all of this. */
  readonly isRaw: boolean;
};

export type TaskVectorQuery = {
  readonly name: string;
  readonly value: readonly number[];
  /** Number of nearest records; null: as many as fit on the page. */
  readonly k: number | null;
};

export const EVERY_TASK_RECORD: TaskQuery = {
  ids: null,
  text: "",
  annotatedAs: [],
  predictedAs: [],
  annotatedBy: [],
  predictedBy: [],
  status: [],
  predicted: null,
  score: null,
  metadata: [],
  hasAnnotation: false,
  hasPrediction: false,
  uncoveredByRules: [],
  vector: null,
  isRaw: false,
};

export const asksNothing = (query: TaskQuery): boolean =>
  Object.entries(EVERY_TASK_RECORD).every(([name, none]) => {
    const asked: unknown = query[name as keyof TaskQuery]; // its own keys
    return Array.isArray(none) ? Array.isArray(asked) && asked.length === 0 : asked === none;
  });

/** The context of a query: the dataset's task and fields, and the time now in milliseconds of the epoch. */
export type TaskQueryContext = { readonly task: Task; readonly fields: SearchFields; readonly now: number };

/** Reads a query. It refuses invalid query texts and values that a field cannot have. */
export function readTaskQuery(query: TaskQuery, context: TaskQueryContext): ReadQuery {
  // If a raw query were ignored, a delete by query would delete every record.
  if (query.isRaw) throw new Refusal("bad_request", "raw_query cannot be read; send query_text and filters.");
  if (query.ids !== null) return { tree: { kind: "terms", field: ["id"], values: query.ids }, wanted: [] };
  const text = readText(query.text, context);
  return { tree: { kind: "and", parts: [text.tree, ...filtersOf(query, context)] }, wanted: text.wanted };
}

const readText = (text: string, { fields, now }: Omit<TaskQueryContext, "task">): ReadQuery =>
  orRefuse(text, () => readQuery(text, fields, now));

export type UnreadableRule = { readonly query: string; readonly reason: string; readonly at: number | null };

/** By their queries. An unreadable rule does not affect the others. */
export function readableRules(rules: readonly string[], context: Omit<TaskQueryContext, "task">) {
  const unreadable: UnreadableRule[] = [];
  const readable = rules.filter((query) => {
    try {
      readText(query, context);
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { at } = error.facts;
      unreadable.push({ query, reason: error.message, at: typeof at === "number" ? at : null });
      return false;
    }
  });
  return { readable, unreadable };
}

/** The query that finds the records of any of these labeling rules; rules are identified by their query. */
export function readRules(rules: readonly string[], { fields, now }: Omit<TaskQueryContext, "task">): QueryTree {
  const budget = new Budget(OF_ALL_RULES);
  const read = (rule: string) => orRefuse(rule, () => readQuery(rule, fields, now, budget));
  return { kind: "or", parts: rules.map((rule) => read(rule).tree) };
}

const anyOf = (name: string, values: readonly string[]): readonly QueryTree[] =>
  values.length > 0 ? [{ kind: "terms", field: [name], values }] : [];
const existing = (name: string, isAsked: boolean): readonly QueryTree[] =>
  isAsked ? [{ kind: "exists", field: [name] }] : [];

function filtersOf(query: TaskQuery, context: TaskQueryContext): readonly QueryTree[] {
  const { predicted, score } = query;
  return [
    ...(context.task === "Text2Text" ? [] : ofLabels(query, context)),
    ...anyOf("annotated_by", query.annotatedBy),
    ...anyOf("predicted_by", query.predictedBy),
    ...anyOf("status", query.status),
    ...anyOf("predicted", predicted === null ? [] : [predicted]),
    ...(score ? [scoreTree(score)] : []),
    ...query.metadata.map(({ key, values }) => metadataTree(key, values, context)),
    ...existing("annotated_by", query.hasAnnotation),
    ...existing("predicted_by", query.hasPrediction),
  ];
}

/** Label filters are ignored for Text2Text, because its sentences are no labels. */
function ofLabels(query: TaskQuery, context: TaskQueryContext): readonly QueryTree[] {
  const labels = [...anyOf("annotated_as", query.annotatedAs), ...anyOf("predicted_as", query.predictedAs)];
  return context.task === "TextClassification"
    ? [...labels, ...uncoveredTrees(query.uncoveredByRules, context)]
    : labels;
}

function uncoveredTrees(rules: readonly string[], context: TaskQueryContext): readonly QueryTree[] {
  const written = rules.filter((rule) => rule.trim() !== "");
  return written.length > 0 ? [{ kind: "not", part: readRules(written, context) }] : [];
}

/** Scores are stored in single precision. */
const scoreTree = ({ from, to }: NonNullable<TaskQuery["score"]>): QueryTree => ({
  kind: "range",
  field: ["score"],
  low: { value: inSinglePrecision(from), inclusive: true },
  high: to === null ? null : { value: inSinglePrecision(to), inclusive: true },
});

function metadataTree(key: string, values: readonly string[], { fields, now }: TaskQueryContext): QueryTree {
  const field = fields.find(`metadata.${key}`);
  if (field === null) return { kind: "or", parts: [] };
  const terms = values.map((text) => ({ kind: "phrase", field: "", at: 0, text, slop: 0 }) as const);
  return { kind: "or", parts: terms.flatMap((term) => orRefuse(term.text, () => leavesOn(field, term, now))) };
}
