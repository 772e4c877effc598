import { timeFromWire } from "@postil/contract/wire/time";
import { Refusal } from "@postil/domain/refusal";
import type { Filter, SortEntry } from "@postil/domain/search-query";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { resolveScope, type SearchScene, type Target } from "./target.ts";

/**
 * Filters and sorts as SQL over a row of `record`. Correct on every combination, and its cost grows with the dataset:
 * each record's JSON is opened.
 */

const NEVER = sql<SqlBool>`0`;
const isAnyOf = (expression: RawBuilder<unknown>, values: readonly unknown[]) =>
  sql<SqlBool>`${expression} in (${sql.join(values)})`;

/** One condition a record must meet (contract search-semantics 2.3). */
export function compileFilter(scene: SearchScene, filter: Filter): RawBuilder<SqlBool> {
  const target = resolveScope(scene, filter.scope);
  if (target.kind === "none") return NEVER;
  if (target.kind === "status") return compileStatus(scene, filter);
  if (target.kind === "time") return compileTime(target.column, filter);
  const meets = filter.type === "terms" ? equals(target, filter.values) : within(target, filter);
  return meets === NEVER ? NEVER : sql<SqlBool>`exists (select 1 from (${target.values}) as t where ${meets})`;
}

const VALUE = sql`t.value`;

/** Numeric text only: words on a numeric target match nothing. */
const numbers = (values: readonly string[]) =>
  values
    .filter((value) => value.trim() !== "")
    .map(Number)
    .filter(Number.isFinite);

function equals(target: Target, values: readonly string[]): RawBuilder<SqlBool> {
  const wanted = target.kind === "number" ? numbers(values) : values;
  return wanted.length === 0 ? NEVER : isAnyOf(VALUE, wanted);
}

type Range = Extract<Filter, { type: "range" }>;

function within(target: Target, { ge, le }: Range): RawBuilder<SqlBool> {
  // Terms compare with the number's text as Python prints it (search-semantics 2.3): 1 is '1.0'.
  const bound = (value: number) =>
    target.kind === "number" ? value : Number.isInteger(value) ? value.toFixed(1) : String(value);
  const low = ge === null ? sql`1` : sql`${VALUE} >= ${bound(ge)}`;
  const high = le === null ? sql`1` : sql`${VALUE} <= ${bound(le)}`;
  return sql<SqlBool>`${low} and ${high}`;
}

function compileTime(column: "inserted_at" | "updated_at", filter: Filter): RawBuilder<SqlBool> {
  const at = sql.ref(`record.${column}`);
  if (filter.type === "terms") {
    const times = filter.values.map(timeFromWire).filter(Number.isFinite);
    return times.length === 0 ? NEVER : isAnyOf(at, times);
  }
  // Numbers are milliseconds since the epoch; the columns hold microseconds.
  const low = filter.ge === null ? sql`1` : sql`${at} >= ${filter.ge * 1000}`;
  const high = filter.le === null ? sql`1` : sql`${at} <= ${filter.le * 1000}`;
  return sql<SqlBool>`${low} and ${high}`;
}

const STATUSES = new Set(["pending", "missing", "draft", "submitted", "discarded"]);

function compileStatus(scene: SearchScene, filter: Filter): RawBuilder<SqlBool> {
  if (filter.type === "range") throw new Refusal("unprocessable", "A response status cannot be filtered by a range.");
  const wrong = filter.values.find((value) => !STATUSES.has(value));
  if (wrong !== undefined) {
    throw new Refusal("unprocessable", `'${wrong}' is not a response status; there are ${[...STATUSES].join(", ")}.`);
  }
  return hasStatus(scene.viewerKey, filter.values);
}

/** Pending: no response of the viewer, or of anybody without one (search-semantics 2.2). Several statuses are alternatives. */
export function hasStatus(viewerKey: number | null, statuses: readonly string[]): RawBuilder<SqlBool> {
  const mine = viewerKey === null ? sql`` : sql`and p.user_key = ${viewerKey}`;
  const responses = sql`select 1 from response as p where p.dataset_key = record.dataset_key and p.seq = record.seq ${mine}`;
  const given = statuses.filter((status) => status !== "pending" && status !== "missing");
  const answered = given.length > 0 ? sql<SqlBool>`exists (${responses} and ${isAnyOf(sql`p.status`, given)})` : NEVER;
  const pending = given.length < statuses.length ? sql<SqlBool>`not exists (${responses})` : NEVER;
  return sql<SqlBool>`(${answered} or ${pending})`;
}

/**
 * The order by terms of a sort: records without the value last whichever way, of several values the least going up and
 * the greatest going down, ties by creation (search-semantics 2.5).
 */
export function compileSort(scene: SearchScene, sort: readonly SortEntry[]): RawBuilder<unknown> {
  const keys = sort.flatMap((entry) => {
    const target = resolveScope(scene, entry.scope);
    if (target.kind === "status")
      throw new Refusal("unprocessable", "Records cannot be sorted by the status of responses.");
    if (target.kind === "none") return [];
    const direction = entry.order === "asc" ? sql`asc` : sql`desc`;
    if (target.kind === "time") return [sql`${sql.ref(`record.${target.column}`)} ${direction}`];
    const extreme = entry.order === "asc" ? sql`min(value)` : sql`max(value)`;
    return [sql`(select ${extreme} from (${target.values})) ${direction} nulls last`];
  });
  return sql`${sql.join([...keys, sql`record.seq asc`])}`;
}
