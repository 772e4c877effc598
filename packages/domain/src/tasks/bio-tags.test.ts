import fc from "fast-check";
import { expect, test } from "vitest";
import { entitiesOfTags, placeTokens, tagsOfEntities } from "./token-borders.ts";

function entitiesIn(text: string, tags: string) {
  const placed = placeTokens(text, text.split(" "));
  const places = "places" in placed ? placed.places : [];
  return entitiesOfTags(places, tags.split(" "))?.map(({ start, end, label }) => `${start}-${end} ${label}`);
}

test("TEN-31 tags of tokens tell entities", () => {
  expect(entitiesIn("In New York Ana met Bo", "O B-LOC I-LOC B-PER O B-PER")).toEqual([
    "3-11 LOC",
    "12-15 PER",
    "20-22 PER",
  ]);
  expect(entitiesIn("a b c", "B-X B-X I-Y")).toEqual(["0-1 X", "2-3 X", "4-5 Y"]);
  expect(entitiesIn("a b c d", "I-X I-X O E-X")).toEqual(["0-3 X", "6-7 X"]);
  expect(entitiesIn("a b c d e", "S-X B-X E-X U-Y L-Y")).toEqual(["0-1 X", "2-5 X", "6-7 Y", "8-9 Y"]);
});

test("TEN-31 what is no tag tells nothing, nor does a tag too few", () => {
  expect(entitiesIn("a b", "B-X 3")).toBeUndefined();
  expect(entitiesIn("a b", "B-")).toBeUndefined();
  expect(entitiesIn("a b", "O")).toBeUndefined();
});

test("TEN-31 entities that tags were made of come back", () => {
  const piece = fc.record({ length: fc.integer({ min: 1, max: 3 }), label: fc.constantFrom(null, "X", "Y") });
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 6 }), (pieces) => {
      const tags = pieces.flatMap(({ length, label }) =>
        Array.from({ length }, (_, at) => (label ? `${at === 0 ? "B" : "I"}-${label}` : "O")),
      );
      let from = 0;
      const expected = pieces.flatMap(({ length, label }) => {
        const start = from;
        from += 2 * length;
        return label ? [`${start}-${from - 1} ${label}`] : [];
      });
      expect(entitiesIn(tags.map(() => "w").join(" "), tags.join(" "))).toEqual(expected);
    }),
  );
});

test("EXP-08 entities become tags, and the same ones come back; where tags cannot tell them there are none", () => {
  const placed = placeTokens("New York Ana x", ["New", "York", "Ana", "x"]);
  const places = "places" in placed ? placed.places : [];
  const [york, ana] = [
    { start: 0, end: 8, label: "LOC" },
    { start: 9, end: 12, label: "a person" },
  ];
  expect(tagsOfEntities(places, [ana, york])).toEqual(["B-LOC", "I-LOC", "B-a person", "O"]);
  expect(entitiesOfTags(places, tagsOfEntities(places, [ana, york]) ?? [])).toEqual([york, ana]);
  expect(tagsOfEntities(places, [])).toEqual(["O", "O", "O", "O"]);
  for (const entities of [
    [york, { start: 4, end: 8, label: "LOC" }],
    [{ start: 0, end: 7, label: "LOC" }],
    [{ start: 1, end: 8, label: "LOC" }],
    [{ start: 9, end: 8, label: "LOC" }],
  ])
    expect(tagsOfEntities(places, entities)).toBeNull();
});
