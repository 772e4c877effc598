import fc from "fast-check";
import { expect, test } from "vitest";
import { placesNear, standNear } from "./query-string/search-keywords.ts";

const near = (phrase: string, slop: number, text: string) => standNear(phrase.split(" "), slop, text.split(" "));

test("TSE-22 words of a phrase with slop may stand apart, or change places for two", () => {
  expect([0, 1, 2].map((slop) => near("a b", slop, "a b"))).toEqual([true, true, true]);
  expect([0, 1, 2].map((slop) => near("a b", slop, "a x b"))).toEqual([false, true, true]);
  expect([0, 1, 2].map((slop) => near("a b", slop, "b a"))).toEqual([false, false, true]);
  expect([near("a c", 5, "a b"), near("a a", 9, "a b"), near("a a", 1, "a b a")]).toEqual([false, false, true]);
});

/** Yields every way to give each word its own place. */
function* placings(phrase: readonly string[], text: readonly string[], taken: number[] = []): Generator<number[]> {
  const word = phrase[taken.length];
  if (word === undefined) yield taken;
  else
    for (const [place, found] of text.entries())
      if (found === word && !taken.includes(place)) yield* placings(phrase, text, [...taken, place]);
}

test("TSE-22 words stand near when there is any way to place them so", () => {
  const words = fc.array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(
      words,
      fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 8 }),
      fc.nat(5),
      (phrase, text, slop) => {
        const possible = [...placings(phrase, text)].some((places) => {
          const moved = places.map((place, index) => place - index);
          return Math.max(...moved) - Math.min(...moved) <= slop;
        });
        expect(standNear(phrase, slop, text)).toBe(possible);
        for (const places of placesNear(phrase, slop, text)) expect(places.map((place) => text[place])).toEqual(phrase);
      },
    ),
    { numRuns: 2000 },
  );
});
