import { timeFromWire } from "@postil/contract/wire/time";
import type { RecordStatus } from "@postil/domain/records/response";
import { Refusal } from "@postil/domain/refusal";
import type { Filter } from "@postil/domain/search/search-query";
import { pythonFloat } from "@postil/domain/text/python-text";
import { ANY, type Bound, both, type Demand, isImpossible } from "../storage/value-demand.ts";
import type { ValueSource } from "../storage/value-source.ts";
import type { RowCondition } from "./row-condition.ts";
import { resolveScope, type SearchScene } from "./target.ts";

/** What a filter asks of a record, ready to be looked up. */
export type Condition =
  | { readonly kind: "never" }
  | { readonly kind: "status"; readonly statuses: readonly RecordStatus[] }
  | ({ readonly kind: "rows" } & RowCondition);

const NEVER: Condition = { kind: "never" };

/**
 * What a record must meet to pass all of the filters (contract search-semantics 2.3). Refuses what the dataset does not
 * have. Where a record has one value at most, all that is asked of it is one condition, however many filters ask.
 */
export function compileFilters(scene: SearchScene, filters: readonly Filter[]): Condition[] {
  const asked = filters.map((filter) => ({ filter, target: resolveScope(scene, filter.scope) }));
  const joined = new Map<string, RowCondition>();
  const conditions = asked.flatMap(({ filter, target }): Condition[] => {
    if (target.kind === "none") return [NEVER];
    if (target.kind === "status") return [statusCondition(filter)];
    const { source } = target;
    const demand = demandOf(source, filter);
    if (!source.single) return [conditionFor({ source, demand })];
    joined.set(source.key, { source, demand: both(joined.get(source.key)?.demand ?? ANY, demand) });
    return [];
  });
  return [...conditions, ...[...joined.values()].map(conditionFor)];
}

const conditionFor = (condition: RowCondition): Condition =>
  isImpossible(condition.demand) ? NEVER : { kind: "rows", ...condition };

type Kind = ValueSource["kind"];

/** Numeric text only: words on a numeric target match nothing. */
const numbers = (values: readonly string[]) =>
  values
    .filter((value) => value.trim() !== "")
    .map(Number)
    .filter(Number.isFinite);

const WANTED: { readonly [K in Kind]: (values: readonly string[]) => readonly (string | number)[] } = {
  text: (values) => values,
  number: numbers,
  time: (values) => values.map(timeFromWire).filter(Number.isFinite),
};

/** Bounds are numbers; text compares with the number as Python prints it: 1 is '1.0'. Times are milliseconds there, microseconds here. */
const BOUND: { readonly [K in Kind]: (bound: number) => string | number } = {
  text: pythonFloat,
  number: (bound) => bound,
  time: (bound) => bound * 1000,
};

function demandOf({ kind }: ValueSource, filter: Filter): Demand {
  if (filter.type === "terms") return { ...ANY, values: WANTED[kind](filter.values) };
  const bound = (one: number | null): Bound | null =>
    one === null ? null : { value: BOUND[kind](one), inclusive: true };
  return { ...ANY, low: bound(filter.ge), high: bound(filter.le) };
}

const STATUSES: ReadonlyMap<string, RecordStatus> = new Map([
  ["pending", "pending"],
  ["missing", "pending"],
  ["draft", "draft"],
  ["submitted", "submitted"],
  ["discarded", "discarded"],
]);

function statusCondition(filter: Filter): Condition {
  if (filter.type === "range") throw new Refusal("unprocessable", "A response status cannot be filtered by a range.");
  const statuses = filter.values.map((value) => {
    const status = STATUSES.get(value);
    if (status) return status;
    const known = [...STATUSES.keys()].join(", ");
    throw new Refusal("unprocessable", `'${value}' is not a response status; there are ${known}.`);
  });
  return { kind: "status", statuses };
}
