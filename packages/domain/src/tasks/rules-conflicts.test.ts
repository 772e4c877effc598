import fc from "fast-check";
import { expect, test } from "vitest";
import {
  CAREFUL,
  disagree,
  type FoundRecord,
  matchedRecords,
  plannedSuggestions,
  ruleConflicts,
  type SuggestionWish,
  verdictOn,
  writtenScores,
} from "./rule-matches.ts";

const LABELS = ["Parking", "Trees", "Noise"];
const labels = fc.uniqueArray(fc.constantFrom(...LABELS), { minLength: 1 });
const rule = fc.record({ labels, precision: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: null }) });

/** Some rules, and for each record the rules that find it and the user's labels. */
const world = fc.array(rule, { minLength: 1, maxLength: 5 }).chain((rules) =>
  fc.record({
    rules: fc.constant(rules),
    records: fc.array(
      fc.record({
        found: fc.array(fc.boolean(), { minLength: rules.length, maxLength: rules.length }),
        annotatedAs: fc.option(labels, { nil: null }),
      }),
      { maxLength: 8 },
    ),
  }),
);

type World = typeof world extends fc.Arbitrary<infer W> ? W : never;

const foundBy = ({ rules, records }: World): FoundRecord[][] =>
  rules.map((_, place) =>
    records.flatMap(({ found, annotatedAs }, at) =>
      found[place] === true ? [{ id: `r${at}`, annotatedAs, keywords: [`word${place}`] }] : [],
    ),
  );

test("RUL-24 a record that several rules find is there once, with all of them and all that matched", () => {
  fc.assert(
    fc.property(world, (some) => {
      const matched = matchedRecords(foundBy(some));
      expect(new Set(matched.map(({ id }) => id)).size).toBe(matched.length);
      for (const record of matched) {
        const { found } = some.records[Number(record.id.slice(1))] ?? { found: [] };
        expect(record.rules).toEqual(found.flatMap((is, place) => (is ? [place] : [])));
        expect(record.keywords).toEqual(record.rules.map((place) => `word${place}`));
      }
    }),
  );
});

test("RUL-24 rules conflict on the records that both find and for which they share no label", () => {
  fc.assert(
    fc.property(world, (some) => {
      const { rules } = some;
      const matched = matchedRecords(foundBy(some));
      const { records, pairs } = ruleConflicts(rules, matched);
      const naive = rules.flatMap((one, a) =>
        rules.flatMap((other, b) => {
          if (b <= a || one.labels.some((label) => other.labels.includes(label))) return [];
          const both = matched.filter(({ rules: places }) => places.includes(a) && places.includes(b));
          return both.length > 0 ? [`${a}-${b}: ${both.map(({ id }) => id)}`] : [];
        }),
      );
      expect(pairs.map((pair) => `${pair.one}-${pair.other}: ${pair.records.map(({ id }) => id)}`).sort()).toEqual(
        naive.sort(),
      );
      expect(new Set(records)).toEqual(new Set(pairs.flatMap((pair) => pair.records)));
      const counts = pairs.map((pair) => pair.records.length);
      expect(counts).toEqual([...counts].sort((a, b) => b - a));
    }),
    { numRuns: 500 },
  );
});

test("RUL-24 an annotation agrees with a rule by any label of it, and says nothing where it has none", () => {
  const rats = { labels: ["Rats", "Waste"] };
  expect(verdictOn(rats, ["Waste"])).toBe("agrees");
  expect(verdictOn(rats, ["Noise"])).toBe("contradicts");
  expect([verdictOn(rats, []), verdictOn(rats, null)]).toEqual([null, null]);
});

test("RUL-24 by default nothing is suggested for what a person answered, nor where any two rules disagree", () => {
  fc.assert(
    fc.property(world, (some) => {
      const { rules } = some;
      const matched = matchedRecords(foundBy(some));
      const planned = new Set(plannedSuggestions(rules, matched, CAREFUL).map(({ record }) => record));
      const conflicts = new Set(ruleConflicts(rules, matched).records);
      for (const record of matched)
        expect(planned.has(record)).toBe(record.annotatedAs === null && !conflicts.has(record));
    }),
  );
});

test("RUL-24 a record gets the labels of the chosen rules that find it, each with the best precision known", () => {
  const wishes = fc.record<SuggestionWish>({
    only: fc.option(fc.nat(4), { nil: null }),
    annotated: fc.constant(true),
    disputed: fc.constant(true),
  });
  fc.assert(
    fc.property(world, wishes, (some, wish) => {
      const matched = matchedRecords(foundBy(some));
      for (const { record, labels: given } of plannedSuggestions(some.rules, matched, wish)) {
        const chosen = record.rules.filter((place) => wish.only === null || place === wish.only);
        const rules = chosen.flatMap((place) => some.rules[place] ?? []);
        expect(new Set(given.map(({ label }) => label))).toEqual(new Set(rules.flatMap((one) => one.labels)));
        for (const { label, score } of given) {
          const known = rules.filter((one) => one.labels.includes(label)).flatMap(({ precision }) => precision ?? []);
          expect(score).toBe(known.length > 0 ? Math.max(...known) : null);
        }
      }
    }),
  );
});

test("RUL-24 scores are written as the wire takes them: none as 1, those of one label summing up to 1 at most", () => {
  expect(writtenScores([{ label: "Trees", score: 0.93 }], false)).toEqual([{ label: "Trees", score: 0.93 }]);
  expect(writtenScores([{ label: "Trees", score: null }], false)).toEqual([{ label: "Trees", score: 1 }]);
  const both = [
    { label: "Trees", score: 0.9 },
    { label: "Noise", score: 0.6 },
  ];
  expect(writtenScores(both, true)).toEqual(both);
  expect(writtenScores(both, false)).toEqual([
    { label: "Trees", score: 0.6 },
    { label: "Noise", score: 0.6 / 1.5 },
  ]);
});

test("RUL-24 two rules never disagree in one order only", () => {
  fc.assert(
    fc.property(rule, rule, (one, other) => {
      expect(disagree(one, other)).toBe(disagree(other, one));
    }),
  );
});
