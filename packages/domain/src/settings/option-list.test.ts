import fc from "fast-check";
import { expect, test } from "vitest";
import type { LabelOption } from "../datasets/question.ts";
import { addOptions, moveOption, removeOption, renameOption, visibleFromSlider, visibleRange } from "./option-list.ts";

const option = (value: string): LabelOption => ({ value, text: value.toUpperCase(), description: null });
const options = ["a", "b", "c"].map(option);
const values = (list: readonly LabelOption[]) => list.map(({ value }) => value).join("");

test("FSE-30 an option moves to its new place, the others keep their order", () => {
  expect(values(moveOption(options, 0, 2))).toBe("bca");
  expect(values(moveOption(options, 2, 0))).toBe("cab");
  expect(values(moveOption(options, 1, 9))).toBe("acb");
  expect(values(moveOption(options, 7, 0))).toBe("abc");
});

test("FSE-30 no move loses an option, and moving back undoes it", () => {
  const list = fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 30 }).map((all) => all.map(option));
  fc.assert(
    fc.property(list, fc.nat(), fc.nat(), (all, one, other) => {
      const [from, to] = [one % all.length, other % all.length];
      const moved = moveOption(all, from, to);
      expect(moved[to]).toBe(all[from]);
      expect(moveOption(moved, to, from)).toEqual(all);
    }),
  );
});

test("FSE-30 renaming changes the text and never the value that answers hold", () => {
  expect(renameOption(options, "b", "Bee")[1]).toEqual({ value: "b", text: "Bee", description: null });
});

test("FSE-30 a new option stands last; an empty, an overlong or a second one of the same name is refused", () => {
  const added = addOptions(options, "  Song ");
  expect("options" in added && added.options.at(-1)).toEqual({ value: "Song", text: "Song", description: null });
  expect(addOptions(options, " ")).toEqual({ fault: "empty" });
  expect(addOptions(options, "a")).toEqual({ fault: "exists" });
  expect(addOptions(options, "B")).toEqual({ fault: "exists" });
  expect(addOptions(options, "x".repeat(201))).toEqual({ fault: "tooLong" });
  expect(values(removeOption(options, "b"))).toBe("ac");
});

test("DSB-07 each pasted line is an option, once; those that are there are passed over, also of a thousand", () => {
  const added = addOptions(options, " d \r\n\nB\na\nd\ne");
  expect("options" in added && values(added.options)).toBe("abcde");
  const many = addOptions(options, Array.from({ length: 1000 }, (_, at) => `label ${at}`).join("\n"));
  expect("options" in many && many.options).toHaveLength(1003);
  expect(addOptions(options, "d\ne", 4)).toEqual({ fault: "tooMany" });
  expect(addOptions(options, `d\n${"x".repeat(201)}`)).toEqual({ fault: "tooLong" });
});

test("FEN-07 the slider of visible options goes from 3 to the number of options, and its end stays open", () => {
  expect(visibleRange(3)).toBeNull();
  expect(visibleRange(42)).toEqual({ min: 3, max: 42 });
  expect(visibleFromSlider(42, 42, null)).toBeNull();
  expect(visibleFromSlider(42, 42, 10)).toBe(42);
  expect(visibleFromSlider(10, 42, null)).toBe(10);
});
