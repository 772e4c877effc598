import { expect, test } from "vitest";
import { growsTooFast } from "../../tests/support/growth.ts";
import { Malformed } from "./errors.ts";
import { bodyFor, parseJson, parseQuery } from "./parse-body.ts";

test("API-33 JSON is read as the reference reads it: NaN and Infinity outside of texts become a number no rule takes", () => {
  expect(parseJson('{"a": 1}')).toEqual({ a: 1 });
  expect(parseJson('{"a": NaN, "b": [-Infinity], "c": "NaN \\" Infinity"}')).toEqual({
    a: Number.POSITIVE_INFINITY,
    b: [Number.POSITIVE_INFINITY],
    c: 'NaN " Infinity',
  });
  expect(parseJson("")).toBeUndefined();
});

test("API-30 malformed JSON is a schema error that says where", () => {
  for (const text of ["{broken", "{'a': 1}", "[1,]", "nul", '{"a": NaN', "\u0000"]) {
    expect(() => parseJson(text), text).toThrow(Malformed);
  }
  const mistake = expect.objectContaining({ loc: ["body", 1], type: "json_invalid", msg: "JSON decode error" });
  expect(() => parseJson("{broken")).toThrow(expect.objectContaining({ errors: [mistake] }));
});

test("API-31 JSON is read to 250 levels; what is nested deeper is refused before it is parsed, with place and bound", () => {
  const nested = (depth: number) => `${"[".repeat(depth)}"[[["${"]".repeat(depth)}`;
  expect(JSON.stringify(parseJson(nested(250)))).toBe(nested(250));
  const ctx = { error: "JSON may be nested 250 deep, found more at position 250" };
  const mistake = { loc: ["body", 250], msg: "JSON decode error", type: "json_invalid", input: {}, ctx };
  for (const deep of [nested(251), "[".repeat(1000), `${"[".repeat(250)}{`])
    expect(() => parseJson(deep)).toThrow(expect.objectContaining({ errors: [mistake] }));
  const flat = `["${"[".repeat(1000)}\\"{",${"[],{},".repeat(1000)}1]`;
  expect(parseJson(flat)).toHaveLength(2002);
});

/** Opening parts that make a parser search for the closing part, repeated `times` times. */
const HALVES: { readonly [what: string]: (times: number) => string } = {
  quotes: (times) => '"'.repeat(times),
  "a text that does not end": (times) => `["${"a".repeat(times)}`,
  "escapes in a text that does not end": (times) => `["${'\\"'.repeat(times / 2)}`,
  "texts, and no number": (times) => `[${'"a",'.repeat(times / 4)}NaN`,
  "a text of the word": (times) => `["${"NaN ".repeat(times / 4)}`,
  "the word beside quotes": (times) => 'NaN"'.repeat(times / 4),
  "no numbers": (times) => `[${"NaN,".repeat(times / 4)}1]`,
  signs: (times) => `${"-".repeat(times)}NaN`,
  "lists side by side": (times) => `[${"[],".repeat(times / 3)}NaN]`,
  brackets: (times) => `${"[".repeat(times / 2)}NaN${"]".repeat(times / 2)}`,
  "escapes in names": (times) => `{${'"\\"":1,'.repeat(times / 7)}"b":1}`,
  "an escape long before its text ends": (times) => `{"\\n${"a".repeat(times)}":1}`,
  "escapes in texts": (times) => `["${"\\\\".repeat(times / 2)}"${" ".repeat(times)}]`,
  members: (times) => `{${'"a":{},'.repeat(times / 7)}"b":NaN}`,
};

for (const [what, make] of Object.entries(HALVES)) {
  test(`API-31 the time to read a body grows as its length does: ${what}`, () => {
    const work = (size: number) => {
      const body = make(size);
      return () => {
        try {
          parseJson(body);
        } catch (error) {
          if (!(error instanceof Malformed)) throw error;
        }
      };
    };
    expect(growsTooFast(16 * 1024, work)).toBeNull();
  });
}

test("API-31 a text of 15 MB is read, and refused when it does not end", () => {
  const text = "a".repeat(15_000_000);
  expect(parseJson(`["${text}",NaN]`)).toEqual([text, Number.POSITIVE_INFINITY]);
  expect(() => parseJson(`["${text}`)).toThrow(Malformed);
  expect(() => parseJson(`["${text}",NaN`)).toThrow(Malformed);
});

test("API-33 a call reads only the kind of body it is described with", () => {
  const json = { kind: "json", value: { a: 1 } } as const;
  const form = { kind: "form", value: { a: "1" } } as const;
  expect(bodyFor("json", json)).toEqual({ a: 1 });
  expect(bodyFor("json", form)).toBe("form");
  expect(bodyFor("json", { kind: "other" })).toBe("other");
  expect(bodyFor("json", { kind: "json", value: null })).toBeUndefined();
  expect(bodyFor("json", undefined)).toBeUndefined();
  expect(bodyFor("form", form)).toEqual({ a: "1" });
  expect(bodyFor("form", json)).toEqual({});
  expect(bodyFor("form", undefined)).toEqual({});
});

test("API-33 query parameters come as lists in the order given, whatever they are called", () => {
  expect(parseQuery("a=1&b=2&a=%33&c")).toEqual({ a: ["1", "3"], b: ["2"], c: [""] });
  expect(Object.keys(parseQuery("__proto__=1&constructor=2"))).toEqual(["__proto__", "constructor"]);
});
