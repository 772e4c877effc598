import type { FieldName, QueryTree } from "@postil/domain/search/query-tree";
import { expect, test } from "vitest";
import { ANY, both, timeSource } from "../storage/value-sources.ts";
import { compileTree } from "./compile-tree.ts";
import type { FieldsOf, Registry } from "./registry.ts";

const FIELDS: Registry = new Map<string, FieldsOf>([
  [
    "record",
    ([column]) => ({ kind: "values", source: timeSource(1, column === "inserted_at" ? column : "updated_at") }),
  ],
  ["status", () => ({ kind: "completion", read: () => ["pending", "pending"] })],
  ["any status", () => ({ kind: "completion", read: () => ["pending", "completed", "pending"] })],
]);
const range = (column: string, low: number | null, high: number | null): QueryTree => {
  const field: FieldName = ["record", column];
  const end = (value: number | null) => (value === null ? null : { value, inclusive: true });
  return { kind: "range", field, low: end(low), high: end(high) };
};
const rowsOf = (parts: readonly QueryTree[]) => {
  const plan = compileTree(FIELDS, { kind: "and", parts });
  return plan.kind === "all" ? plan.rows : plan;
};

test("API-36 fifty filters on one value of a record are one condition, looked up once", () => {
  const ranges = Array.from({ length: 50 }, (_, index) => range("inserted_at", index % 2 ? null : index, 1000 - index));
  expect(rowsOf(ranges)).toHaveLength(1);
  expect(rowsOf([...ranges, range("inserted_at", 952, null)])).toEqual({ kind: "never" });
  expect(rowsOf([...ranges, range("updated_at", 1, null)])).toHaveLength(2);
});

test("API-36 what is asked of one value within groups is one condition too", () => {
  const inner: QueryTree = { kind: "and", parts: [range("inserted_at", 3, null), range("inserted_at", null, 9)] };
  expect(rowsOf([inner, range("inserted_at", 1, 5)])).toHaveLength(1);
  expect(rowsOf([inner, range("inserted_at", 10, null)])).toEqual({ kind: "never" });
});

test("TSE-21 one of some values or another of the same are one condition, however many there are", () => {
  const value = (column: string, text: string): QueryTree => ({
    kind: "terms",
    field: ["record", column],
    values: [text],
  });
  const days = Array.from({ length: 28 }, (_, day) => `2024-02-${String(day + 1).padStart(2, "0")}T00:00:00`);
  const values = days.map((day) => Date.parse(`${day}Z`) * 1000);
  const any = (...parts: QueryTree[]) => compileTree(FIELDS, { kind: "or", parts });
  const ofDays = days.map((day) => value("inserted_at", day));
  expect(any(...ofDays, ...ofDays)).toMatchObject({ kind: "all", rows: [{ demand: { ...ANY, values } }] });
  const others = [value("updated_at", days[0] ?? ""), range("inserted_at", 1, 2)];
  expect(any(...ofDays, ...others)).toMatchObject({
    kind: "any",
    parts: [{ rows: [{ demand: { values: null } }] }, { rows: [{ demand: { values } }] }, { rows: [{}] }],
  });
});

test("FFI-12 what is asked of one value twice is what both leave", () => {
  const at = (value: number) => ({ value, inclusive: true });
  const wide = { ...ANY, low: at(1), high: at(9) };
  expect(both(wide, { ...ANY, low: at(3), high: at(20) })).toEqual({ ...ANY, low: at(3), high: at(9) });
  expect(both({ ...ANY, low: at(3) }, { ...ANY, high: at(7) })).toEqual({ ...ANY, low: at(3), high: at(7) });
  expect(both({ ...ANY, values: ["a", "b"] }, { ...ANY, values: ["b", "c"] })).toEqual({ ...ANY, values: ["b"] });
  expect(both(ANY, wide)).toEqual(wide);
  const above = { value: 3, inclusive: false };
  expect(both({ ...ANY, low: at(3) }, { ...ANY, low: above })).toEqual({ ...ANY, low: above });
});

test("API-60 a status of records that is repeated is asked once, and both together ask nothing", () => {
  const plan = (name: string) => compileTree(FIELDS, { kind: "terms", field: [name], values: [] });
  const completed = compileTree(FIELDS, { kind: "not", part: { kind: "terms", field: ["status"], values: [] } });
  expect(completed).toMatchObject({ kind: "all", statuses: [{ statuses: ["submitted"], ofAnybody: true }] });
  expect(plan("status")).toEqual({ kind: "not", part: completed });
  expect(plan("any status")).toMatchObject({ kind: "all", statuses: [], rows: [], parts: [] });
});
