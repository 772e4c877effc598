import type { MetadataProperty } from "@postil/domain/datasets/metadata-property";
import type { Question } from "@postil/domain/datasets/question";
import type { RecordStatus } from "@postil/domain/records/labeled-record";
import type {
  Filter,
  FilteredScope,
  RecordsQuery,
  Scope,
  SearchQuery,
  SortEntry,
  VectorQuery,
} from "@postil/domain/search/record-criteria";
import { parseTextQuery } from "@postil/domain/search/text-query";
import { meetsDemands } from "@postil/domain/search/text-query.fixture";
import { wordsOf } from "@postil/domain/text/text-analysis";
import { onceEach } from "./once-each.ts";

/**
 * Evaluates a whole search over plain records one by one. It follows contract search-semantics section 2 as directly as
 * possible and ignores speed. Tests compare the server's results with it.
 */

export type PlainResponse = {
  readonly userKey: number;
  readonly status: "draft" | "submitted" | "discarded";
  readonly values: { readonly [question: string]: { readonly value: unknown } } | null;
};
export type PlainSuggestion = {
  readonly question: string;
  readonly value: unknown;
  readonly score: unknown;
  readonly agent: string | null;
  readonly type: string | null;
};
/** Records are in creation order. */
export type PlainRecord = {
  readonly id: string;
  readonly externalId: string | null;
  readonly insertedAt: number;
  readonly updatedAt: number;
  readonly fields: { readonly [name: string]: string | null };
  readonly metadata: { readonly [name: string]: unknown } | null;
  readonly responses: readonly PlainResponse[];
  readonly suggestions: readonly PlainSuggestion[];
  readonly vectors: { readonly [name: string]: readonly number[] };
};

export type PlainDataset = {
  readonly questions: readonly Question[];
  readonly properties: readonly MetadataProperty[];
  readonly records: readonly PlainRecord[];
};

/** `viewerKey`: the user whose responses count. Null: all users' responses count. */
export type Asked = { readonly query: RecordsQuery; readonly search: SearchQuery; readonly viewerKey: number | null };

const SEARCHED = new Set(["label_selection", "multi_label_selection", "rating"]);
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

function isNumeric({ questions, properties }: PlainDataset, scope: FilteredScope): boolean {
  if (scope.entity === "record") return isTime(scope);
  if (scope.entity === "metadata")
    return properties.find(({ name }) => name === scope.property)?.settings.type !== "terms";
  if (scope.entity === "suggestion" && scope.property !== "value") return scope.property === "score";
  return questions.find(({ name }) => name === scope.question)?.settings.type === "rating";
}

const isTime = (scope: FilteredScope): boolean =>
  scope.entity === "record" && (scope.property === "inserted_at" || scope.property === "updated_at");

function valuesOf(
  dataset: PlainDataset,
  scope: FilteredScope,
  record: PlainRecord,
  viewerKey: number | null,
): (string | number)[] {
  const type = isNumeric(dataset, scope) ? "number" : "string";
  const all = addressed(dataset, scope, record, viewerKey);
  return all.filter((value): value is string | number => typeof value === type);
}

function addressed(
  dataset: PlainDataset,
  scope: FilteredScope,
  record: PlainRecord,
  viewerKey: number | null,
): unknown[] {
  switch (scope.entity) {
    case "record":
      return [ofRecord(record, scope.property)];
    case "metadata":
      return list(record.metadata?.[scope.property]).map((value) =>
        isNumeric(dataset, scope) || value == null || typeof value === "object" ? value : String(value),
      );
    case "suggestion":
      return suggested(dataset, scope, record);
    case "response": {
      const { question } = scope;
      if (question === null || !searched(dataset, question)) return [];
      return seenResponses(record, viewerKey).flatMap(({ values }) => list(values?.[question]?.value));
    }
  }
}

function ofRecord(record: PlainRecord, property: Extract<FilteredScope, { entity: "record" }>["property"]): unknown {
  switch (property) {
    case "id":
      return record.id;
    case "external_id":
      return record.externalId;
    case "status":
      return record.responses.some(({ status }) => status === "submitted") ? "completed" : "pending";
    case "inserted_at":
      return record.insertedAt;
    case "updated_at":
      return record.updatedAt;
  }
}

function suggested(
  dataset: PlainDataset,
  scope: Extract<FilteredScope, { entity: "suggestion" }>,
  record: PlainRecord,
): unknown[] {
  const suggestion = record.suggestions.find(({ question }) => question === scope.question);
  if (!suggestion) return [];
  if (scope.property === "agent" || scope.property === "type") return [suggestion[scope.property]];
  if (scope.property === "score") return list(suggestion.score);
  return searched(dataset, scope.question) ? list(suggestion.value) : [];
}

const searched = ({ questions }: PlainDataset, name: string): boolean =>
  SEARCHED.has(questions.find((question) => question.name === name)?.settings.type ?? "");

const seenResponses = ({ responses }: PlainRecord, viewerKey: number | null) =>
  responses.filter(({ userKey }) => viewerKey === null || userKey === viewerKey);

function hasStatus(record: PlainRecord, viewerKey: number | null, statuses: readonly string[]): boolean {
  const seen = seenResponses(record, viewerKey);
  return statuses.some((wanted) =>
    wanted === "pending" || wanted === "missing" ? seen.length === 0 : seen.some(({ status }) => status === wanted),
  );
}

function passes(dataset: PlainDataset, filter: Filter, record: PlainRecord, viewerKey: number | null): boolean {
  const { scope } = filter;
  if (scope.entity === "response" && scope.question === null)
    return scope.property === "status" && filter.type === "terms" && hasStatus(record, viewerKey, filter.values);
  const values = valuesOf(dataset, scope, record, viewerKey);
  const numeric = isNumeric(dataset, scope);
  if (filter.type === "terms") {
    if (isTime(scope))
      return filter.values.some((text) =>
        values.includes(Date.parse(`${text.slice(0, 19)}Z`) * 1000 + Number(text.slice(20, 26))),
      );
    return filter.values.some((text) =>
      values.includes(numeric ? (text.trim() === "" ? Number.NaN : Number(text)) : text),
    );
  }
  const bound = (one: number) => {
    if (isTime(scope)) return one * 1000;
    return numeric ? one : Number.isInteger(one) ? `${one}.0` : `${one}`;
  };
  return values.some(
    (value) =>
      (filter.ge === null || order(value, bound(Number(filter.ge))) >= 0) &&
      (filter.le === null || order(value, bound(Number(filter.le))) <= 0),
  );
}

/** A query tree whose leaves are feedback search filters. */
export type PlainTree =
  | { readonly and: readonly PlainTree[] }
  | { readonly or: readonly PlainTree[] }
  | { readonly not: PlainTree }
  | { readonly filter: Filter }
  | { readonly words: NonNullable<SearchQuery["text"]> }
  | { readonly statuses: readonly RecordStatus[] }
  | { readonly exists: Scope }
  /** Between two numbers, both excluded. */
  | { readonly within: Scope; readonly above: number; readonly below: number };

export function meets(dataset: PlainDataset, tree: PlainTree, record: PlainRecord, viewerKey: number | null): boolean {
  const holds = (part: PlainTree) => meets(dataset, part, record, viewerKey);
  if ("and" in tree) return tree.and.every(holds);
  if ("or" in tree) return tree.or.some(holds);
  if ("not" in tree) return !holds(tree.not);
  if ("filter" in tree) return passes(dataset, tree.filter, record, viewerKey);
  if ("words" in tree) return hasWords(tree.words, record);
  if ("statuses" in tree) return tree.statuses.length === 0 || hasStatus(record, viewerKey, tree.statuses);
  if ("exists" in tree) return valuesOf(dataset, tree.exists, record, viewerKey).length > 0;
  const { within, above, below } = tree;
  return valuesOf(dataset, within, record, viewerKey).some(
    (value) => typeof value === "number" && value > above && value < below,
  );
}

/** Counts the records with each value: the most frequent first, equally frequent ones by value. */
export function counted(
  dataset: PlainDataset,
  scope: Scope,
  records: readonly PlainRecord[],
  viewerKey: number | null,
): { readonly value: string | number; readonly count: number }[] {
  const counts = new Map<string | number, number>();
  for (const record of records)
    for (const value of new Set(valuesOf(dataset, scope, record, viewerKey)))
      counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || order(a.value, b.value));
}

function order(a: string | number, b: string | number): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  const [x, y] = [[...String(a)], [...String(b)]];
  for (let i = 0; i < Math.min(x.length, y.length); i++) {
    const difference = (x[i]?.codePointAt(0) ?? 0) - (y[i]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return x.length - y.length;
}

const matchesText = ({ text }: SearchQuery, record: PlainRecord): boolean => text === null || hasWords(text, record);

function hasWords({ q, field }: NonNullable<SearchQuery["text"]>, record: PlainRecord): boolean {
  const texts = field === null ? Object.values(record.fields) : [record.fields[field] ?? null];
  return meetsDemands(
    demandsOf(q),
    texts.map((text) => wordsIn(text ?? "")),
  );
}

const demandsOf = onceEach(parseTextQuery);
const wordsIn = onceEach((text) => wordsOf(text).map((word) => word.text));

function matchesParameters({ properties }: PlainDataset, query: RecordsQuery, record: PlainRecord): boolean {
  return query.metadata.every(({ name, expression }) => {
    const property = properties.find((candidate) => candidate.name === name);
    if (!property) return true;
    const values = list(record.metadata?.[name]);
    if (property.settings.type === "terms") return expression.split(",").some((term) => values.includes(term));
    const { ge = null, le = null } = JSON.parse(expression);
    return values.some(
      (value) => typeof value === "number" && (ge === null || value >= ge) && (le === null || value <= le),
    );
  });
}

/** Returns every record that meets all conditions, in creation order. */
export function matching(dataset: PlainDataset, { query, search, viewerKey }: Asked): PlainRecord[] {
  return dataset.records.filter(
    (record) =>
      (query.statuses.length === 0 || hasStatus(record, viewerKey, query.statuses satisfies readonly RecordStatus[])) &&
      matchesParameters(dataset, query, record) &&
      matchesText(search, record) &&
      search.filters.every((filter) => passes(dataset, filter, record, viewerKey)),
  );
}

/** Sorts records by the keys, missing values last. Of several values the least counts going up, the greatest going down. */
export function sorted(
  dataset: PlainDataset,
  records: readonly PlainRecord[],
  sort: readonly SortEntry[],
  viewerKey: number | null,
): PlainRecord[] {
  const keysOf = (record: PlainRecord) =>
    sort.map(({ scope, order: direction }) => {
      const values = valuesOf(dataset, scope, record, viewerKey).sort(order);
      return direction === "asc" ? values[0] : values.at(-1);
    });
  // The sort is stable: ties stay in creation order.
  return [...records].sort((a, b) => {
    const [x, y] = [keysOf(a), keysOf(b)];
    const differences = sort.map(({ order: direction }, index) => difference(x[index], y[index], direction));
    return differences.find((found) => found !== 0) ?? 0;
  });
}

function difference(
  one: string | number | undefined,
  other: string | number | undefined,
  direction: SortEntry["order"],
): number {
  if (one === other) return 0;
  if (one === undefined) return 1;
  if (other === undefined) return -1;
  return direction === "asc" ? order(one, other) : -order(one, other);
}

export type Similar = { readonly id: string; readonly score: number };

/** Returns the records that have the vector, ordered by cosine (FFI-14). */
export function similar(records: readonly PlainRecord[], all: readonly PlainRecord[], query: VectorQuery): Similar[] {
  const { name, like } = query;
  const given = "recordId" in like ? all.find(({ id }) => id === like.recordId)?.vectors[name] : like.value;
  const wanted = (given ?? []).map((number) => (query.order === "most_similar" ? number : -number));
  const found = records.flatMap(({ id, vectors }): Similar[] => {
    const vector = vectors[name];
    if (!vector || ("recordId" in like && id === like.recordId)) return [];
    return [{ id, score: (1 + cosine(vector, wanted)) / 2 }];
  });
  return found.sort((a, b) => b.score - a.score);
}

function cosine(a: readonly number[], b: readonly number[]): number {
  const dot = (x: readonly number[], y: readonly number[]) => x.reduce((sum, one, i) => sum + one * (y[i] ?? 0), 0);
  const near = (x: readonly number[]) => {
    const most = Math.max(...x.map(Math.abs));
    return most === 0 ? x : x.map((one) => one / most);
  };
  const [u, v] = [near(a), near(b)];
  const lengths = Math.sqrt(dot(u, u)) * Math.sqrt(dot(v, v));
  return lengths === 0 ? 0 : dot(u, v) / lengths;
}
