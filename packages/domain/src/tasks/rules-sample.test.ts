import fc from "fast-check";
import { expect, test } from "vitest";
import { sampleOf, seededRandom, wilsonInterval } from "./rules-sample.ts";

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);

test("RUL-24 a sample has as many different records as there are, in their order", () => {
  fc.assert(
    fc.property(
      fc.nat(100),
      fc.nat(30),
      fc.infiniteStream(fc.double({ min: 0, max: 0.999_999, noNaN: true })),
      (count, size, stream) => {
        const sample = sampleOf(numbers(count), size, () => stream.next().value);
        expect(sample.length).toBe(Math.min(count, size));
        expect(sample).toEqual([...new Set(sample)].sort((a, b) => a - b));
      },
    ),
  );
});

test("RUL-24 every record is as likely as any other", () => {
  const random = seededRandom(1);
  const times = numbers(10).map(() => 0);
  for (let run = 0; run < 20_000; run++)
    for (const place of sampleOf(numbers(10), 3, random)) times[place] = (times[place] ?? 0) + 1;
  for (const count of times) expect(Math.abs(count - 6000)).toBeLessThan(300);
});

test("RUL-24 the interval is Wilson's at 95 %", () => {
  const { share, low, high } = wilsonInterval(13, 15) ?? { share: 0, low: 0, high: 0 };
  expect([share, low, high].map((value) => Math.round(value * 1000) / 10)).toEqual([86.7, 62.1, 96.3]);
  expect(wilsonInterval(0, 0)).toBeNull();
  expect(wilsonInterval(0, 5)?.low).toBe(0);
  expect(wilsonInterval(5, 5)?.high).toBe(1);
});

test("RUL-24 the interval holds the share, lies between 0 and 1, and narrows with what is marked", () => {
  fc.assert(
    fc.property(fc.nat(200), fc.nat(200), (right, wrong) => {
      const tried = right + wrong;
      const interval = wilsonInterval(right, tried);
      expect(interval === null).toBe(tried === 0);
      if (interval === null) return;
      expect(interval.low).toBeLessThanOrEqual(interval.share + 1e-12);
      expect(interval.high).toBeGreaterThanOrEqual(interval.share - 1e-12);
      expect(interval.low).toBeGreaterThanOrEqual(0);
      expect(interval.high).toBeLessThanOrEqual(1);
      const more = wilsonInterval(right * 4, tried * 4);
      expect((more?.high ?? 1) - (more?.low ?? 0)).toBeLessThan(interval.high - interval.low);
    }),
  );
});

test("RUL-24 another seed gives another sample, the same one the same", () => {
  const sample = (seed: number) => sampleOf(numbers(1000), 20, seededRandom(seed));
  expect(sample(7)).toEqual(sample(7));
  expect(sample(8)).not.toEqual(sample(7));
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const random = seededRandom(seed);
      for (const value of [random(), random(), random()]) expect(value >= 0 && value < 1).toBe(true);
    }),
  );
});
