import fc from "fast-check";
import { expect, test } from "vitest";
import {
  changedKeys,
  newAmong,
  sameButForCase,
  splitTyped,
  tooLongAmong,
  typedLabels,
  unionOf,
} from "./label-draft.ts";
import { globalLabels, LONGEST_LABEL } from "./labels.ts";

test("LAB-19 commas and line breaks part new labels; they are trimmed, blanks and repeats dropped, capitals told apart", () => {
  expect(typedLabels(" Dogs,Ferries,,  ,dogs\nDogs\r\nOpen air \u2028 \u{1F415}")).toEqual([
    "Dogs",
    "Ferries",
    "dogs",
    "Open air",
    "\u{1F415}",
  ]);
  expect(typedLabels(" , \n")).toEqual([]);
});

test("LAB-19 while one types, the labels before the last comma are done and what follows it is not", () => {
  expect(splitTyped("Dogs, Ferr")).toEqual({ done: ["Dogs"], rest: "Ferr" });
  expect(splitTyped("Open ")).toEqual({ done: [], rest: "Open " });
  expect(splitTyped("a\nb\n")).toEqual({ done: ["a", "b"], rest: "" });
});

test("LAB-19 whatever is typed, in pieces or at once, gives the same labels", () => {
  const typed = fc
    .array(fc.constantFrom("a", "B", "b", " ", ",", "\n", "\u05d0", "\u{1F600}"))
    .map((all) => all.join(""));
  fc.assert(
    fc.property(typed, (text) => {
      const { done, rest } = splitTyped(text);
      expect(unionOf(done, typedLabels(rest))).toEqual(typedLabels(text));
    }),
  );
});

test("LAB-14 LAB-15 a label is new when no label has it or one that is not saved yet", () => {
  const saved = globalLabels(["Waste", "Noise"], "w.d", true);
  expect(newAmong(saved, ["Noise", "noise", "Waste"])).toEqual(["noise"]);
  expect(newAmong(saved, ["Waste"])).toEqual([]);
  expect(newAmong(globalLabels(["Waste"], "w.d"), ["Waste"])).toEqual(["Waste"]);
});

test("LAB-15 LAB-19 the union keeps the order, has new ones at the end and none twice", () => {
  expect(unionOf(["b", "a"], ["c", "a", "", "d"])).toEqual(["b", "a", "c", "d"]);
});

test("LAB-04 a label that stands elsewhere is told of with the key it had, a new one not", () => {
  expect(changedKeys(["a", "b", "c"], ["a", "c", "b", "new"])).toEqual(
    new Map([
      ["c", "3"],
      ["b", "2"],
    ]),
  );
  const many = Array.from({ length: 40 }, (_, place) => `l${place}`);
  const moved = changedKeys(many, [many[38] ?? "", ...many.filter((text) => text !== "l38")]);
  expect(moved.get("l38")).toBeNull();
  expect(moved.get("l35")).toBe("Z");
  expect(moved.has("l36")).toBe(false);
  expect(moved.size).toBe(37);
});

test("LAB-19 a text that is unlike a label by its capitals alone is a new label, and the page can say which one may be meant", () => {
  expect(sameButForCase(["Waste", "Noise"], "waste")).toBe("Waste");
  expect(sameButForCase(["Waste"], "Waste")).toBeNull();
  expect(sameButForCase(["Waste"], "Wast")).toBeNull();
});

test("LAB-19 a label longer than records can be given is told from the others, by code points", () => {
  const longest = "😀".repeat(LONGEST_LABEL);
  expect(tooLongAmong(["a", longest, `${longest}b`, "x".repeat(200)])).toEqual([`${longest}b`, "x".repeat(200)]);
});
