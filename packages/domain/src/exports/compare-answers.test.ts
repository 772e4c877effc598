import fc from "fast-check";
import { expect, test } from "vitest";
import { createComparison, type PlainAnswer } from "./compare-answers.ts";

const answer = fc.record({
  question: fc.constantFrom("mood", "topics"),
  by: fc.constantFrom("mara", "ben"),
  labels: fc.subarray(["good", "bad", "mixed"]),
});
const answers = fc
  .uniqueArray(answer, { selector: ({ question, by }) => `${question} ${by}` })
  .map((all) => all.map((one): PlainAnswer => ({ ...one, text: one.labels.join() })));
const record = fc.tuple(answers, answers);

test("SNP-09 the counts of each question and each label add up, and every changed answer is told once", () => {
  fc.assert(
    fc.property(fc.array(record), (records) => {
      const comparison = createComparison(["mood"]);
      let told = 0;
      for (const [before, after] of records) told += comparison.add(before, after).length;
      let counted = 0;
      for (const [question, counts] of comparison.counts()) {
        const of = (side: 0 | 1) => records.flatMap((one) => one[side]).filter((one) => one.question === question);
        expect([counts.before, counts.after]).toEqual([of(0).length, of(1).length]);
        expect(counts.before + counts.added).toBe(counts.after + counts.gone);
        counted += counts.added + counts.changed + counts.gone;
        for (const [label, { before, after, added, gone, changedTo, changedFrom }] of counts.labels) {
          const having = (side: 0 | 1) => of(side).filter(({ labels }) => labels.includes(label)).length;
          expect([before, after]).toEqual([having(0), having(1)]);
          expect(before + added + changedTo).toBe(after + gone + changedFrom);
        }
      }
      expect(told).toBe(counted);
    }),
  );
});

test("SNP-09 an answer is added, changed or gone, and a label moves from one to the other", () => {
  const of = (by: string, label: string): PlainAnswer => ({ question: "mood", by, text: label, labels: [label] });
  const comparison = createComparison([]);
  expect(comparison.add([of("mara", "good"), of("ben", "good")], [of("mara", "bad"), of("eve", "bad")])).toEqual([
    { question: "mood", by: "mara", before: "good", after: "bad" },
    { question: "mood", by: "ben", before: "good", after: null },
    { question: "mood", by: "eve", before: null, after: "bad" },
  ]);
  expect(comparison.counts().get("mood")).toEqual({
    ...{ before: 2, after: 2, added: 1, changed: 1, gone: 1 },
    labels: new Map([
      ["good", { before: 2, after: 0, added: 0, gone: 1, changedTo: 0, changedFrom: 1 }],
      ["bad", { before: 0, after: 2, added: 1, gone: 0, changedTo: 1, changedFrom: 0 }],
    ]),
  });
});
