import fc from "fast-check";
import { expect, test } from "vitest";
import { overlaps } from "../spans/span.ts";
import { textOf, wordUnits } from "../spans/span-units.ts";
import { entitiesOfTags } from "../tasks/token-borders.ts";
import { exportFileName, shapeFault } from "./export-shape.ts";
import { anyOverlap, tagLabels, tokenTags } from "./token-tags.ts";

const text = fc
  .array(fc.constantFrom("Harbor", "storm", "🌊", ",", "don't", "日本語", "שלום", "x"), { minLength: 1, maxLength: 8 })
  .map((words) => words.join(" "));

test("EXS-05 tags say the same spans again, or why they cannot", () => {
  fc.assert(
    fc.property(text, fc.array(fc.tuple(fc.nat(30), fc.integer({ min: 1, max: 9 })), { maxLength: 4 }), (of, drawn) => {
      const words = wordUnits(of);
      const tokens = words.units.map((unit) => textOf(words, unit));
      const spans = drawn
        .map(([start, length]) => ({ start, end: start + length, label: "a" }))
        .filter(({ end }) => end <= words.points.length);
      const tags = tokenTags(tokens, words.units, spans);
      const fits = spans.every(
        ({ start, end }) =>
          words.units.some((unit) => unit.start === start) && words.units.some((unit) => unit.end === end),
      );
      const crossed = spans.some((one, at) => spans.slice(at + 1).some((other) => overlaps(one, other)));
      expect(anyOverlap(spans)).toBe(crossed);
      if (!("leftOut" in tags))
        expect(entitiesOfTags(words.units, tags)).toEqual(spans.toSorted((one, other) => one.start - other.start));
      else expect(tags.leftOut).toBe(crossed ? "overlapping" : "misfit");
      expect("leftOut" in tags).toBe(crossed || !fits);
    }),
  );
});

test("EXS-05 what would break a line of a token file leaves the record out", () => {
  const place = [{ start: 0, end: 3 }];
  expect(tokenTags(["a b"], place, [])).toEqual({ leftOut: "blank_token" });
  expect(tokenTags([], [], [])).toEqual({ leftOut: "no_text" });
});

test("EXS-01 a file is called after its shape and ends in its format", () => {
  const file = { shape: "training", format: "csv", gzip: true } as const;
  expect(exportFileName("letters", file)).toBe("letters-training.csv.gz");
  expect(exportFileName("letters", { ...file, shape: "full", format: "jsonl" })).toBe("letters.jsonl.gz");
  expect(exportFileName("letters", { ...file, format: "parquet" })).toBe("letters-training.parquet");
  expect(exportFileName("letters", { ...file, shape: "hf" })).toBe("letters-hf.zip");
});

test("EXS-01 a wish that contradicts itself is refused with what does", () => {
  const wish = {
    shape: "full",
    format: "jsonl",
    gzip: false,
    disagreement: "leave_out",
    guard: true,
    question: null,
    pseudonyms: null,
  } as const;
  const offered = ["full", "training", "hf", "conll"] as const;
  expect(shapeFault(wish, offered)).toBeNull();
  expect(shapeFault({ ...wish, shape: "hf", pseudonyms: "secret" }, offered)).toMatch(/"hf" names no people/);
  expect(shapeFault({ ...wish, shape: "spacy" }, offered)).toMatch(/no shape "spacy"; it has: full, training/);
  expect(shapeFault({ ...wish, shape: "hf", format: "csv" }, offered)).toMatch(/leave out the format "csv"/);
  expect(shapeFault({ ...wish, format: "parquet", gzip: true }, offered)).toMatch(/\.parquet is packed/);
  expect(shapeFault({ ...wish, disagreement: "mark" }, offered)).toMatch(/"full" cannot mark/);
  expect(shapeFault({ ...wish, guard: false }, offered)).toMatch(/only a CSV file/);
  expect(shapeFault({ ...wish, shape: "training", question: "x" }, offered)).toMatch(/leave out the question/);
});

test("EXS-05 a label in a tag has no blanks, and is called as no other", () => {
  const called = tagLabels(["a b", "a_b", "a\tb", "c\r\nd", "plain"]);
  expect(["a b", "a_b", "a\tb", "c\r\nd", "plain", "new\u0085one"].map(called)).toEqual([
    ...["a_b_2", "a_b", "a_b_3", "c_d", "plain", "new_one"],
  ]);
  expect(called("a b")).toBe("a_b_2");
});

test.each(["a b", "\u0085", "x\u001c"])("EXS-05 %j would end a column for some readers", (token) => {
  expect(tokenTags([token], [{ start: 0, end: 1 }], [])).toEqual({ leftOut: "blank_token" });
});
