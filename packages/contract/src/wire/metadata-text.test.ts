import fc from "fast-check";
import { expect, test } from "vitest";
import { keepNumberForm, textInPlace } from "./metadata-text.ts";

const read = (json: string) => keepNumberForm(JSON.parse(json), json);
const place = (text: string) => ({ "\0json": text });

test("FEN-26 metadata of a body and of its items is replaced by its text where a number would lose its form", () => {
  expect(read('{"metadata": {"a": 5.0}, "suggestions": []}')).toEqual({
    metadata: place('{"a": 5.0}'),
    suggestions: [],
  });
  expect(read('{"items":[{"metadata":{"a":1}},{"metadata":{"a":1.0}}]}')).toEqual({
    items: [{ metadata: { a: 1 } }, { metadata: place('{"a":1.0}') }],
  });
});

test("FEN-26 nothing else is: not the word in texts, not what is nested, not what is no object", () => {
  for (const json of [
    '{"fields":{"metadata":{"a":5.0}}}',
    '{"items":{"x":{"metadata":{"a":5.0}}}}',
    '{"items":[[{"metadata":{"a":5.0}}],{"values":{"metadata":{"a":5.0}}}]}',
    '{"other":[{"metadata":{"a":5.0}}]}',
    '{"text":"\\"metadata\\":{\\"a\\":5.0}","metadata":[5.0]}',
    '{"metadata":5.0,"items":[5.0,"metadata",{"metadata":null}]}',
    '[{"metadata":{"a":5.0}}]',
    "5.0",
  ])
    expect(read(json)).toEqual(JSON.parse(json));
});

test("FEN-26 of a member given twice the last one counts, as JSON.parse has it", () => {
  expect(read('{"metadata":{"a":1.0},"metadata":{"a":2.0}}')).toEqual({ metadata: place('{"a":2.0}') });
  expect(read('{"metadata":{"a":1.0},"metadata":null}')).toEqual({ metadata: null });
  expect(read('{"items":[{"metadata":{"a":1.0}}],"items":[{},{"metadata":{"a":2.0}}]}')).toEqual({
    items: [{}, { metadata: place('{"a":2.0}') }],
  });
});

/** Replaces each metadata text by its parsed JSON. */
function filled(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const text = textInPlace(value);
  if (text !== null) return JSON.parse(text);
  if (Array.isArray(value)) return value.map(filled);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, filled(inner)]));
}

test("FEN-26 whatever the body, the texts stand where their values stood", () => {
  const key = fc.oneof(fc.constantFrom("metadata", "items", "fields", 'a"b', "\\", "{"), fc.string());
  const { node } = fc.letrec((tie) => ({
    leaf: fc.oneof(fc.integer(), fc.constant(null), fc.constantFrom("metadata", '":{', "]}", "\\"), fc.string()),
    node: fc.oneof(
      { maxDepth: 6 },
      tie("leaf"),
      fc.array(tie("node"), { maxLength: 4 }),
      fc.dictionary(key, tie("node"), { maxKeys: 5 }),
    ),
  }));
  const body = fc.record(
    { items: fc.array(fc.dictionary(key, node, { maxKeys: 4 }), { maxLength: 4 }), metadata: node },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.oneof(node, body), fc.constantFrom(undefined, 1), (value, indent) => {
      const json = JSON.stringify(value, null, indent).replace(/(?<=[[:,]\s*)-?\d+(?=\s*[,\]}])/g, "$&.0");
      let parsed: unknown;
      try {
        parsed = JSON.parse(json);
      } catch {
        return; // the changed numbers made the text invalid
      }
      expect(filled(read(json))).toEqual(parsed);
    }),
    { numRuns: 500 },
  );
});

test("FEN-26 reading takes time in proportion to the body, whatever stands in it", () => {
  const shapes = [
    (n: number) => `{"metadata":{"a":5.0},"t":"${'\\"'.repeat(n)}"}`,
    (n: number) => `{"metadata":{"a":5.0},"t":"${"\\\\".repeat(n)}"}`,
    (n: number) => `{"metadata":{"a":0.${"0".repeat(n)}1},"items":[]}`,
    (n: number) => `{"metadata":{"a":5.0},"t":${"[".repeat(n / 2)}${"]".repeat(n / 2)}}`,
    (n: number) => `{"items":[${'{"metadata":{"a":5.0}},'.repeat(n / 24)}{}]}`,
  ];
  /** CPU time in ms, without other work on the machine. It measures many readings, as the clock may move in steps of 10 ms. */
  const timeOf = (json: string) => {
    const before = process.threadCpuUsage();
    for (let reads = 1; ; reads++) {
      keepNumberForm(JSON.parse(json), json);
      const { user, system } = process.threadCpuUsage(before);
      if (user + system > 60_000) return (user + system) / 1000 / reads;
    }
  };
  const fastest = (json: string) => Math.min(...Array.from({ length: 3 }, () => timeOf(json)));
  for (const shape of shapes) expect(fastest(shape(480_000))).toBeLessThan(12 * fastest(shape(120_000)));
});

test("FFI-28 the filters of a search keep the digits of their numbers, what is called so elsewhere does not", () => {
  const filters = '{"and":[{"type":"range","ge":9007199254740993,"le":"}"},{"values":[12345678901234567890123]}]}';
  const body = read(`{"query":{"filters":{"ge":9007199254740993}},"filters":${filters}}`) as {
    readonly [name: string]: unknown;
  };
  expect(JSON.stringify(body.filters)).toBe(filters);
  expect(JSON.stringify(body.query)).toBe('{"filters":{"ge":9007199254740992}}');
});
