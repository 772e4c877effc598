import fc from "fast-check";
import { expect, test } from "vitest";
import { type QuestionSettings, spanFieldFault, uniqueOptionsFault, visibleOptionsFault } from "./question.ts";

const valued = (...values: (string | number)[]) => values.map((value) => ({ value }));

const span = (field: string): QuestionSettings => ({
  type: "span",
  field,
  options: [{ value: "per", text: "Person", description: null }],
  visibleOptions: null,
  allowOverlapping: false,
  allowCharacterAnnotation: true,
});

test("FEN-08 option values are unique; the fault names each value that repeats once", () => {
  expect(uniqueOptionsFault(valued("a", "b"))).toBeNull();
  expect(uniqueOptionsFault(valued("a", "b", "a", "a"))).toBe("Option values must be unique, found duplicates: {'a'}");
  expect(uniqueOptionsFault(valued(1, 2, 1))).toBe("Option values must be unique, found duplicates: {1}");
});

test("FEN-08 any list without a repeated value is accepted, and one with a repeated value never", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string(), { minLength: 1 }), fc.nat(), (values, at) => {
      const again = values[at % values.length] ?? "";
      expect(uniqueOptionsFault(valued(...values))).toBeNull();
      expect(uniqueOptionsFault(valued(...values, again))).toContain(`{'${again}'}`);
    }),
  );
});

test("FEN-07 no more options are shown at first than there are", () => {
  expect(visibleOptionsFault(null, 2)).toBeNull();
  expect(visibleOptionsFault(3, 3)).toBeNull();
  expect(visibleOptionsFault(4, 3)).toBe(
    "the value for 'visible_options' must be less or equal to the number of items in 'options' (3)",
  );
});

test("FAN-27 a span question marks a field there is, and no other span question has", () => {
  const taken = { id: "q-1", settings: span("text") };
  expect(spanFieldFault(span("text"), ["title", "text"], [])).toBeNull();
  expect(spanFieldFault(span("body"), ["title", "text"], [])).toBe(
    "'body' is not a valid field name.\nValid field names are ['title', 'text']",
  );
  expect(spanFieldFault(span("text"), ["title", "text"], [taken])).toBe(
    "'text' is already used by span question with id 'q-1'",
  );
  expect(spanFieldFault(span("title"), ["title", "text"], [taken])).toBeNull();
  expect(spanFieldFault({ type: "text", useMarkdown: false }, [], [taken])).toBeNull();
});
