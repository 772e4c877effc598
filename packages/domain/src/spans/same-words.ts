import { overlaps, type Stretch } from "./span.ts";
import { byPlace } from "./span-list.ts";
import { acrossUnits, type SpanUnits, textOf } from "./span-units.ts";

/**
 * The places where words (tokens) follow each other in a text in this order; anything may be between them: "Tag 4
 * more". Places that overlap `taken` or each other are left out. Goes through the text once.
 */
export function wordsIn(units: SpanUnits, wanted: readonly string[], taken: readonly Stretch[]): readonly Stretch[] {
  if (wanted.length === 0) return [];
  const texts = units.units.map((unit) => textOf(units, unit));
  const busy = joined(taken);
  const found: Stretch[] = [];
  let next = 0;
  for (const last of endsOf(wanted, texts)) {
    const at = acrossUnits(units, last - wanted.length + 1, last);
    const before = found.at(-1);
    if (at === null || (before !== undefined && overlaps(before, at))) continue;
    while ((busy[next]?.end ?? Number.POSITIVE_INFINITY) <= at.start) next++;
    const near = busy[next];
    if (near === undefined || !overlaps(near, at)) found.push(at);
  }
  return found;
}

/** The stretches in text order; those that overlap or touch are joined. */
function joined(stretches: readonly Stretch[]): readonly Stretch[] {
  const found: Stretch[] = [];
  for (const { start, end } of [...stretches].sort(byPlace)) {
    const last = found.at(-1);
    if (last === undefined || last.end < start) found.push({ start, end });
    else found[found.length - 1] = { start: last.start, end: Math.max(last.end, end) };
  }
  return found;
}

/** The places in `texts` where a run of `wanted` ends (Knuth, Morris and Pratt). */
function endsOf(wanted: readonly string[], texts: readonly string[]): readonly number[] {
  const borders = new Int32Array(wanted.length);
  const ends: number[] = [];
  const step = (matched: number, text: string | undefined) => {
    let length = matched;
    while (length > 0 && (length === wanted.length || wanted[length] !== text)) length = borders[length - 1] ?? 0;
    return wanted[length] === text ? length + 1 : length;
  };
  for (let i = 1, matched = 0; i < wanted.length; i++) {
    matched = step(matched, wanted[i]);
    borders[i] = matched;
  }
  for (let i = 0, matched = 0; i < texts.length; i++) {
    matched = step(matched, texts[i]);
    if (matched === wanted.length) ends.push(i);
  }
  return ends;
}
