import { timeFromWire } from "@postil/contract/wire/time";
import type { RecordStatus } from "@postil/domain/records/response";
import { Refusal } from "@postil/domain/refusal";
import type { Filter } from "@postil/domain/search/search-query";
import type { RawBuilder } from "kysely";
import type { ValueKind } from "../storage/filter-targets.ts";
import { ANY, both, type Demand, type TestOf, testFor } from "./demand.ts";
import { type Rows, resolveScope, type SearchScene } from "./target.ts";

/** What a filter asks of a record, ready to be looked up. */
export type Condition =
  | { readonly kind: "never" }
  | { readonly kind: "status"; readonly statuses: readonly RecordStatus[] }
  /** One of the record's rows must pass the test. */
  | RowCondition;

/** `once`: no record passes by more than one row, so rows that pass can be counted for records. */
export type RowCondition = {
  readonly kind: "rows";
  readonly rows: Rows;
  /** Of a row's own value. */
  readonly test: RawBuilder<unknown>;
  readonly testOf: TestOf;
  readonly once: boolean;
};

const NEVER: Condition = { kind: "never" };

/**
 * What a record must meet to pass all of the filters (contract search-semantics 2.3). Refuses what the dataset does not
 * have. Where a record has one value at most, all that is asked of it is one condition, however many filters ask.
 */
export function compileFilters(scene: SearchScene, filters: readonly Filter[]): Condition[] {
  const asked = filters.map((filter) => ({ filter, target: resolveScope(scene, filter.scope) }));
  const joined = new Map<string, Asked>();
  const conditions = asked.flatMap(({ filter, target }): Condition[] => {
    if (target.kind === "none") return [NEVER];
    if (target.kind === "status") return [statusCondition(filter)];
    const demand = demandOf(target, filter);
    if (!target.rows.single) return [conditionFor({ target, demand })];
    const { key } = target.rows;
    joined.set(key, { target, demand: both(joined.get(key)?.demand ?? ANY, demand) });
    return [];
  });
  return [...conditions, ...[...joined.values()].map(conditionFor)];
}

type Tested = { readonly kind: ValueKind | "time"; readonly rows: Rows };
type Asked = { readonly target: Tested; readonly demand: Demand };

function conditionFor({ target: { rows }, demand }: Asked): Condition {
  const testOf = testFor(demand);
  const once = rows.single || (rows.ordered && demand.values?.length === 1);
  return testOf ? { kind: "rows", rows, test: testOf(rows.value), testOf, once } : NEVER;
}

/** Numeric text only: words on a numeric target match nothing. */
const numbers = (values: readonly string[]) =>
  values
    .filter((value) => value.trim() !== "")
    .map(Number)
    .filter(Number.isFinite);

const WANTED: { readonly [K in Tested["kind"]]: (values: readonly string[]) => readonly (string | number)[] } = {
  text: (values) => values,
  number: numbers,
  time: (values) => values.map(timeFromWire).filter(Number.isFinite),
};

/** Bounds are numbers; text compares with the number as Python prints it: 1 is '1.0'. Times are milliseconds there, microseconds here. */
const BOUND: { readonly [K in Tested["kind"]]: (bound: number) => string | number } = {
  text: (bound) => (Number.isInteger(bound) ? bound.toFixed(1) : String(bound)),
  number: (bound) => bound,
  time: (bound) => bound * 1000,
};

function demandOf({ kind }: Tested, filter: Filter): Demand {
  if (filter.type === "terms") return { ...ANY, values: WANTED[kind](filter.values) };
  const { ge, le } = filter;
  return { ...ANY, low: ge === null ? null : BOUND[kind](ge), high: le === null ? null : BOUND[kind](le) };
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
