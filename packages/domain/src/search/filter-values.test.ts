import fc from "fast-check";
import { expect, test } from "vitest";
import {
  conditionOfEnds,
  type Ends,
  endsMovedTo,
  endsOf,
  fitsTyped,
  metadataTrack,
  ratingTrack,
  SCORE_TRACK,
  type Track,
  withTypedEnd,
} from "./filter-values.ts";

test("FEN-19 a number runs from its lowest to its highest value, in steps of 1 or of 0.01", () => {
  expect(metadataTrack({ type: "integer", min: 12, max: 480 })).toEqual({ min: 12, max: 480, step: 1 });
  expect(metadataTrack({ type: "float", min: 0.123, max: 0.706 })).toEqual({ min: 0.12, max: 0.71, step: 0.01 });
  expect(metadataTrack({ type: "float", min: 0.07, max: 0.29 })).toEqual({ min: 0.07, max: 0.29, step: 0.01 });
});

test("FEN-21 a number without values has no track", () => {
  expect(metadataTrack({ type: "integer", min: null, max: null })).toBeNull();
  expect(metadataTrack({ type: "float", min: 1, max: null })).toBeNull();
});

test("FEN-19 whatever the records hold lies on the track", () => {
  const ends = fc.tuple(fc.double({ noNaN: true, min: -1e6, max: 1e6 }), fc.double({ noNaN: true, min: 0, max: 1e6 }));
  fc.assert(
    fc.property(ends, ([min, width]) => {
      const track = metadataTrack({ type: "float", min, max: min + width });
      expect(track?.min).toBeLessThanOrEqual(min + 1e-6);
      expect(track?.max).toBeGreaterThanOrEqual(min + width - 1e-6);
    }),
  );
});

test("FFI-17 a rating runs over the values of its question", () => {
  expect(ratingTrack({ type: "rating", options: [{ value: 3 }, { value: 1 }, { value: 5 }] })).toEqual({
    ...{ min: 1, max: 5, step: 1 },
  });
});

test("FFI-20 a score is a range within 0 to 1, one percent a step", () => {
  expect(SCORE_TRACK).toEqual({ min: 0, max: 1, step: 0.01 });
  expect(conditionOfEnds(SCORE_TRACK, [0.6, 1])).toEqual({ type: "range", ge: 0.6, le: 1 });
});

test("FFI-12 the whole track asks for nothing; an end of the address that is missing or outside stands at its end", () => {
  const track: Track = { min: 10, max: 90, step: 1 };
  expect(conditionOfEnds(track, [10, 90])).toBeNull();
  expect(conditionOfEnds(track, [10, 89])).toEqual({ type: "range", ge: 10, le: 89 });
  expect(endsOf(track, null)).toEqual([10, 90]);
  expect(endsOf(track, { type: "range", ge: 40, le: null })).toEqual([40, 90]);
  expect(endsOf(track, { type: "range", ge: -5, le: 400 })).toEqual([10, 90]);
  expect(endsOf(track, { type: "range", ge: 200, le: 300 })).toEqual([90, 90]);
});

test("FFI-12 a typed number is brought onto the track and to its side of the other end, so that ge is never above le", () => {
  const track: Track = { min: 0, max: 100, step: 1 };
  expect(withTypedEnd(track, [20, 60], 0, 400)).toEqual([60, 60]);
  expect(withTypedEnd(track, [20, 60], 1, 3)).toEqual([20, 20]);
  expect(fitsTyped(track, [20, 60], 0, 61)).toBe(false);
  expect(fitsTyped(track, [20, 60], 0, 60)).toBe(true);
  const typing = fc.array(fc.tuple(fc.constantFrom(0 as const, 1 as const), fc.double({ noNaN: true })));
  fc.assert(
    fc.property(typing, (typed) => {
      const [low, high] = typed.reduce<Ends>(
        (ends, [which, value]) => withTypedEnd(track, ends, which, value),
        [0, 100],
      );
      expect(Number(low) >= 0 && low <= high && Number(high) <= 100).toBe(true);
    }),
  );
});

test("FFI-28 ends beyond 2^53 keep their digits: on the track, typed, and where the thumb beside them moves", () => {
  const [min, max] = ["-9007199254740993", "12345678901234567890123"];
  const track = metadataTrack({ type: "integer", min, max });
  expect(track).toEqual({ min, max, step: 1 });
  if (track === null) return;
  expect(conditionOfEnds(track, [min, max])).toBeNull();
  const typed = withTypedEnd(track, [min, max], 0, "9007199254740993");
  expect(conditionOfEnds(track, typed)).toEqual({ type: "range", ge: "9007199254740993", le: max });
  expect(fitsTyped(track, [min, "9007199254740993"], 0, "9007199254740994")).toBe(false);
  expect(withTypedEnd(track, [min, max], 1, `${max}0`)).toEqual([min, max]);
  const moved = endsMovedTo(track, ["9007199254740993", max], [2 ** 53, 5]);
  expect(moved).toEqual(["9007199254740993", 5]);
  expect(endsMovedTo(track, moved, [Number(min), 2 ** 60])).toEqual([min, "1152921504606846976"]);
});
