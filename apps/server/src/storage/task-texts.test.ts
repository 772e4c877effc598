import fc from "fast-check";
import { expect, test } from "vitest";
import { taskRecord } from "./task-records.fixture.ts";
import { indexedExactly, taskTexts, wordOfExact } from "./task-texts.ts";

test("TSE-22 every exact word comes back from the spelling of the index, which has no capital and no control character", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (word) => {
      const indexed = indexedExactly(word);
      expect(wordOfExact(indexed)).toBe(word);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is meant
      expect(indexed).not.toMatch(/[A-Z\u0000-\u001f\u007f]/);
    }),
  );
});

test("TSE-22 words of inputs stand behind the number of their input, lists with a gap between their texts", () => {
  const targets = new Map([
    ["inputs.q", { target: 64, path: "inputs.q", kind: "words" }],
    ["inputs.a", { target: 65, path: "inputs.a", kind: "words" }],
  ] as const);
  const { document } = taskRecord(1, { text: "Plum!", inputs: { q: "Plum!", a: ["b c", "d"] } });
  const mark = "\ue000";
  expect(taskTexts(targets, document)).toEqual([
    "plum",
    `${mark}plum!`,
    "64:plum | 65:b 65:c | 65:d",
    `64:${mark}plum! | 65:b 65:c | 65:d`,
  ]);
});
