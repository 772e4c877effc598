import fc from "fast-check";
import { expect, test } from "vitest";
import { DEEPEST, spanPieces } from "./span-pieces.ts";
import { anySpans } from "./spans.fixture.ts";

const span = (start: number, end: number, label = "a") => ({ start, end, label });

test("FAN-28 nested spans: the outer covers all, the name of the inner stands above that of the outer", () => {
  const [outer, inner] = [span(2, 9), span(2, 6, "b")];
  const { pieces, rows } = spanPieces(12, [inner, outer]);
  expect(pieces).toEqual([
    { start: 0, end: 2, spans: [] },
    { start: 2, end: 6, spans: [outer, inner] },
    { start: 6, end: 9, spans: [outer] },
    { start: 9, end: 12, spans: [] },
  ]);
  expect([rows.get(outer), rows.get(inner)]).toEqual([1, 0]);
});

test("FAN-28 spans side by side stand on one row, an empty text has no pieces", () => {
  const spans = [span(0, 2), span(2, 4)];
  expect([...spanPieces(4, spans).rows.values()]).toEqual([0, 0]);
  expect(spanPieces(0, spans)).toEqual({ pieces: [], rows: new Map(), undrawn: [] });
});

test("FAN-28, TAN-09 the pieces are the whole text once, each with just the spans that cover it", () => {
  fc.assert(
    fc.property(fc.nat(40), anySpans, fc.array(fc.nat(45)), (length, spans, cuts) => {
      const { pieces, rows, undrawn } = spanPieces(length, spans, cuts);
      expect(pieces.map(({ start }) => start)).toEqual([0, ...pieces.map(({ end }) => end)].slice(0, pieces.length));
      expect(pieces.at(-1)?.end ?? 0).toBe(length);
      for (const cut of cuts) expect(pieces.some(({ start, end }) => start < cut && cut < end)).toBe(false);
      const drawn = spans.filter((one) => !undrawn.includes(one));
      for (const piece of pieces) {
        expect(piece.end).toBeGreaterThan(piece.start);
        const covering = drawn.filter(({ start, end }) => start <= piece.start && end >= piece.end);
        expect(new Set(piece.spans)).toEqual(new Set(covering));
        expect(piece.spans.length).toBeLessThanOrEqual(DEEPEST);
        const names = piece.spans.map((one) => rows.get(one));
        expect(new Set(names).size).toBe(names.length);
      }
    }),
  );
});

test("FAN-28 ten thousand spans upon each other are laid out in no time", () => {
  const spans = Array.from({ length: 10_000 }, (_, i) => span(i, 20_000 - i));
  const before = process.threadCpuUsage();
  const { pieces, undrawn } = spanPieces(20_000, spans);
  expect(process.threadCpuUsage(before).user).toBeLessThan(1_000_000);
  expect(undrawn.length).toBe(10_000 - DEEPEST);
  expect(pieces.length).toBe(DEEPEST * 2 - 1);
});

test("TAN-09 a text of 5,000 tokens with 300 spans costs no more than its order", () => {
  const spans = Array.from({ length: 300 }, (_, i) => span(i * 100, i * 100 + 20));
  const before = process.threadCpuUsage();
  spanPieces(30_000, spans);
  expect(process.threadCpuUsage(before).user).toBeLessThan(200_000);
});
