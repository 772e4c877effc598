import { demandsOn, matchesOf } from "@postil/domain/search/text-matches";
import { wordsOf } from "@postil/domain/text/text-analysis";
import { cleanup, render } from "@testing-library/react";
import fc from "fast-check";
import { expect, test } from "vitest";
import { PlainText } from "../plain-text.tsx";
import { marksIn } from "./marker.ts";

const PART = fc.constantFrom("a", "ab", "b", "3,5", "東", "京", "é", "e\u0301", "😀", "שלום", "ไทย", "<b>", "**");
const GAP = fc.constantFrom("", " ", "\n", "\r\n", "\n\n", "\r\n\r\n", "\n\n\n", "\t", ".", "\n\n\u0301", "\u200d");
const SOURCE = fc.array(fc.tuple(PART, GAP), { minLength: 1, maxLength: 10 }).map((parts) => parts.flat().join(""));
const QUERY = fc.constantFrom(
  "a",
  "a*",
  '"a b"',
  '"ab 東"',
  "東 京",
  '"東 京"',
  "é -b",
  "e\u0301",
  "😀 b*",
  "3,5",
  "b שלום",
);

test("FFI-13 a text shown as it was sent has exactly the marks that its source has matches", () => {
  fc.assert(
    fc.property(SOURCE, QUERY, (source, q) => {
      const { container: element } = render(<PlainText text={source} />);
      const text = { q, field: null };
      const found = marksIn({ element, field: "body", source }, text).map((place) => {
        const range = document.createRange();
        range.setStart(place.startContainer, place.startOffset);
        range.setEnd(place.endContainer, place.endOffset);
        return range.toString().replace(/\s/g, "");
      });
      const wanted = matchesOf(demandsOn(text, "body"), wordsOf(source));
      expect(found).toEqual(wanted.map(({ start, end }) => source.slice(start, end).replace(/\s/g, "")));
      cleanup();
    }),
    { numRuns: 400 },
  );
});
