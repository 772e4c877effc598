import { expect, test } from "vitest";
import { paragraphs } from "./plain-text.tsx";

test("FEN-27 a text is parted at blank lines, its other line breaks stay", () => {
  expect(paragraphs("one\ntwo\n\nthree")).toEqual(["one\ntwo", "three"]);
  expect(paragraphs("one\r\n\r\ntwo")).toEqual(["one", "two"]);
  expect(paragraphs("")).toEqual([""]);
});

test("FEN-27 a second blank line is not swallowed", () => {
  // One line break at the end of a block shows nothing, so two of them show one empty line.
  expect(paragraphs("one\n\n\ntwo")).toEqual(["one\n\n", "two"]);
});
