import fc from "fast-check";
import { expect, test } from "vitest";
import { type MarkdownMark, markMarkdown, type Selected } from "./guidelines.tsx";

/** A text with its selection in square brackets of the other kind: "a «b» c". */
const read = (marked: string): Selected => {
  const start = marked.indexOf("«");
  return { text: marked.replace(/[«»]/g, ""), start, end: marked.indexOf("»") - 1 };
};
const show = ({ text, start, end }: Selected) => `${text.slice(0, start)}«${text.slice(start, end)}»${text.slice(end)}`;
const mark = (marked: string, by: MarkdownMark) => show(markMarkdown(read(marked), by));

test("FSE-03 the toolbar of the guidelines marks what is selected", () => {
  expect(mark("a «b» c", "bold")).toBe("a **«b»** c");
  expect(mark("a «b» c", "italic")).toBe("a *«b»* c");
  expect(mark("a **«b»** c", "italic")).toBe("a ***«b»*** c");
  expect(mark("a «» c", "code")).toBe("a `«»` c");
  expect(mark("a\nb«»c\nd", "heading")).toBe("a\n«## bc»\nd");
  expect(mark("«»\na", "heading")).toBe("«## »\na");
  expect(mark("«a\nb»", "list")).toBe("«- a\n- b»");
  expect(mark("see «this»", "link")).toBe("see [this](«https://»)");
});

test("FSE-03 marking twice leaves the text as it was", () => {
  const marks = fc.constantFrom<MarkdownMark>("bold", "code", "heading", "list");
  const words = fc.string({ unit: fc.constantFrom("a", "b", " ", "\n"), maxLength: 20 });
  fc.assert(
    fc.property(words, fc.nat(20), fc.nat(20), marks, (text, one, other, by) => {
      const [start = 0, end = 0] = [one, other].map((at) => Math.min(at, text.length)).sort((a, b) => a - b);
      expect(markMarkdown(markMarkdown({ text, start, end }, by), by).text).toBe(text);
    }),
  );
});
