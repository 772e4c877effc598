import { expect, test } from "vitest";
import { unknownFields } from "./parse.ts";
import { SOME_FIELDS } from "./query-string.fixture.ts";

test("TSE-30 the names of a query that the dataset has no field of are told, each once, in the order of the text", () => {
  const told = (text: string) => unknownFields(text, SOME_FIELDS);
  expect(told("lamp label:x n:[1 TO 5] text:y")).toEqual([]);
  expect(told("langauge:en AND (sorce:web OR NOT langauge:de)")).toEqual(["langauge", "sorce"]);
  expect(told("_exists_:nowhere _exists_:label _exists_:in*")).toEqual(["nowhere"]);
  expect(told("no\\*:x met\\*.y:1")).toEqual([]);
  expect(told("constructor:x")).toEqual(["constructor"]);
  expect(told("  ")).toEqual([]);
});
