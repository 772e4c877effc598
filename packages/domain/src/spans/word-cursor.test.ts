import fc from "fast-check";
import { expect, test } from "vitest";
import {
  cursorAt,
  cursorStretch,
  dropSelection,
  hasSelection,
  moveByCharacter,
  moveByUnit,
  moveToSpan,
  moveToUnit,
  type WordCursor,
} from "./span-selection.ts";
import { wordUnits } from "./span-units.ts";
import { anySpans, anyUnits } from "./spans.fixture.ts";

const UNITS = wordUnits("Snow down to two hundred metres 🎉");

const marked = (cursor: WordCursor) => {
  const stretch = cursorStretch(UNITS, cursor);
  return stretch && UNITS.points.slice(stretch.start, stretch.end);
};
const start = (place = 0): WordCursor =>
  cursorAt(UNITS, place) ?? dropSelection({ at: 0, anchor: null, edge: null, span: null });

test("FAN-28 the cursor stands on words and goes by them, to the ends and no further", () => {
  expect(marked(start())).toBe("Snow");
  expect(marked(moveByUnit(UNITS, start(), 1, false))).toBe("down");
  expect(marked(moveByUnit(UNITS, start(), -1, false))).toBe("Snow");
  expect(marked(moveToUnit(UNITS, start(), 99, false))).toBe("🎉");
  expect(cursorAt(wordUnits(" \n "), 0)).toBeNull();
  expect(cursorAt(wordUnits(""), 0)).toBeNull();
});

test("FAN-28 Shift extends by words in both directions, over the word it began at", () => {
  const two = moveByUnit(UNITS, start(14), 1, true);
  expect(marked(two)).toBe("two hundred");
  const one = moveByUnit(UNITS, two, -1, true);
  expect(marked(one)).toBe("two");
  expect(marked(moveByUnit(UNITS, one, -1, true))).toBe("to two");
  expect(hasSelection(dropSelection(two))).toBe(false);
});

test("FAN-28 the end of a selection goes by characters, never by parts of one, and is taken whole again by words", () => {
  let cursor = moveByUnit(UNITS, start(14), 1, true);
  cursor = moveByCharacter(UNITS, cursor, -1);
  expect(marked(cursor)).toBe("two hundre");
  expect(marked(moveByUnit(UNITS, cursor, 1, true))).toBe("two hundred");
  for (let i = 0; i < 30; i++) cursor = moveByCharacter(UNITS, cursor, -1);
  expect(marked(cursor)).toBe("t");
  for (let i = 0; i < 30; i++) cursor = moveByCharacter(UNITS, cursor, 1);
  expect(marked(cursor)).toBe("two hundred metres 🎉");
});

test("FAN-28 a selection drawn backwards keeps its end and moves its beginning by characters", () => {
  const back = moveByUnit(UNITS, start(14), -1, true);
  expect(marked(back)).toBe("to two");
  const less = moveByCharacter(UNITS, back, 1);
  expect(marked(less)).toBe("o two");
  expect(marked(moveByCharacter(UNITS, less, 1))).toBe("two");
});

test("FAN-28 Tab comes to a span as a whole; words go on from its end, a selection holds it", () => {
  const span = { start: 13, end: 24, label: "Measure" };
  const on = moveToSpan(UNITS, start(), [span], 1);
  expect(on && marked(on)).toBe("two hundred");
  expect(on && marked(moveByUnit(UNITS, on, 1, false))).toBe("metres");
  expect(on && marked(moveByUnit(UNITS, on, -1, false))).toBe("to");
  expect(on && marked(moveByUnit(UNITS, on, 1, true))).toBe("two hundred metres");
  expect(on && marked(moveByUnit(UNITS, on, -1, true))).toBe("to two hundred");
  expect(on && moveToSpan(UNITS, on, [span], 1)).toBeNull();
});

test("FAN-28, TAN-09 whatever is pressed, the cursor marks something that lies in the text", () => {
  const step = fc.constantFrom(1 as const, -1 as const);
  const move = fc.oneof(
    fc.record({ by: fc.constant("unit" as const), step, extend: fc.boolean() }),
    fc.record({ by: fc.constant("character" as const), step, extend: fc.constant(true) }),
    fc.record({ by: fc.constant("span" as const), step, extend: fc.constant(false) }),
  );
  fc.assert(
    fc.property(anyUnits, anySpans, fc.array(move, { maxLength: 20 }), (units, spans, moves) => {
      let cursor = cursorAt(units, 0);
      if (cursor === null) return;
      const inText = spans.filter(({ end }) => end <= units.points.length);
      for (const { by, step, extend } of moves) {
        if (by === "unit") cursor = moveByUnit(units, cursor, step, extend);
        else if (by === "character") cursor = moveByCharacter(units, cursor, step);
        else cursor = moveToSpan(units, cursor, inText, step) ?? cursor;
        expect(units.units[cursor.at]).toBeDefined();
        const stretch = cursorStretch(units, cursor);
        if (stretch === null) continue;
        expect(stretch.start).toBeGreaterThanOrEqual(0);
        expect(stretch.start).toBeLessThan(stretch.end);
        expect(stretch.end).toBeLessThanOrEqual(units.points.length);
      }
    }),
  );
});
