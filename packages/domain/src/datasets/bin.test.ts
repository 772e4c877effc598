import fc from "fast-check";
import { expect, test } from "vitest";
import { DAY } from "../time.ts";
import { daysLeft, freeName, keptUntil } from "./bin.ts";
import { DATASET_NAME, TASK_DATASET_NAME } from "./names.ts";

const names = fc.stringMatching(/^[a-z0-9][a-z0-9-_]{0,199}$/);

test("BIN-04 the offered name is free, allowed in both families, and the same if nobody has taken it", () => {
  fc.assert(
    fc.property(names, fc.array(names), fc.nat(20), (name, others, numbered) => {
      const before = Array.from({ length: numbered }, (_, at) =>
        freeName(name, new Set([name, ...others].slice(0, at))),
      );
      const taken = new Set([...others, ...before]);
      const offered = freeName(name, taken);
      expect(taken.has(offered)).toBe(false);
      expect(offered).toMatch(DATASET_NAME.pattern);
      expect(offered).toMatch(TASK_DATASET_NAME.pattern);
      expect(offered.length).toBeLessThanOrEqual(DATASET_NAME.max);
      if (!taken.has(name)) expect(offered).toBe(name);
    }),
  );
  expect(freeName("letters", new Set(["letters", "letters-2"]))).toBe("letters-3");
  expect(freeName("a".repeat(200), new Set(["a".repeat(200)]))).toBe(`${"a".repeat(198)}-2`);
});

test("BIN-01 the begun day counts, and nothing is left after the last", () => {
  const until = keptUntil(5, 30);
  expect(daysLeft(until, 5)).toBe(30);
  expect(daysLeft(until, 6)).toBe(30);
  expect(daysLeft(until, 5 + 29 * DAY)).toBe(1);
  expect(daysLeft(until, until + 1)).toBe(0);
});
