import fc from "fast-check";
import { expect, test } from "vitest";
import { addBit, emptyBits, removeBit } from "./bitmap.ts";
import { BLOCK_SIZE, MOST_RECORDS, pickInOrder, placeOf, runOfBlock, seqAt, startOf } from "./places.ts";

const seq = fc.integer({ min: 0, max: MOST_RECORDS - 1 });

test("FQU-07 a record's place follows from its number and its number from its place", () => {
  fc.assert(
    fc.property(seq, (number) => {
      const place = placeOf(number);
      expect(place.spot).toBeGreaterThanOrEqual(0);
      expect(place.spot).toBeLessThan(BLOCK_SIZE);
      expect(seqAt(place)).toBe(number);
      expect(runOfBlock(place.block)).toBe(Math.floor(number / BLOCK_SIZE));
    }),
  );
});

test("FQU-07 the 8192 records of a run have 8192 different spots of one block", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: MOST_RECORDS / BLOCK_SIZE - 1 }), (run) => {
      const places = Array.from({ length: BLOCK_SIZE }, (_, position) => placeOf(run * BLOCK_SIZE + position));
      expect(new Set(places.map(({ spot }) => spot)).size).toBe(BLOCK_SIZE);
      expect(new Set(places.map(({ block }) => block)).size).toBe(1);
    }),
    { numRuns: 20 },
  );
});

test("FQU-07 different runs have different blocks, spread over the whole circle", () => {
  const runs = 1 << 12;
  const blocks = Array.from({ length: runs }, (_, run) => placeOf(run * BLOCK_SIZE).block);
  expect(new Set(blocks).size).toBe(runs);
  const quarter = MOST_RECORDS / BLOCK_SIZE / 4;
  for (const few of [8, 64, runs]) {
    for (const q of [0, 1, 2, 3]) {
      const there = blocks.slice(0, few).filter((block) => Math.floor(block / quarter) === q).length;
      expect(there).toBeGreaterThanOrEqual(few / 8);
      expect(there).toBeLessThanOrEqual((few * 3) / 8);
    }
  }
});

test("FQU-07 neighbours in a run do not stay neighbours, and each run is shuffled in its own way", () => {
  const order = (run: number) => {
    const spots = Array.from({ length: BLOCK_SIZE }, (_, position) => placeOf(run * BLOCK_SIZE + position).spot);
    return [...spots.keys()].sort((a, b) => (spots[a] ?? 0) - (spots[b] ?? 0)).slice(0, 200);
  };
  for (const run of [0, 1, 77]) {
    const steps = order(run).map((position, index, all) => Math.abs(position - (all[index - 1] ?? 0)));
    expect(steps.filter((step) => step === 1).length).toBeLessThan(5);
  }
  expect(order(0)).not.toEqual(order(1));
});

test("FQU-07 users begin at places of their own, the same each time", () => {
  const ids = Array.from({ length: 500 }, (_, n) => `0190f2c4-0000-7000-8000-${String(n).padStart(12, "0")}`);
  const starts = ids.map((id) => startOf(id));
  expect(startOf(ids[7] ?? "")).toEqual(starts[7]);
  expect(new Set(starts.map(({ spot }) => spot)).size).toBeGreaterThan(450);
  expect(new Set(starts.map(({ block }) => block)).size).toBeGreaterThan(480);
});

test("FEN-26 a block gives its records in the order they came, after any deletions", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1000 }),
      fc.uniqueArray(fc.nat(300)),
      fc.nat(50),
      fc.nat(20),
      (run, deleted, skip, take) => {
        const bits = emptyBits(BLOCK_SIZE);
        const numbers = Array.from({ length: 301 }, (_, position) => run * BLOCK_SIZE + position);
        for (const number of numbers) addBit(bits, placeOf(number).spot);
        for (const position of deleted) removeBit(bits, placeOf(run * BLOCK_SIZE + position).spot);
        const left = numbers.filter((number) => !deleted.includes(number - run * BLOCK_SIZE));
        const { block } = placeOf(run * BLOCK_SIZE);
        expect(pickInOrder(block, bits, skip, take)).toEqual(left.slice(skip, skip + take));
      },
    ),
    { numRuns: 50 },
  );
});
