import { expect, test } from "vitest";
import { wireErrors } from "../wire/leaf.ts";
import { answerValues } from "./values.ts";

/** The parsed map, or the place and the reason of the refusal. */
function read(values: unknown) {
  const result = answerValues.safeParse(values, { reportInput: true });
  if (result.success) return result.data;
  return wireErrors(result.error.issues, "body").map(({ loc, type }) => [...loc.slice(1), type].join("/"));
}
const one = (value: unknown) => read({ q: { value } });

test("FAN-13 answers are read by their shape: text, whole numbers, labels, rankings, spans", () => {
  for (const value of ["", "text", 0, -3, 7, [], ["a", "b"]]) expect(one(value)).toEqual({ q: { value } });
  expect(one(["a", 1])).toEqual({ q: { value: ["a", "1"] } });
  const ranking = [{ value: "a", rank: 1, more: 1 }, { value: "b" }, { value: "c", rank: null }];
  expect(one(ranking)).toEqual({
    q: {
      value: [
        { value: "a", rank: 1 },
        { value: "b", rank: null },
        { value: "c", rank: null },
      ],
    },
  });
  const span = { label: "x", start: 0, end: 1 };
  expect(one([{ ...span, more: 1 }, span])).toEqual({ q: { value: [span, span] } });
});

test("FAN-13 nulls, fractions, booleans and objects are no answers", () => {
  expect(one(null)).toEqual(["q/value/type_error.none.not_allowed"]);
  expect(read({ q: {} })).toEqual(["q/value/value_error.missing"]);
  for (const value of [1.5, true, { x: 1 }, Number.POSITIVE_INFINITY])
    expect(one(value)).toEqual(["q/value/type_error.str"]);
  expect(read({ q: "bare" })).toEqual(["q/type_error.dict"]);
  expect(read("x")).toEqual(["type_error.dict"]);
});

test("FAN-13 spans begin before they end, at 0 or later, and there are at most 10,000", () => {
  const span = (start: unknown, end: unknown) => one([{ label: "x", start, end }]);
  expect(span(-1, 2)).toEqual(["q/value/0/start/value_error.number.not_ge"]);
  expect(span(0, 0)).toEqual(["q/value/0/end/value_error.number.not_ge"]);
  expect(span(2, 2)).toEqual(["q/value/0/__root__/value_error"]);
  expect(one([{ start: 0, end: 1 }])).toEqual(["q/value/0/label/value_error.missing"]);
  const many = (count: number) =>
    one(Array.from({ length: count }, (_, at) => ({ label: "x", start: at, end: at + 1 })));
  expect(many(10_001)).toEqual(["q/value/value_error.list.max_items"]);
  expect(many(10_000)).toHaveProperty("q");
});

test("API-33 names of questions follow the rule of names; all that is wrong is told", () => {
  expect(read({ "Not So": { value: "x" } })).toEqual(["__key__/value_error.str.regex"]);
  expect(read({ a: { value: 1.5 }, b: 5 })).toEqual(["a/value/type_error.str", "b/type_error.dict"]);
  expect(Object.keys(read(JSON.parse('{"__proto__": {"value": "x"}}')))).toEqual(["__proto__"]);
});

test("API-33 NUL and half a surrogate pair are refused wherever they hide", () => {
  for (const bad of ["a\u0000", "\ud800"]) {
    expect(one(bad)).toEqual(["q/value/value_error"]);
    expect(one([bad])).toEqual(["q/value/0/value_error"]);
    expect(one([{ value: bad, rank: 1 }])).toEqual(["q/value/0/value/value_error"]);
    expect(one([{ label: bad, start: 0, end: 1 }])).toEqual(["q/value/0/label/value_error"]);
  }
});
