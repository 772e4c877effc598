import type { RecordStatus } from "@postil/domain/records/labeled-record";
import { leavesOf, type QueryBound, type QueryLeaf, type QueryTree } from "@postil/domain/search/query-tree";
import type { TextDemand } from "@postil/domain/search/text-query";
import type { WordPattern } from "@postil/domain/search/word-pattern";
import { pythonFloat } from "@postil/domain/text/python-text";
import { inSinglePrecision } from "@postil/domain/text/whole-numbers";
import { timeFromText } from "@postil/domain/time";
import {
  ANY,
  type Bound,
  both,
  type Demand,
  isImpossible,
  type SourceKind,
  type ValueSource,
} from "../storage/value-sources.ts";
import {
  type Completion,
  NOTHING,
  type Registry,
  type RowCondition,
  resolveField,
  type Target,
  type TextColumn,
  type ValueLeaf,
  type Values,
  type WordLeaf,
} from "./registry.ts";
import { exactDemands, type LeafTest, testsOf } from "./value-tests.ts";

/** `column`: the text column to search; null means all. */
export type WantedWords = { readonly demands: readonly TextDemand[]; readonly column: number | null };

/** A search for words of one text that are not written out, or not next to each other. */
export type WantedText =
  | {
      readonly kind: "pattern";
      readonly column: TextColumn;
      readonly pattern: WordPattern;
    }
  | { readonly kind: "near"; readonly column: TextColumn; readonly words: readonly string[]; readonly slop: number };

/** `ofAnybody`: one of all users' responses has one of the statuses, whoever the viewer is. */
export type WantedStatuses = { readonly statuses: readonly RecordStatus[]; readonly ofAnybody: boolean };

/** Conditions that must all be met. Leaves of one kind are grouped, so that they can be looked up together. */
export type AllOf = {
  readonly kind: "all";
  readonly words: readonly WantedWords[];
  readonly texts: readonly WantedText[];
  readonly rows: readonly RowCondition[];
  readonly statuses: readonly WantedStatuses[];
  readonly parts: readonly (AnyOf | NoneOf)[];
};
type AnyOf = { readonly kind: "any"; readonly parts: readonly RecordsPlan[] };
type NoneOf = { readonly kind: "not"; readonly part: RecordsPlan };

/** A query tree with resolved fields, ready to be run. */
export type RecordsPlan = AllOf | AnyOf | NoneOf | { readonly kind: "never" };

const NEVER: RecordsPlan = { kind: "never" };
const EVERY: AllOf = { kind: "all", words: [], texts: [], rows: [], statuses: [], parts: [] };

export const OF_ANY_STATUS: WantedStatuses = { statuses: [], ofAnybody: false };

/** The statuses if the plan asks for nothing else (empty if it asks for nothing at all); null if it asks for more. */
export function onlyStatuses(plan: RecordsPlan): WantedStatuses | null {
  if (plan.kind !== "all" || plan.words.length + plan.texts.length + plan.rows.length + plan.parts.length > 0)
    return null;
  const [wanted = OF_ANY_STATUS, ...others] = plan.statuses;
  return others.length === 0 ? wanted : null;
}

/** Refuses names that the dataset does not have: first the fields, from left to right, then their values. */
export function compileTree(registry: Registry, tree: QueryTree): RecordsPlan {
  const targets = new Map<QueryLeaf, Target>();
  for (const leaf of leavesOf(tree)) {
    if (leaf.kind !== "status" && leaf.field) targets.set(leaf, resolveField(registry, leaf.field));
  }
  return compile(tree, targets);
}

type Targets = ReadonlyMap<QueryLeaf, Target>;

function compile(tree: QueryTree, targets: Targets): RecordsPlan {
  switch (tree.kind) {
    case "and":
      return all(tree.parts.map((part) => compile(part, targets)));
    case "or":
      return any(tree.parts.map((part) => compile(part, targets)));
    case "not":
      return not(compile(tree.part, targets));
    default:
      return compileLeaf(tree, targets.get(tree) ?? NOTHING);
  }
}

function compileLeaf(leaf: QueryLeaf, target: Target): RecordsPlan {
  if (leaf.kind === "status") return withStatuses(leaf.statuses);
  const isOnWords = leaf.kind === "words" || leaf.kind === "near" || leaf.kind === "pattern";
  if (leaf.kind === "words" && leaf.field === null) return withWords(leaf.demands, null);
  switch (target.kind) {
    case "nothing":
      return NEVER;
    case "text":
      return isOnWords ? compileWords(leaf, target.cutBy(leaf.analysis)) : compilePresence(leaf, target.present);
    case "object":
      return leaf.kind === "exists"
        ? any(target.sources.map((source) => withRows(EVERY, [{ source, demand: ANY }])))
        : NEVER;
    case "status":
      return isOnWords ? NEVER : withStatuses(target.read(leaf));
    case "completion":
      return isOnWords ? NEVER : withCompletions(new Set(target.read(leaf)));
    case "values":
      return isOnWords ? compileTests(leaf, target.source) : compileValues(leaf, target);
  }
}

function compileTests(leaf: WordLeaf, source: ValueSource): RecordsPlan {
  const tests = source.kind === "text" ? testsOf(leaf) : [];
  return tests.length > 0 ? all(tests.map((test) => withTest(source, test))) : NEVER;
}

function compileValues(leaf: ValueLeaf, { source, exact }: Values): RecordsPlan {
  const apart = exact ? exactDemands(leaf) : null;
  if (!exact || !apart) return withRows(EVERY, [{ source, demand: demandOf(source.kind, leaf) }]);
  const rows = [
    { source, demand: apart.numbers },
    { source: exact, demand: apart.beyond },
  ];
  return any(rows.map((row) => withRows(EVERY, [row])));
}

/** A text can only be tested for its words, and for its presence. */
function compilePresence(leaf: ValueLeaf, present: ValueSource | null): RecordsPlan {
  if (leaf.kind !== "exists") return NEVER;
  return present ? withRows(EVERY, [{ source: present, demand: ANY }]) : EVERY;
}

function compileWords(leaf: WordLeaf, column: TextColumn | null): RecordsPlan {
  if (!column) return NEVER;
  switch (leaf.kind) {
    case "words": {
      const spelled = leaf.demands.map((demand) => ({ ...demand, words: demand.words.map(column.spell) }));
      return withWords(spelled, column.column);
    }
    case "near":
      return { ...EVERY, texts: [{ kind: "near", column, words: leaf.words, slop: leaf.slop }] };
    case "pattern":
      return { ...EVERY, texts: [{ kind: "pattern", column, pattern: leaf.pattern }] };
  }
}

const withWords = (demands: readonly TextDemand[], column: number | null): RecordsPlan =>
  demands.length > 0 ? { ...EVERY, words: [{ demands, column }] } : NEVER;

/** An excluded test means that the record must have no value that passes the test. */
function withTest(source: ValueSource, { test, excluded }: LeafTest): RecordsPlan {
  const plan = withRows(EVERY, [{ source, demand: { ...ANY, test } }]);
  return excluded ? not(plan) : plan;
}

const withStatuses = (statuses: readonly RecordStatus[], ofAnybody = false): AllOf =>
  statuses.length > 0 ? { ...EVERY, statuses: [{ statuses, ofAnybody }] } : EVERY;

/** Repeated words cost nothing, and both words together are every record. */
function withCompletions(wanted: ReadonlySet<Completion>): RecordsPlan {
  if (wanted.size === 0) return NEVER;
  if (wanted.size > 1) return EVERY;
  const completed = withStatuses(["submitted"], true);
  return wanted.has("completed") ? completed : not(completed);
}

function all(plans: readonly RecordsPlan[]): RecordsPlan {
  if (plans.some(({ kind }) => kind === "never")) return NEVER;
  const sides = plans.flatMap((plan) => (plan.kind === "all" ? plan : []));
  const others = plans.flatMap((plan) => (plan.kind === "any" || plan.kind === "not" ? plan : []));
  const gathered: AllOf = {
    ...EVERY,
    words: joinWords(sides.flatMap(({ words }) => words)),
    texts: sides.flatMap(({ texts }) => texts),
    statuses: sides.flatMap(({ statuses }) => statuses),
    parts: [...sides.flatMap(({ parts }) => parts), ...others],
  };
  return withRows(
    gathered,
    sides.flatMap(({ rows }) => rows),
  );
}

function any(plans: readonly RecordsPlan[]): RecordsPlan {
  const parts = joinValues(plans.filter(({ kind }) => kind !== "never"));
  const [first] = parts;
  if (!first) return NEVER;
  return parts.length === 1 ? first : { kind: "any", parts };
}

type ValuesOf = { readonly source: ValueSource; readonly values: readonly (string | number)[] };

/** Several accepted values of one source are joined into one condition. */
function joinValues(plans: readonly RecordsPlan[]): RecordsPlan[] {
  const apart = plans.filter((plan) => valuesOf(plan) === null);
  const bySource = Map.groupBy(
    plans.flatMap((plan) => valuesOf(plan) ?? []),
    ({ source }) => source.key,
  );
  const joined = [...bySource.values()].flatMap((same) => {
    const values = [...new Set(same.flatMap((each) => each.values))];
    return same.slice(0, 1).map(({ source }) => withRows(EVERY, [{ source, demand: { ...ANY, values } }]));
  });
  return [...apart, ...joined];
}

/** The values, if a plan only asks for one of some values; otherwise null. */
function valuesOf(plan: RecordsPlan): ValuesOf | null {
  if (plan.kind !== "all" || plan.words.length + plan.texts.length + plan.statuses.length + plan.parts.length > 0)
    return null;
  const [row, ...others] = plan.rows;
  if (!row || others.length > 0) return null;
  const { values, low, high, test } = row.demand;
  return values && !low && !high && !test ? { source: row.source, values } : null;
}

function not(part: RecordsPlan): RecordsPlan {
  if (part.kind === "never") return EVERY;
  return part.kind === "not" ? part.part : { kind: "not", part };
}

/** Words of the same column are joined into one lookup. */
const joinWords = (words: readonly WantedWords[]): WantedWords[] =>
  [...Map.groupBy(words, ({ column }) => column)].map(([column, same]) => ({
    column,
    demands: same.flatMap(({ demands }) => demands),
  }));

/** If a record has at most one value, all conditions on it are joined into one. */
function withRows(plan: AllOf, conditions: readonly RowCondition[]): RecordsPlan {
  const joined = new Map<string, RowCondition>();
  const apart: RowCondition[] = [];
  for (const condition of conditions) {
    const { source, demand } = condition;
    const known = joined.get(source.key)?.demand ?? ANY;
    if (source.single) joined.set(source.key, { source, demand: both(known, demand) });
    else apart.push(condition);
  }
  const rows = [...apart, ...joined.values()];
  return rows.some(({ demand }) => isImpossible(demand)) ? NEVER : { ...plan, rows };
}

type Kind = SourceKind;
type Value = Bound["value"];

/** Reads a text as a value of each kind; NaN if it is not such a value. */
const READ: { readonly [K in Kind]: (text: string) => Value } = {
  text: (text) => text,
  // Numeric text only: words on a numeric target match nothing.
  number: numberIn,
  float: (text) => inSinglePrecision(numberIn(text)),
  time: timeFromText,
};

function numberIn(text: string): number {
  return text.trim() === "" ? Number.NaN : Number(text);
}

/**
 * A bound as a value of each kind. Text is compared with the number in Python's form: 1 is '1.0'. Times in queries are
 * milliseconds with a fraction; here they are microseconds.
 */
const BOUND: { readonly [K in Kind]: (bound: number) => Value } = {
  text: pythonFloat,
  number: (bound) => bound,
  float: inSinglePrecision,
  time: (bound) => Math.round(bound * 1000),
};

const isValue = (value: Value): boolean => typeof value === "string" || Number.isFinite(value);

/** The demand of a leaf on one value of its field, which has this kind. */
function demandOf(kind: Kind, leaf: ValueLeaf): Demand {
  switch (leaf.kind) {
    case "exists":
      return ANY;
    case "terms":
      return { ...ANY, values: leaf.values.map(READ[kind]).filter(isValue) };
    case "range":
      return inRange(kind, leaf.low, leaf.high);
  }
}

function inRange(kind: Kind, low: QueryBound | null, high: QueryBound | null): Demand {
  const bound = (given: QueryBound | null): Bound | null => {
    if (given === null) return null;
    const { value, inclusive } = given;
    return { value: typeof value === "number" ? BOUND[kind](value) : READ[kind](value), inclusive };
  };
  const demand = { ...ANY, low: bound(low), high: bound(high) };
  const known = [demand.low, demand.high].every((end) => end === null || isValue(end.value));
  return known ? demand : { ...ANY, values: [] };
}
