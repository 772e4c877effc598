import { parseWithForm } from "@postil/domain/text/json-text";
import { expect, test } from "vitest";
import { z } from "zod";
import { bool, integer, term, text, wireErrors } from "./leaf.ts";
import { constant, firstOf, last, list, nonNull, rule, variants } from "./shape.ts";

const read = (schema: z.ZodType, value: unknown) => {
  const result = schema.safeParse(value, { reportInput: true });
  return result.success ? { read: result.data } : { errors: wireErrors(result.error.issues, "body") };
};

const Shape = variants("type", { circle: z.object({ type: z.literal("circle"), size: integer() }) }, "ShapeType");

test("API-30 a union is told apart by its key, in the reference's words", () => {
  expect(read(Shape, { type: "circle", size: "3" })).toEqual({ read: { type: "circle", size: 3 } });
  const invalid = (value: string, given: unknown) => ({
    errors: [
      {
        loc: ["body"],
        type: "value_error.discriminated_union.invalid_discriminator",
        msg: `No match for discriminator 'type' and value ${value} (allowed values: <ShapeType.circle: 'circle'>)`,
        ctx: {
          discriminator_key: "type",
          discriminator_value: given,
          allowed_values: "<ShapeType.circle: 'circle'>",
        },
      },
    ],
  });
  expect(read(Shape, { type: "square" })).toEqual(invalid("'square'", "square"));
  expect(read(Shape, { type: null })).toEqual(invalid("None", null));
  expect(read(Shape, { type: 5 })).toEqual(invalid("5", 5));
  expect(read(Shape, { type: "toString" })).toEqual(invalid("'toString'", "toString"));
});

test("API-30 what is no object lacks the key; null and nothing have words of their own", () => {
  const missing = { type: "value_error.discriminated_union.missing_discriminator" };
  for (const value of [{}, [], "circle", 5]) expect(read(Shape, value)).toMatchObject({ errors: [missing] });
  expect(read(Shape, null)).toMatchObject({ errors: [{ type: "type_error.none.not_allowed" }] });
  expect(read(Shape, undefined)).toMatchObject({ errors: [{ type: "value_error.missing" }] });
});

test("API-30 of members tried in order the first that reads counts; the errors of all are told, one after the other", () => {
  const Either = firstOf(
    z.object({ type: constant("word"), size: integer() }),
    z.object({ type: constant("flag"), size: bool }),
  );
  expect(read(Either, { type: "word", size: 1 })).toEqual({ read: { type: "word", size: 1 } });
  expect(read(Either, { type: "flag", size: 1 })).toEqual({ read: { type: "flag", size: true } });
  const other = (word: string, given: unknown) => ({
    loc: ["body", "type"],
    type: "value_error.const",
    ctx: { given, permitted: [word] },
  });
  expect(read(Either, { type: "word", size: "x" })).toMatchObject({
    errors: [
      { loc: ["body", "size"], type: "type_error.integer" },
      other("flag", "word"),
      { loc: ["body", "size"], type: "type_error.bool" },
    ],
  });
  expect(read(Either, { type: "x", size: 1 })).toMatchObject({ errors: [other("word", "x"), other("flag", "x")] });
  expect(read(Either, 5)).toMatchObject({ errors: [{ type: "type_error.dict" }, { type: "type_error.dict" }] });
  expect(read(Either, null)).toMatchObject({ errors: [{ loc: ["body"], type: "type_error.none.not_allowed" }] });
});

test("API-30 errors inside a variant stand where they are", () => {
  expect(read(z.object({ shape: Shape }), { shape: { type: "circle", size: "big" } })).toMatchObject({
    errors: [{ loc: ["body", "shape", "size"], type: "type_error.integer" }],
  });
});

test("API-30 a constant names the word it wants", () => {
  expect(read(constant("text", "FieldType"), "image")).toEqual({
    errors: [
      {
        loc: ["body"],
        type: "value_error.const",
        msg: "unexpected value; permitted: <FieldType.text: 'text'>",
        ctx: { given: "image", permitted: ["text"] },
      },
    ],
  });
  expect(read(constant("terms"), "x")).toMatchObject({ errors: [{ msg: "unexpected value; permitted: 'terms'" }] });
});

test("API-30 a rule over an object is asked once its members are well-formed", () => {
  const Range = rule(z.object({ min: integer(), max: integer() }), ({ min, max }) =>
    min < max ? null : "not a range",
  );
  expect(read(Range, { min: 1, max: 2 })).toEqual({ read: { min: 1, max: 2 } });
  expect(read(Range, { min: 2, max: 1 })).toEqual({
    errors: [{ loc: ["body", "__root__"], type: "value_error", msg: "not a range" }],
  });
  expect(read(Range, { min: 2, max: "x" })).toMatchObject({ errors: [{ loc: ["body", "max"] }] });
});

test("API-30 keys of a change may be left out, but not be null", () => {
  const Change = nonNull({ title: text({ min: 1 }).optional(), note: text().nullish() }, ["title"]);
  expect(read(Change, { note: null })).toEqual({ read: { note: null } });
  expect(read(Change, { title: null })).toEqual({
    errors: [
      { loc: ["body", "__root__"], type: "value_error", msg: "The following keys must have non-null values: title" },
    ],
  });
  expect(read(Change, [])).toMatchObject({ errors: [{ type: "type_error.dict" }] });
});

test("API-30 the size of a list is looked at before its elements", () => {
  const Flags = list(bool, { min: 1, max: 2 });
  expect(read(Flags, ["yes", 0])).toEqual({ read: [true, false] });
  expect(read(Flags, [])).toMatchObject({ errors: [{ type: "value_error.list.min_items", ctx: { limit_value: 1 } }] });
  expect(read(Flags, ["?", "?", "?"])).toMatchObject({ errors: [{ type: "value_error.list.max_items" }] });
  expect(read(Flags, "yes")).toMatchObject({ errors: [{ type: "type_error.list" }] });
});

test("API-35 of a parameter given twice the last counts", () => {
  const Query = z.object({ limit: last(integer({ le: 9 }).default(5)) });
  expect(read(Query, { limit: ["1", "7"] })).toEqual({ read: { limit: 7 } });
  expect(read(Query, {})).toEqual({ read: { limit: 5 } });
});

const errorsIn = (schema: z.ZodType, value: unknown) => {
  const found = read(schema, value);
  return "errors" in found ? found.errors : [];
};

test("API-31 of a list with millions of mistakes a thousand are told, however lists lie in lists", () => {
  const numbers = list(integer());
  const wrong = Array(5000).fill("x");
  expect(errorsIn(numbers, wrong)).toHaveLength(1000);
  expect(errorsIn(list(numbers), Array(5000).fill(wrong))).toHaveLength(1000);
  expect(errorsIn(list(numbers), Array(5000).fill(["x"]))).toHaveLength(1000);
});

test("API-31 a list without a limit of its own has one all the same", () => {
  expect(errorsIn(list(integer()), Array(100_000).fill(1))).toEqual([]);
  expect(errorsIn(list(integer()), Array(100_001).fill(1))).toMatchObject([{ ctx: { limit_value: 100_000 } }]);
});

test("API-31 an error does not repeat what is nested without end", () => {
  const deep = JSON.parse("[".repeat(50_000) + "]".repeat(50_000));
  const [wrongWord] = errorsIn(constant("terms"), deep);
  expect(wrongWord).toMatchObject({ ctx: { given: "[...]" } });
  for (const [type, printed] of [
    [deep, "[...]"],
    [{ deep }, "{...}"],
  ] as const) {
    expect(errorsIn(Shape, { type })).toMatchObject([
      { msg: expect.stringContaining(`value ${printed} (allowed`), ctx: { discriminator_value: printed } },
    ]);
  }
});

test("API-65 terms that are no texts count as their JSON texts, however a number is written", () => {
  const terms = (json: string) => read(z.array(term), parseWithForm(json));
  expect(terms('[1, 1.0, -0.0, 1e3, 2.5, 2.50, true, "1.0"]')).toEqual({
    read: ["1", "1", "0", "1000", "2.5", "2.5", "true", "1.0"],
  });
  expect(terms("[9007199254740993, 1e17]")).toEqual({ read: ["9007199254740993", "100000000000000000"] });
});
