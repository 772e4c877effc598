import { expect, test } from "vitest";
import { conditionFor } from "./filter-offer.ts";

const TERMS = { type: "terms", values: null } as const;
const INTEGER = { type: "integer", min: null, max: null } as const;

test("FFI-07 a text asks for itself, a number for the range that holds only it", () => {
  expect(conditionFor(TERMS, "letters")).toEqual({ type: "terms", values: ["letters"], match: "any" });
  expect(conditionFor(INTEGER, 146)).toEqual({ type: "range", ge: 146, le: 146 });
});

test("FFI-28 a whole number beyond 2^53 asks for itself, not for its neighbours", () => {
  const itself = { type: "range", ge: "9007199254740993", le: "9007199254740993" };
  expect(conditionFor(INTEGER, 9007199254740993n)).toEqual(itself);
  const rounded = { type: "range", ge: "9007199254740992", le: "9007199254740992" };
  expect(conditionFor(INTEGER, 2 ** 53)).toEqual(rounded);
});

test("FFI-07 what the property cannot hold is nothing to filter by", () => {
  expect(conditionFor(TERMS, 7)).toBeNull();
  expect(conditionFor(TERMS, ["a", "b"])).toBeNull();
  expect(conditionFor(INTEGER, "7")).toBeNull();
  expect(conditionFor(INTEGER, null)).toBeNull();
});
