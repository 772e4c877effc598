import fc from "fast-check";
import { expect, test } from "vitest";
import { addBit, type Bits, countBits, emptyBits, pickBits } from "./bitmap.ts";
import { BLOCK_SIZE, MOST_RECORDS, type Place, placeOf, seqAt, slicesOfPage, stretchesOfRound } from "./places.ts";

/** Reads a page from the bits, like the store. */
function page(blocks: ReadonlyMap<number, Bits>, home: { block: number; spot: number }, offset: number, limit: number) {
  const counts = [...blocks].map(([block, bits]) => ({ block, count: countBits(bits) }));
  const head = countBits(blocks.get(home.block) ?? emptyBits(BLOCK_SIZE), home.spot);
  return slicesOfPage(stretchesOfRound(counts, home, head), offset, limit).flatMap(({ block, from, to, skip, take }) =>
    pickBits(blocks.get(block) ?? emptyBits(BLOCK_SIZE), from, to, skip, take).map((spot) => seqAt({ block, spot })),
  );
}

function blocksOf(seqs: readonly number[]): Map<number, Bits> {
  const blocks = new Map<number, Bits>();
  for (const seq of seqs) {
    const { block, spot } = placeOf(seq);
    const bits = blocks.get(block) ?? emptyBits(BLOCK_SIZE);
    blocks.set(block, bits);
    addBit(bits, spot);
  }
  return blocks;
}

const seqs = fc.uniqueArray(fc.nat(BLOCK_SIZE * 6), { minLength: 1, maxLength: 80 });
const home = fc.record({ block: fc.nat(MOST_RECORDS / BLOCK_SIZE - 1), spot: fc.nat(BLOCK_SIZE - 1) });

/** The distance of a record from home around the circle. Ascending distance is the order of the round. */
function stepsFromHome(home: Place, seq: number): number {
  const { block, spot } = placeOf(seq);
  const steps = block * BLOCK_SIZE + spot - (home.block * BLOCK_SIZE + home.spot);
  return steps < 0 ? steps + MOST_RECORDS : steps;
}

test("FQU-07 pages of any size put together are one round: each record once, in the same order", () => {
  fc.assert(
    fc.property(seqs, home, fc.integer({ min: 1, max: 30 }), fc.boolean(), (records, elsewhere, size, atHome) => {
      const blocks = blocksOf(records);
      // Half of the time the round begins in a block that holds records, in its middle.
      const from = atHome ? { ...elsewhere, block: placeOf(records[0] ?? 0).block } : elsewhere;
      const round: number[] = [];
      for (let offset = 0; offset <= records.length; offset += size) round.push(...page(blocks, from, offset, size));
      const naive = [...records].sort((a, b) => stepsFromHome(from, a) - stepsFromHome(from, b));
      expect(round).toEqual(naive);
    }),
  );
});

test("FQU-07 the records left of a queue keep their order when others go", () => {
  fc.assert(
    fc.property(seqs, home, fc.func(fc.boolean()), (records, from, goes) => {
      const stay = records.filter((seq) => !goes(seq));
      const before = page(blocksOf(records), from, 0, records.length);
      expect(page(blocksOf(stay), from, 0, records.length)).toEqual(before.filter((seq) => stay.includes(seq)));
    }),
  );
});

test("FQU-07 a page past the end is empty", () => {
  expect(page(blocksOf([1, 2, 3]), { block: 0, spot: 0 }, 3, 10)).toEqual([]);
  expect(page(new Map(), { block: 0, spot: 0 }, 0, 10)).toEqual([]);
});
