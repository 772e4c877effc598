import fc from "fast-check";
import { expect, test } from "vitest";
import type { SpanQuestionSettings } from "../datasets/question.ts";
import type { Span } from "../spans/span.ts";
import { reasonText } from "./reason.ts";
import type { AnswerValue } from "./record.ts";
import { spanFault } from "./value-rules.ts";

const option = (value: string) => ({ value, text: value, description: null });
const SETTINGS: SpanQuestionSettings = {
  type: "span",
  field: "text",
  options: [option("x"), option("y")],
  visibleOptions: null,
  allowOverlapping: false,
  allowCharacterAnnotation: true,
};
function fault(value: AnswerValue, text: string | null = "hello world") {
  const reason = spanFault(SETTINGS, value, { text });
  return reason && reasonText(reason);
}
const span = (start: number, end: number, label = "x"): Span => ({ start, end, label });

test("FAN-13 spans are a list of spans, and none at all is an answer", () => {
  expect(fault("x")).toBe("span question expects a list of values, found <class 'str'>");
  expect(fault(["x"])).toBe("span question expects a list of spans");
  expect(fault([])).toBeNull();
  expect(fault([], null)).toBeNull();
  expect(spanFault(SETTINGS, [], {})).toBeNull();
});

test("FAN-13 spans need the field's text and stay inside it", () => {
  expect(fault([span(0, 1)], null)).toBe("span question requires record to have field `text`");
  expect(fault([span(0, 12)])).toBe(
    "span question response value `end` must have a value lower or equal than record field `text` length that is `11`",
  );
  expect(fault([span(11, 12)])).toBe(
    "span question response value `start` must have a value lower than record field `text` length that is `11`",
  );
  expect(fault([span(0, 11)])).toBeNull();
  expect(fault([span(0, 1, "z")])).toBe("undefined label 'z' for span question.\nValid labels are: ['x', 'y']");
});

test("FAN-27 offsets are code points: an emoji is one character", () => {
  expect(fault([span(0, 3)], "a😀b")).toBeNull();
  expect(fault([span(0, 4)], "a😀b")).toMatch(/length that is `3`$/);
});

test("FAN-13 overlapping spans are refused by the first pair, or allowed by the question", () => {
  expect(fault([span(4, 8), span(0, 5), span(9, 11)])).toBe(
    "overlapping values found between spans at index idx=0 and idx=1",
  );
  const overlapping = [span(0, 3), span(2, 6)];
  expect(spanFault({ ...SETTINGS, allowOverlapping: true }, overlapping, { text: "hello world" })).toBeNull();
});

const someSpans = fc.array(
  fc.tuple(fc.nat(30), fc.integer({ min: 1, max: 5 })).map(([start, length]) => span(start, start + length)),
  { maxLength: 6 },
);

test("FAN-13 spans overlap exactly when two of them share a character", () => {
  fc.assert(
    fc.property(someSpans, (given) => {
      const characters = given.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, at) => start + at));
      const shared = new Set(characters).size < characters.length;
      expect(fault(given, "x".repeat(40)) !== null).toBe(shared);
    }),
  );
});

test("FAN-13 of overlapping spans the first and its first partner are named, in the order sent", () => {
  fc.assert(
    fc.property(someSpans, (given) => {
      const pairs = given.flatMap((a, i) =>
        given.flatMap((b, j) => (j > i && a.start < b.end && b.start < a.end ? `idx=${i} and idx=${j}` : [])),
      );
      expect(fault(given, "x".repeat(40))?.replace(/.* at index /, "") ?? null).toBe(pairs[0] ?? null);
    }),
  );
});
