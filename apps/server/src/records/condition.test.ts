import type { Filter } from "@postil/domain/search/search-query";
import { expect, test } from "vitest";
import { ANY, both } from "../storage/value-demand.ts";
import { compileFilters } from "./condition.ts";
import type { SearchScene } from "./target.ts";

const SCENE: SearchScene = { datasetId: "d", datasetKey: 1, questions: [], properties: [], viewerKey: null };
const CREATED = { entity: "record", property: "inserted_at" } as const;

test("API-36 fifty filters on one value of a record are one condition, looked up once", () => {
  const ranges = Array.from({ length: 50 }, (_, index): Filter => {
    return { type: "range", scope: CREATED, ge: index % 2 ? null : index, le: 1000 - index };
  });
  const compiled = compileFilters(SCENE, ranges);
  expect(compiled).toHaveLength(1);
  const apart: Filter = { type: "range", scope: CREATED, ge: 952, le: null };
  expect(compileFilters(SCENE, [...ranges, apart])).toEqual([{ kind: "never" }]);
  const changed: Filter = { type: "range", scope: { ...CREATED, property: "updated_at" }, ge: 1, le: null };
  expect(compileFilters(SCENE, [...ranges, changed])).toHaveLength(2);
});

test("FFI-12 what is asked of one value twice is what both leave", () => {
  const at = (value: number) => ({ value, inclusive: true });
  const wide = { ...ANY, low: at(1), high: at(9) };
  expect(both(wide, { ...ANY, low: at(3), high: at(20) })).toEqual({ ...ANY, low: at(3), high: at(9) });
  expect(both({ ...ANY, low: at(3) }, { ...ANY, high: at(7) })).toEqual({ ...ANY, low: at(3), high: at(7) });
  expect(both({ ...ANY, values: ["a", "b"] }, { ...ANY, values: ["b", "c"] })).toEqual({ ...ANY, values: ["b"] });
  expect(both(ANY, wide)).toEqual(wide);
});
