import fc from "fast-check";
import { expect, test } from "vitest";
import { keywordParts } from "./keyword-parts.ts";

const found = (text: string, ...keywords: string[]) =>
  keywordParts(text, keywords).flatMap((part) => (part.found ? [part.text] : []));

test("TSE-25 keywords are found as they are written, within words too, the longer of two", () => {
  expect(found("The bin, bins and the Bin of cabins", "bin")).toEqual(["bin", "bin", "bin"]);
  expect(found("bins and bin", "bin", "bins")).toEqual(["bins", "bin"]);
  expect(found("a.c abc", "a.c")).toEqual(["a.c"]);
  expect(found("<b>bin</b>", "<b>")).toEqual(["<b>"]);
  expect(found("nothing", "", "  ")).toEqual([]);
  expect(found("", "bin")).toEqual([]);
});

test("TSE-25 the words of one keyword may have any white space between them", () => {
  expect(found("un  ejemplo, un\nejemplo, unejemplo", "un ejemplo")).toEqual(["un  ejemplo", "un\nejemplo"]);
  expect(found("one two three", "one two four", "one")).toEqual(["one"]);
});

test("TSE-25 the parts are the text to the letter, and no two neighbours are both plain", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", " ", "\n", "🚲", "é") });
  fc.assert(
    fc.property(text, fc.array(text), (whole, keywords) => {
      const parts = keywordParts(whole, keywords);
      expect(parts.map((part) => part.text).join("")).toBe(whole);
      expect(parts.every((part, at) => part.text !== "" && (part.found || parts[at - 1]?.found !== false))).toBe(true);
      const wanted = new Set(keywords.map((keyword) => keyword.trim().replace(/\s+/g, " ")));
      for (const part of parts) if (part.found) expect(wanted).toContain(part.text.replace(/\s+/g, " "));
    }),
  );
});

test("TSE-25 a text of 100,000 letters is cut by 5,000 keywords without a wait", () => {
  const words = Array.from({ length: 20_000 }, (_, at) => `w${at % 5000}`);
  const parts = keywordParts(words.join(" "), words.slice(0, 5000));
  expect(parts.filter((part) => part.found)).toHaveLength(20_000);
});
