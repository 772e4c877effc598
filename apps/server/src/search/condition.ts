import { timeFromWire } from "@postil/contract/wire/time";
import type { RecordStatus } from "@postil/domain/entities";
import { Refusal } from "@postil/domain/refusal";
import type { Filter } from "@postil/domain/search-query";
import { type RawBuilder, sql } from "kysely";
import type { ValueKind } from "../storage/filter-targets.ts";
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

/** The same test of a value that stands elsewhere. */
type TestOf = (value: RawBuilder<unknown>) => RawBuilder<unknown>;

const NEVER: Condition = { kind: "never" };

/** One condition a record must meet (contract search-semantics 2.3). Refuses what the dataset does not have. */
export function compileFilter(scene: SearchScene, filter: Filter): Condition {
  const target = resolveScope(scene, filter.scope);
  if (target.kind === "none") return NEVER;
  if (target.kind === "status") return statusCondition(filter);
  const testOf = filter.type === "terms" ? equals(target, filter.values) : within(target, filter);
  const once = target.rows.single || (target.rows.ordered && filter.type === "terms" && filter.values.length === 1);
  return testOf ? { kind: "rows", rows: target.rows, test: testOf(target.rows.value), testOf, once } : NEVER;
}

type Tested = { readonly kind: ValueKind | "time"; readonly rows: Rows };

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

function equals({ kind }: Tested, values: readonly string[]): TestOf | null {
  const wanted = WANTED[kind](values);
  return wanted.length === 0 ? null : (value) => sql`${value} in (${sql.join(wanted)})`;
}

/** Bounds are numbers; text compares with the number as Python prints it: 1 is '1.0'. Times are milliseconds there, microseconds here. */
const BOUND: { readonly [K in Tested["kind"]]: (bound: number) => string | number } = {
  text: (bound) => (Number.isInteger(bound) ? bound.toFixed(1) : String(bound)),
  number: (bound) => bound,
  time: (bound) => bound * 1000,
};

function within({ kind }: Tested, { ge, le }: Extract<Filter, { type: "range" }>): TestOf {
  return (value) => {
    const low = ge === null ? sql`` : sql`${value} >= ${BOUND[kind](ge)}`;
    const high = le === null ? sql`` : sql`${value} <= ${BOUND[kind](le)}`;
    return ge === null || le === null ? sql`${low}${high}` : sql`${low} and ${high}`;
  };
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
