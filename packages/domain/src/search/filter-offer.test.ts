import fc from "fast-check";
import { expect, test } from "vitest";
import type { MetadataProperty } from "../datasets/metadata-property.ts";
import type { Question, QuestionSettings } from "../datasets/question.ts";
import { hasValues } from "../records/metadata-rules.ts";
import { isFilterable, offeredProperties } from "./filter-offer.ts";
import { matchOf, mostValues, termChoices, withChosen } from "./filter-values.ts";
import { type CriteriaFilter, type FilterScope, searchOf, withCondition } from "./record-criteria.ts";

const options = [{ value: "a", text: "A", description: null }];
const question = (settings: QuestionSettings): Question => ({
  ...{ id: "q", name: "q", title: "Q", description: null, required: false },
  ...{ settings, datasetId: "d", insertedAt: 0, updatedAt: 0 },
});

test.each<[QuestionSettings, boolean]>([
  [{ type: "label_selection", options, visibleOptions: null }, true],
  [{ type: "multi_label_selection", options, visibleOptions: null, optionsOrder: "natural" }, true],
  [{ type: "rating", options: [{ value: 1 }] }, true],
  [{ type: "text", useMarkdown: false }, false],
  [{ type: "ranking", options }, false],
  [
    {
      ...{ type: "span", field: "text", options, visibleOptions: null },
      ...{ allowOverlapping: false, allowCharacterAnnotation: false },
    },
    false,
  ],
])("FFI-17 response and suggestion filters offer single label, multi label and rating: %j, %s", (settings, offered) => {
  expect(isFilterable(question(settings))).toBe(offered);
});

const property = (name: string, visibleForAnnotators: boolean): MetadataProperty => ({
  ...{ id: name, name, title: name, visibleForAnnotators, datasetId: "d", insertedAt: 0, updatedAt: 0 },
  settings: { type: "terms", values: null },
});

test("FFI-19 ROL-04 annotators are offered only what they may see, others everything", () => {
  const properties = [property("source", true), property("salary", false)];
  expect(offeredProperties(properties, { role: "annotator" }).map(({ name }) => name)).toEqual(["source"]);
  expect(offeredProperties(properties, { role: "admin" })).toEqual(properties);
  expect(offeredProperties(properties, { role: "owner" })).toEqual(properties);
});

test("FEN-21 FFI-19 what the records hold says whether a property can be chosen", () => {
  expect(hasValues({ type: "terms", total: 0, values: [] })).toBe(false);
  expect(hasValues({ type: "terms", total: 1, values: [{ term: "a", count: 1 }] })).toBe(true);
  expect(hasValues({ type: "integer", min: null, max: null })).toBe(false);
  expect(hasValues({ type: "float", min: 0, max: 0 })).toBe(true);
});

test("FEN-20 terms come with their counts, most frequent first", () => {
  const values = [
    { term: "radio", count: 7 },
    { term: "web", count: 2 },
  ];
  expect(termChoices({ type: "terms", total: 9, values })).toEqual([
    { value: "radio", text: "radio", count: 7 },
    { value: "web", text: "web", count: 2 },
  ]);
});

test("FFI-15 a chosen value that is not on offer any more stands first, so that it can be taken back", () => {
  const choices = [{ value: "a", text: "A", count: null }];
  expect(withChosen(choices, ["a"])).toBe(choices);
  expect(withChosen(choices, ["gone", "a"]).map(({ value }) => value)).toEqual(["gone", "a"]);
});

test("FFI-18 one of the values is enough unless all are asked for", () => {
  expect(matchOf(null)).toBe("any");
  expect(matchOf({ type: "terms", values: ["a"], match: "all" })).toBe("all");
});

const topics: FilterScope = { entity: "response", question: "topics", property: null };

test("API-36 FFI-18 a choice that is offered never makes a search the server refuses", () => {
  const filters = fc.array(
    fc.record({
      scope: fc.nat(80).map((at): FilterScope => ({ entity: "metadata", property: `p${at}` })),
      condition: fc.oneof(
        fc.constant({ type: "range", ge: 1, le: 2 } as const),
        fc.record({
          type: fc.constant("terms" as const),
          values: fc.array(fc.string(), { minLength: 1, maxLength: 6 }),
          match: fc.constantFrom("any" as const, "all" as const),
        }),
      ),
    }),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(filters, fc.constantFrom("any" as const, "all" as const), (drawn, match) => {
      const others = drawn.reduce<readonly CriteriaFilter[]>(
        (all, { scope, condition }) => withCondition(all, scope, condition),
        [],
      );
      const sent = (of: readonly CriteriaFilter[]) =>
        searchOf({ status: "pending", text: null, sort: [], similarity: null, filters: of })?.filters ?? [];
      fc.pre(sent(others).length <= 50);
      const most = mostValues(others, topics, match);
      const values = Array.from({ length: most }, (_, at) => `v${at}`);
      const search = sent(withCondition(others, topics, { type: "terms", values, match }));
      expect(search.length).toBeLessThanOrEqual(50);
      expect(search.every((filter) => filter.type === "range" || filter.values.length <= 250)).toBe(true);
    }),
  );
});

test("API-36 the values that must all be there share the filters that are left", () => {
  const filters: readonly CriteriaFilter[] = [
    { scope: { entity: "metadata", property: "words" }, condition: { type: "range", ge: 1, le: 2 } },
    { scope: topics, condition: { type: "terms", values: ["a", "b"], match: "all" } },
  ];
  expect(mostValues(filters, topics, "all")).toBe(49);
  expect(mostValues(filters, topics, "any")).toBe(250);
});
