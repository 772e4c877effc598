import fc from "fast-check";
import { expect, test } from "vitest";
import { overlaps, sameSpans, spanKey } from "./span.ts";
import { addSpan, besideSpan, innermostAt, inTheWay, removeSpan, replaceSpan } from "./span-list.ts";
import { anySpan, anySpans } from "./spans.fixture.ts";

const span = (start: number, end: number, label = "a") => ({ start, end, label });

test("FAN-28 without overlapping a new span replaces those it overlaps and says which", () => {
  const spans = [span(0, 4), span(5, 9), span(10, 12)];
  const { spans: after, replaced } = addSpan(spans, span(3, 6, "b"), false);
  expect(after).toEqual([span(3, 6, "b"), span(10, 12)]);
  expect(replaced).toEqual([span(0, 4), span(5, 9)]);
});

test("FAN-28 with overlapping it nests", () => {
  expect(addSpan([span(0, 9)], span(2, 4, "b"), true)).toEqual({ spans: [span(0, 9), span(2, 4, "b")], replaced: [] });
});

test("TAN-09 FAN-28 where spans may not overlap it is told what stands in the way: nothing, a span of the very words, or others", () => {
  const there = [span(0, 4), span(4, 6)];
  expect(inTheWay(there, span(7, 9))).toEqual({ same: null, others: [] });
  expect(inTheWay(there, span(0, 4, "b"))).toEqual({ same: span(0, 4), others: [] });
  expect(inTheWay(there, span(3, 4)), "cut in two").toEqual({ same: null, others: [span(0, 4)] });
  expect(inTheWay(there, span(0, 6)), "taken in whole").toEqual({ same: null, others: there });
  expect(inTheWay([span(0, 4), span(0, 4, "b")], span(0, 4, "c")).others, "twice the same words").toHaveLength(2);
});

test("FAN-28 added spans keep the order of the text, never overlap where they may not, and each is there once", () => {
  fc.assert(
    fc.property(anySpans, fc.boolean(), (given, allowed) => {
      let spans: readonly { start: number; end: number; label: string }[] = [];
      for (const one of given) {
        const { spans: after, replaced } = addSpan(spans, one, allowed);
        expect(after).toContainEqual(one);
        expect(after.length + replaced.length).toBe(
          spans.length + (spans.some((o) => spanKey(o) === spanKey(one)) ? 0 : 1),
        );
        spans = after;
      }
      expect(new Set(spans.map(spanKey)).size).toBe(spans.length);
      expect([...spans].sort((a, b) => a.start - b.start || b.end - a.end)).toEqual(spans);
      if (allowed) expect(spans.length).toBe(new Set(given.map(spanKey)).size);
      else
        for (const [i, one] of spans.entries())
          for (const other of spans.slice(i + 1)) expect(overlaps(one, other)).toBe(false);
    }),
  );
});

test("FAN-28 adding and removing leaves what was there", () => {
  fc.assert(
    fc.property(anySpans, anySpan, (given, one) => {
      const before = given.filter((other) => spanKey(other) !== spanKey(one));
      expect(sameSpans(removeSpan(addSpan(before, one, true).spans, one), before)).toBe(true);
    }),
  );
});

test("FAN-28 a changed label stands in the span's place; two that become equal are one", () => {
  expect(replaceSpan([span(0, 4), span(5, 9)], span(0, 4), span(0, 4, "b"))).toEqual([span(0, 4, "b"), span(5, 9)]);
  expect(replaceSpan([span(0, 4), span(0, 4, "b")], span(0, 4), span(0, 4, "b"))).toEqual([span(0, 4, "b")]);
});

test("FAN-27 the same spans in any order are equal, each as often", () => {
  fc.assert(
    fc.property(anySpans, (spans) => {
      expect(sameSpans(spans, [...spans].reverse())).toBe(true);
      expect(sameSpans([...spans, span(0, 1)], spans)).toBe(false);
    }),
  );
  expect(sameSpans([span(0, 1), span(2, 3)], [span(0, 1), span(0, 1)])).toBe(false);
  expect(sameSpans([span(0, 1)], [span(0, 1, "b")])).toBe(false);
});

test("FAN-28 from span to span in the order of the text, the outer before the inner, none behind the last", () => {
  const [outer, inner, last] = [span(0, 9), span(0, 3), span(12, 14)];
  const spans = [last, inner, outer];
  expect(besideSpan(spans, null, 0, 1)).toBe(outer);
  expect(besideSpan(spans, outer, 0, 1)).toBe(inner);
  expect(besideSpan(spans, inner, 0, 1)).toBe(last);
  expect(besideSpan(spans, last, 0, 1)).toBeNull();
  expect(besideSpan(spans, last, 0, -1)).toBe(inner);
  expect(besideSpan(spans, null, 12, -1)).toBe(inner);
});

test("FAN-28 of nested spans the inner one is meant", () => {
  expect(innermostAt([span(0, 9), span(2, 4)], span(2, 3))).toEqual(span(2, 4));
  expect(innermostAt([span(0, 9), span(2, 4)], span(5, 6))).toEqual(span(0, 9));
  expect(innermostAt([span(2, 4)], span(3, 6))).toBeNull();
});
