import { expect, test } from "vitest";
import type { MetadataProperty } from "../datasets/metadata-property.ts";
import type { Question, QuestionSettings } from "../datasets/question.ts";
import { type SortEntry, scopeKey } from "./record-criteria.ts";
import { type KeyOrder, mayAddSort, movedSort, turned, unusedKeys, withSort } from "./sort-entries.ts";
import { candidateOf, sortCandidates } from "./sort-offer.ts";

const question = (name: string, settings: QuestionSettings): Question => ({
  ...{ id: name, name, title: name.toUpperCase(), description: null, required: false },
  ...{ settings, datasetId: "d", insertedAt: 0, updatedAt: 0 },
});
const property = (name: string): MetadataProperty => ({
  ...{ id: name, name, title: name.toUpperCase(), visibleForAnnotators: true, datasetId: "d" },
  ...{ insertedAt: 0, updatedAt: 0, settings: { type: "integer", min: null, max: null } },
});
const questions = [
  question("verdict", { type: "label_selection", options: [], visibleOptions: null }),
  question("clarity", { type: "rating", options: [{ value: 1 }, { value: 2 }] }),
  question("why", { type: "text", useMarkdown: false }),
];
const candidates = sortCandidates({ questions, properties: [property("words")] });
const byWords: SortEntry = { scope: { entity: "metadata", property: "words" }, order: "desc" };
const byAge: SortEntry = { scope: { entity: "record", property: "inserted_at" }, order: "asc" };

test("FFI-11 records are sorted by their times, metadata, scores, and the values of ratings", () => {
  expect(candidates.map(({ scope, category, title }) => [category, title, scope])).toEqual([
    ["general", null, { entity: "record", property: "inserted_at" }],
    ["general", null, { entity: "record", property: "updated_at" }],
    ["metadata", "WORDS", { entity: "metadata", property: "words" }],
    ["suggestion", "VERDICT", { entity: "suggestion", question: "verdict", property: "score" }],
    ["suggestion", "CLARITY", { entity: "suggestion", question: "clarity", property: "score" }],
    ["suggestion", "CLARITY", { entity: "suggestion", question: "clarity", property: "value" }],
    ["response", "CLARITY", { entity: "response", question: "clarity", property: null }],
  ]);
});

test("FFI-10 an entry of the address for what the dataset does not have is shown by its name", () => {
  expect(candidateOf(candidates, byWords).title).toBe("WORDS");
  const gone: SortEntry = { scope: { entity: "suggestion", question: "gone", property: "score" }, order: "asc" };
  expect(candidateOf(candidates, gone)).toEqual({ scope: gone.scope, category: "suggestion", title: "gone" });
});

const keyed = ({ scope, order }: SortEntry): KeyOrder => ({ key: scopeKey(scope), order });
const keysOf = (of: readonly { scope: SortEntry["scope"] }[]) => of.map(({ scope }) => scopeKey(scope));
const [words, age] = [keyed(byWords), keyed(byAge)];

test("FFI-11 a field is offered once; the one that is replaced is on offer again", () => {
  const keys = keysOf(candidates);
  expect(unusedKeys(keys, [words])).not.toContain(words.key);
  expect(unusedKeys(keys, [words], words)).toContain(words.key);
});

test("API-36 fields are added until none is left, and never more than ten", () => {
  const all = keysOf(candidates).map((key): KeyOrder => ({ key, order: "asc" }));
  expect(mayAddSort(keysOf(candidates), [words])).toBe(true);
  expect(mayAddSort(keysOf(candidates), all)).toBe(false);
  const many = sortCandidates({ questions: [], properties: Array.from({ length: 30 }, (_, at) => property(`p${at}`)) });
  const sort = many.slice(0, 10).map(({ scope }) => keyed({ scope, order: "asc" }));
  expect(mayAddSort(keysOf(many), sort.slice(1))).toBe(true);
  expect(mayAddSort(keysOf(many), sort)).toBe(false);
});

test("FFI-11 a new field comes last and ascending, another takes the place and direction of the one it replaces", () => {
  expect(withSort([words], age.key, null)).toEqual([words, age]);
  const changed = scopeKey({ entity: "record", property: "updated_at" });
  expect(withSort([words, age], changed, words)).toEqual([{ key: changed, order: "desc" }, age]);
});

test("FFI-11 the order of the fields and the direction of each can be changed", () => {
  expect(movedSort([words, age], 1, 0)).toEqual([age, words]);
  expect(movedSort([words, age], 5, 0)).toEqual([words, age]);
  expect(turned([words, age], words)).toEqual([{ ...words, order: "asc" }, age]);
});
