import fc from "fast-check";
import { expect, test } from "vitest";
import { escapesNames, parseByTokens, parseKeepingForm, parseWithNames } from "./json-text.ts";

/** Makes V8 read this name after those members. V8 then takes other names for it (nodejs/node#63785). */
const seen = (before: string, name: string) => JSON.parse(`{${before}${JSON.stringify(name)}:0}`);
const namesOf = (value: unknown) => Object.keys(value as object);

test("API-33 a name that is written with an escape is read as it is written, whatever was read before", () => {
  seen('"quote":[],', "\\");
  expect(namesOf(parseWithNames('{"quote":1,"\\"":2}'))).toEqual(["quote", '"']);
  seen('"line":[],', "\\n");
  expect(namesOf(parseWithNames('{"line":1,"\\nb":2}'))).toEqual(["line", "\nb"]);
  seen('"path":[],', "C:\\n");
  expect(namesOf(parseWithNames('{"path":1,"C:\\nx" : 2}'))).toEqual(["path", "C:\nx"]);
  seen('"code":[],', "\\u0061");
  expect(namesOf(parseWithNames('{"code":1,"\\u0061bcdef":2}'))).toEqual(["code", "abcdef"]);
  seen('"form":[],', "\\");
  expect(JSON.stringify(parseKeepingForm('{"form":1.0,"\\"":[2.0,3]}'))).toBe('{"form":1.0,"\\"":[2.0,3]}');
});

test("API-33 JSON with escapes in names is read as any other", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, "\t"), (drawn, indent) => {
      const json = JSON.stringify(drawn, null, indent);
      const read = parseByTokens(json);
      expect(JSON.stringify(read)).toBe(JSON.stringify(drawn));
      expect(JSON.stringify(parseWithNames(json))).toBe(JSON.stringify(drawn));
    }),
    { numRuns: 1000 },
  );
  expect(parseByTokens('{"__proto__":{"a":[]},"a":-1.5e3,"a":null}')).toEqual(
    JSON.parse('{"__proto__":{"a":[]},"a":-1.5e3,"a":null}'),
  );
});

test("API-30 what is no JSON is refused in the engine's words", () => {
  for (const json of ['{"\\"":1', '{"\\"" 1}', '{"a\\n":1,}', '{"\\x":1}', '["\\n":1]']) {
    const words = (read: (text: string) => unknown) => {
      try {
        return read(json);
      } catch (error) {
        return String(error);
      }
    };
    expect(words(parseWithNames), json).toBe(words(JSON.parse));
    expect(words(parseWithNames)).toContain("SyntaxError");
  }
});

test("API-31 only a text with an escape in a name is read twice", () => {
  const quick = [
    "{}",
    '{"a":"\\\\\\": b"}',
    '{"a":"\\n"}',
    '{"a":"\\"b\\": 1"}',
    '["\\\\","b"]',
    '{"a":"{\\"b\\":\\"c\\"}","d":1}',
  ];
  for (const json of quick) expect(escapesNames(json), json).toBe(false);
  for (const json of ['{"a\\"":1}', '{"a\\\\" :1}', '{"\\u0061b"\n:1}', '[{"b":1,"\\t":1}]'])
    expect(escapesNames(json), json).toBe(true);
});
