import fc from "fast-check";
import { expect, test } from "vitest";
import { DEFAULT_PREFERENCES, SEEN_AFTER } from "../preferences/definitions.ts";
import { isSeen, PAINTING } from "./seen.ts";

const { seenAfter } = DEFAULT_PREFERENCES;

test("FRS-16 nothing pressed before a record was on the screen long enough to be seen answers it", () => {
  const pressed = (pressedAt: number) => isSeen({ pressedAt, broughtAt: 1000, shownAt: 1030, seenAfter });
  expect([0, 999, 1000, 1040, 1080, 1250, 1350, 1374].map(pressed)).not.toContain(true);
  expect([1375, 1400, 9000].map(pressed)).not.toContain(false);
  // The record came late: the user's waiting time does not count as viewing time.
  const late = (pressedAt: number) => isSeen({ pressedAt, broughtAt: 1000, shownAt: 5000, seenAfter });
  expect([4999, 5000, 5100, 5274].map(late)).not.toContain(true);
  expect(late(5275)).toBe(true);
});

test("FRS-16 300 records by a key each at 2.5 a second all go through, however the frames fall", () => {
  const look = fc.record({ painted: fc.nat(PAINTING), jitter: fc.integer({ min: -20, max: 20 }) });
  fc.assert(
    fc.property(fc.array(look, { minLength: 300, maxLength: 300 }), (looks) => {
      const answered = looks.filter(({ painted, jitter }, at) => {
        const broughtAt = at * 400;
        return isSeen({ pressedAt: broughtAt + 400 + jitter, broughtAt, shownAt: broughtAt + painted, seenAfter });
      });
      expect(answered).toHaveLength(300);
    }),
  );
});

test("FRS-16 the second of two presses closer to each other than the rest never answers what the first one brought", () => {
  const rest = fc.integer({ min: 1, max: SEEN_AFTER.max });
  fc.assert(
    fc.property(rest, fc.nat(SEEN_AFTER.max), fc.nat(3000), (seenAfter, apart, shownAt) => {
      fc.pre(apart < seenAfter);
      expect(isSeen({ pressedAt: apart, broughtAt: 0, shownAt, seenAfter })).toBe(false);
    }),
  );
});

test("FRS-16 without a rest every press counts", () => {
  expect(isSeen({ pressedAt: 0, broughtAt: 0, shownAt: 1000, seenAfter: 0 })).toBe(true);
});
