import fc from "fast-check";
import { type SpanUnits, tokenUnits, wordUnits } from "./span-units.ts";

/** Text parts that break code that counts UTF-16 units or cuts inside a visible character. */
const PARTS = [
  "a",
  "hare",
  "keeper’s",
  "e\u0301",
  "x\u0323\u0307",
  "🎉",
  "👩‍👩‍👧",
  "🇫🇷",
  "👍🏽",
  "𝒳",
  "سالم",
  "بَيْضَة",
  "שָׁלוֹם",
  "क्षि",
  "한국",
  "日本語",
  "ประเทศ",
  "\u0600",
  "\u200d",
  "\u0301",
  "\ud83c",
  ".",
  ",",
  "(",
  " ",
  "  ",
  "\t",
  "\n",
  "\r\n",
  "\u00a0",
] as const;

export const anyText = fc.array(fc.constantFrom(...PARTS), { maxLength: 24 }).map((parts) => parts.join(""));

/** Tokens of some characters of the text, cut anywhere. */
const anyTokens = (text: string): fc.Arbitrary<SpanUnits> => {
  const { length } = [...text];
  return fc
    .uniqueArray(fc.nat(length), { maxLength: 12 })
    .map((cuts) => [...cuts].sort((a, b) => a - b))
    .map((cuts) =>
      tokenUnits(
        text,
        cuts.flatMap((start, i) => (i % 3 === 2 ? [] : [{ start, end: cuts[i + 1] ?? start }])),
      ),
    );
};

export const anyWords = anyText.map(wordUnits);
export const anyUnits: fc.Arbitrary<SpanUnits> = anyText.chain((text) =>
  fc.oneof(fc.constant(wordUnits(text)), anyTokens(text)),
);

export const anySelection = fc.record({ anchor: fc.nat(80), focus: fc.nat(80) });

export const anySpan = fc
  .record({ start: fc.nat(30), size: fc.integer({ min: 1, max: 12 }), label: fc.constantFrom("a", "b", "c") })
  .map(({ start, size, label }) => ({ start, end: start + size, label }));

export const anySpans = fc.array(anySpan, { maxLength: 12 });
