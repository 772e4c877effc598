import fc from "fast-check";
import { expect, test } from "vitest";
import { isCutOff, lastTaskPage, offsetOf, pageWindow, TASK_PAGE_SIZES } from "./task-view.ts";

test("TEN-41 the offset is (page − 1) × size", () => {
  expect(offsetOf({ page: 1, size: 10 })).toBe(0);
  expect(offsetOf({ page: 5, size: 20 })).toBe(80);
});

test("TSE-15 TSE-16 TEN-41 no more than 10000 records are paged through, and the last page of those says so", () => {
  expect(TASK_PAGE_SIZES).toEqual([1, 10, 20, 50, 100]);
  expect(lastTaskPage(0, 10)).toBe(1);
  expect(lastTaskPage(10, 10)).toBe(1);
  expect(lastTaskPage(11, 10)).toBe(2);
  expect(lastTaskPage(10_000, 100)).toBe(100);
  expect(lastTaskPage(1_000_000, 100)).toBe(100);
  expect(lastTaskPage(1_000_000, 1)).toBe(10_000);
  expect(isCutOff(10_001, { page: 100, size: 100 })).toBe(true);
  expect(isCutOff(10_001, { page: 99, size: 100 })).toBe(false);
  expect(isCutOff(10_000, { page: 100, size: 100 })).toBe(false);
});

test("TSE-15 every record up to the limit is on a page, and no page asks beyond it", () => {
  fc.assert(
    fc.property(fc.nat(30_000), fc.constantFrom(...TASK_PAGE_SIZES), (total, size) => {
      const page = lastTaskPage(total, size);
      expect(offsetOf({ page, size }) + size).toBeLessThanOrEqual(10_000);
      expect(offsetOf({ page, size }) + size).toBeGreaterThanOrEqual(Math.min(total, 10_000));
    }),
  );
});

test("TSE-16 five pages around the one shown can be chosen, with the first, the last and gaps", () => {
  expect(pageWindow(1, 1)).toEqual([1]);
  expect(pageWindow(2, 4)).toEqual([1, 2, 3, 4]);
  expect(pageWindow(1, 111)).toEqual([1, 2, 3, 4, 5, "gap", 111]);
  expect(pageWindow(3, 42)).toEqual([1, 2, 3, 4, 5, "gap", 42]);
  expect(pageWindow(4, 42)).toEqual([1, 2, 3, 4, 5, 6, "gap", 42]);
  expect(pageWindow(5, 42)).toEqual([1, 2, 3, 4, 5, 6, 7, "gap", 42]);
  expect(pageWindow(20, 42)).toEqual([1, "gap", 18, 19, 20, 21, 22, "gap", 42]);
  expect(pageWindow(38, 42)).toEqual([1, "gap", 36, 37, 38, 39, 40, 41, 42]);
  expect(pageWindow(42, 42)).toEqual([1, "gap", 38, 39, 40, 41, 42]);
  expect(pageWindow(3, 6)).toEqual([1, 2, 3, 4, 5, 6]);
});

test("TSE-16 the pages rise, each once, a gap hides two at least, and at most nine places are taken", () => {
  const place = fc
    .integer({ min: 1, max: 10_000 })
    .chain((last) => fc.tuple(fc.integer({ min: 1, max: last }), fc.constant(last)));
  fc.assert(
    fc.property(place, ([page, last]) => {
      const places = pageWindow(page, last);
      expect(places).toContain(page);
      expect([places[0], places.at(-1)]).toEqual([1, last]);
      expect(places.length).toBeLessThanOrEqual(9);
      for (const [index, here] of places.entries()) {
        const [before, after] = [places[index - 1], places[index + 1]];
        if (here === "gap") expect(Number(after) - Number(before)).toBeGreaterThan(2);
        else if (typeof after === "number") expect(after).toBe(here + 1);
      }
    }),
  );
});
