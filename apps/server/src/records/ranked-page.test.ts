import { hasBit } from "@postil/domain/queue/bitmap";
import fc from "fast-check";
import { expect, test } from "vitest";
import { rankedPage } from "./find-page.ts";
import { setOf } from "./seq-set.ts";

const SIZE = 200;
const WEIGHT = 0.5;
const numbers = fc.uniqueArray(fc.nat({ max: SIZE - 1 }), { maxLength: 80 }).map((seqs) => seqs.sort((a, b) => a - b));

test("FFI-13 pages by score go on where the last ended: the best first, then what was not weighed by creation", () => {
  fc.assert(
    fc.property(
      numbers,
      fc.nat(80),
      fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 80, maxLength: 80 }),
      numbers,
      fc.integer({ min: 1, max: 9 }),
      (found, most, drawn, kept, limit) => {
        const seqs = found.slice(0, most);
        const scores = seqs.map((_, index) => drawn[index] ?? 1);
        const set = setOf(
          SIZE,
          found.filter((seq) => kept.includes(seq)),
        );
        const members = found.filter((seq) => hasBit(set, seq));
        const pages = Array.from({ length: Math.ceil(SIZE / limit) }, (_, page) =>
          rankedPage(set, { seqs, scores }, () => WEIGHT, { offset: page * limit, limit }),
        );
        const all = pages.flatMap((page) => page.seqs.map((seq, index) => ({ seq, score: page.scores[index] })));
        const wanted = members
          .map((seq) => ({ seq, score: WEIGHT * (scores[seqs.indexOf(seq)] ?? 0) }))
          .sort((a, b) => b.score - a.score || a.seq - b.seq);
        expect(all).toEqual(wanted);
      },
    ),
  );
});
