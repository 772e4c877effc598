import fc from "fast-check";
import { expect, test } from "vitest";
import { DAY } from "../time.ts";
import { isReceived, nextTry } from "./webhook.ts";

const failed = { event: "record.updated", since: 0, random: 0.5 } as const;

test("HOK-06 the pauses between tries grow from seconds to an hour", () => {
  const pauses = [1, 2, 3, 7, 20].map((tries) => (nextTry({ ...failed, tries, now: 1000 }) ?? 0) - 1000);
  expect(pauses).toEqual([5, 15, 45, 3600, 3600].map((seconds) => seconds * 1_000_000));
});

test("HOK-06 tries end a day after the first; a ping is tried once", () => {
  const random = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(random, fc.integer({ min: 0, max: 10 ** 15 }), (drawn, since) => {
      let [now, tries] = [since, 1];
      for (;;) {
        const next = nextTry({ ...failed, tries, since, now, random: drawn });
        if (next === null) break;
        expect(next).toBeGreaterThan(now);
        expect(next).toBeLessThanOrEqual(since + DAY);
        [now, tries] = [next, tries + 1];
      }
      expect(now).toBe(since + DAY);
      expect(tries).toBeLessThan(50);
    }),
  );
  expect(nextTry({ ...failed, event: "ping", tries: 1, now: 1 })).toBeNull();
});

test("HOK-05 only answers of the 200s count as received", () => {
  expect([199, 200, 204, 299, 300, 302, 404, 500, null].filter(isReceived)).toEqual([200, 204, 299]);
});
