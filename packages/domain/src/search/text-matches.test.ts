import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { wordsOf } from "../text/text-analysis.ts";
import { demandsOn, matchesOf } from "./text-matches.ts";
import { meetsDemands } from "./text-query.fixture.ts";
import { occurs, parseTextQuery, type TextDemand } from "./text-query.ts";

const marked = (q: string, text: string, field: string | null = null) =>
  matchesOf(demandsOn({ q, field }, "body"), wordsOf(text)).map(({ start, end }) => text.slice(start, end));

describe("FFI-13 what was found is marked, and nothing else", () => {
  test.each([
    ["card", "Card, CARDS and a card!", ["Card", "card"]],
    ["pay", "payment", []],
    ["pay*", "Payment was paid, pays off", ["Payment", "pays"]],
    ["payment card", "a card for payment", ["card", "payment"]],
    ['"card lost"', "Card – lost! The lost card.", ["Card – lost"]],
    ['"card lo*"', "card lost, card lo", ["card lo"]],
    ["card -lost", "a lost card", ["card"]],
    ["-lost", "a lost card", []],
    ['-"a lost" card*', "a lost card", ["card"]],
    ["foo-bar", "bar foo", ["bar", "foo"]],
    ["cafe", "café", []],
    ["CAFÉ", "cafés in a café", ["café"]],
    ["don't", "don't, don t", ["don't"]],
    ["!! …", "well !! …", []],
    ['card "card lost" lost*', "card lost", ["card lost"]],
    ['"a b" "b c"', "a b c d", ["a b c"]],
    ['"ha ha"', "ha ha ha", ["ha ha ha"]],
    ["card", "card card", ["card", "card"]],
    ["東京", "東京タワーは京都ではない", ["東京", "京"]],
    ['"東京"', "東京タワーは京都ではない", ["東京"]],
    ["ひ", "ひらがな", ["ひ"]],
    ["カタ", "カタカナ", []],
    ["👍🏽", "good 👍🏽, 👍 better", ["👍🏽"]],
    ["طردي", "أين طردي؟", ["طردي"]],
    ["ΟΔΟΣ", "η οδος", []],
    ["ΟΔΟΣ", "Η ΟΔΟΣ", ["ΟΔΟΣ"]],
  ])("%s in %j", (q, text, expected) => {
    expect(marked(q, text)).toEqual(expected);
  });

  test("places are counted in UTF-16 units", () => {
    expect(matchesOf(parseTextQuery("card"), wordsOf("😀 é card"))).toEqual([{ start: 5, end: 9 }]);
  });
});

test("FFI-27 a search in one field marks that field only, one without a field every field", () => {
  expect(marked("card", "a card", "body")).toEqual(["card"]);
  expect(marked("card", "a card", "title")).toEqual([]);
  expect(demandsOn(null, "body")).toEqual([]);
});

/** Few words, so that searches find something. Some have special rules for splitting or lowercasing. */
const WORD = fc.constantFrom(
  "a",
  "ab",
  "Abc",
  "b",
  "3,5",
  "don't",
  "東",
  "京",
  "ひ",
  "é",
  "É",
  "😀",
  "x_y",
  "שלום",
  "ไทย",
);
const TEXT = fc
  .array(fc.tuple(WORD, fc.constantFrom(" ", "", "-", ". ", "\n\n", " “", "\u0301 ")), { maxLength: 12 })
  .map((parts) => parts.flat().join(""));
const DEMAND: fc.Arbitrary<TextDemand> = fc.record({
  words: fc.array(WORD, { minLength: 1, maxLength: 3 }).map((words) => words.flatMap((word) => texts(word))),
  prefix: fc.boolean(),
  excluded: fc.constant(false),
});
const texts = (text: string) => wordsOf(text).map((word) => word.text);

describe("FFI-13 marks agree with the search itself", () => {
  test("a text has a mark for a demand just when the demand is met in it", () => {
    fc.assert(
      fc.property(DEMAND, TEXT, (demand, text) => {
        const words = wordsOf(text);
        expect(matchesOf([demand], words).length > 0).toBe(meetsDemands([demand], [texts(text)]));
      }),
      { numRuns: 3000 },
    );
  });

  test("each unit that is marked belongs to what some demand asks for, each such unit is marked", () => {
    fc.assert(
      fc.property(fc.array(DEMAND, { maxLength: 4 }), TEXT, (demands, text) => {
        const words = wordsOf(text);
        const expected = new Set<number>();
        for (const demand of demands) {
          for (let at = 0; at + demand.words.length <= words.length; at++) {
            const run = words.slice(at, at + demand.words.length);
            if (
              !occurs(
                demand,
                run.map((word) => word.text),
              )
            )
              continue;
            for (let unit = run[0]?.start ?? 0; unit < (run.at(-1)?.end ?? 0); unit++) expected.add(unit);
          }
        }
        const matches = matchesOf(demands, words);
        const units = matches.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, at) => start + at));
        expect(units).toEqual([...expected].sort((a, b) => a - b));
      }),
      { numRuns: 3000 },
    );
  });

  test("200,000 words with a long search are marked before the test's time is over", () => {
    const words = wordsOf("refund the parcel that never came ".repeat(34_000));
    const demands = parseTextQuery(
      Array.from({ length: 300 }, (_, at) => `word${at}`)
        .join(" ")
        .concat(" parcel re*"),
    );
    expect(matchesOf(demands, words)).toHaveLength(68_000);
  });
});
