import fc from "fast-check";
import { expect, test } from "vitest";
import type { Stretch } from "./span.ts";
import { drawEnd, snapSelection, snapToPlace, tapAt } from "./span-selection.ts";
import { type SpanUnits, wordUnits } from "./span-units.ts";
import { anyUnits } from "./spans.fixture.ts";

const TEXT = "Two 🎉 ring ouzels came over";
const units = wordUnits(TEXT);
const at = (words: string): Stretch => {
  const start = [...TEXT.slice(0, TEXT.indexOf(words))].length;
  return { start, end: start + [...words].length };
};

test("FAN-28 TAN-09 a tap takes the word, another one goes on to there, one within takes that alone, once more lets go", () => {
  const first = tapAt(units, null, at("ouzels").start + 2);
  expect(first).toEqual(at("ouzels"));
  const longer = tapAt(units, first, at("🎉").start);
  expect(longer).toEqual(at("🎉 ring ouzels"));
  const one = tapAt(units, longer, at("ring").start);
  expect(one).toEqual(at("ring"));
  expect(tapAt(units, one, at("ring").start)).toBeNull();
  // Taps between words and behind the text.
  expect(tapAt(units, longer, 3)).toBeNull();
  expect(tapAt(units, null, units.points.length)).toBeNull();
});

test("FAN-28 TAN-09 an end is drawn by words, either way, and stops at the last word of the other end", () => {
  expect(drawEnd(units, at("ring"), "end", at("came").start + 1)).toEqual(at("ring ouzels came"));
  expect(drawEnd(units, at("ring ouzels"), "end", at("ring").start + 2)).toEqual(at("ring"));
  expect(drawEnd(units, at("ring ouzels"), "end", 0)).toEqual(at("ring"));
  expect(drawEnd(units, at("ring ouzels"), "start", 1)).toEqual(at("Two 🎉 ring ouzels"));
  expect(drawEnd(units, at("ring ouzels"), "start", 99)).toEqual(at("ouzels"));
});

const isWhole = (any: SpanUnits, { start, end }: Stretch) => {
  expect(start).toBeLessThan(end);
  // Tokens are selected unchanged. Words may share one visible character, which is selected as a whole.
  if (any.fixed) expect(snapSelection(any, { anchor: start, focus: end }, "unit")).toEqual({ start, end });
  else expect(any.graphemes.whole({ start, end })).toEqual({ start, end });
};

function tapped(any: SpanUnits, before: Stretch | null, place: number): Stretch | null {
  const held = tapAt(any, before, place);
  const word = snapToPlace(any, place);
  if (word === null) expect(held).toBeNull();
  if (held !== null && word !== null) expect([held.start <= word.start, word.end <= held.end]).toEqual([true, true]);
  return held;
}

test("FAN-28 TAN-09 whatever a finger does, whole words are selected: what it was put on is in, and the other end stays", () => {
  const step = fc.record({ type: fc.constantFrom("tap", "start", "end"), place: fc.nat(60) });
  fc.assert(
    fc.property(anyUnits, fc.array(step, { maxLength: 20 }), (any, steps) => {
      let held: Stretch | null = null;
      for (const { type, place } of steps) {
        if (type === "tap") held = tapped(any, held, place);
        else if (held !== null) {
          const drawn: Stretch = drawEnd(any, held, type, place);
          const other = type === "start" ? "end" : "start";
          expect(drawn[other]).toBe(held[other]);
          held = drawn;
        }
        if (held !== null) isWhole(any, held);
      }
    }),
  );
});
