const characters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** A letter with its accents, or an emoji of several parts, is one (FSE-14). */
export function visibleLength(text: string): number {
  let count = 0;
  for (const _ of characters.segment(text)) count++;
  return count;
}
