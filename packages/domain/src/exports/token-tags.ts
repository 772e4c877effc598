import { uniqueNames } from "../datasets/names.ts";
import { overlaps, type Span, type Stretch } from "../spans/span.ts";
import { byPlace } from "../spans/span-list.ts";
import { tagsOfEntities } from "../tasks/token-borders.ts";
import type { LeftOut } from "./export-shape.ts";

/** True if two of the spans share a character. */
export function anyOverlap(spans: readonly Span[]): boolean {
  const ordered = [...spans].sort(byPlace);
  let furthest: Span | null = null;
  for (const span of ordered) {
    if (furthest !== null && overlaps(furthest, span)) return true;
    if (furthest === null || span.end > furthest.end) furthest = span;
  }
  return false;
}

/** What ends a column for readers of such files; Python splits at some control signs too. */
const BLANK = /[\s\p{Cc}]/u;
const BLANKS = /[\s\p{Cc}]+/gu;

/** What a label is called in a tag: without blanks, and called as no other label (EXS-05). */
export function tagLabels(labels: readonly string[]): (label: string) => string {
  const nameOf = uniqueNames(new Set(labels.filter((label) => !BLANK.test(label))));
  const names = new Map<string, string>();
  const called = (label: string): string => {
    if (!BLANK.test(label)) return label;
    const name = names.get(label) ?? nameOf(label.replaceAll(BLANKS, "_"));
    names.set(label, name);
    return name;
  };
  labels.forEach(called);
  return called;
}

/** One tag per token, or the reason why tags cannot express the spans (EXS-05). */
export function tokenTags(
  tokens: readonly string[],
  places: readonly Stretch[],
  spans: readonly Span[],
): readonly string[] | { readonly leftOut: LeftOut } {
  if (tokens.length === 0) return { leftOut: "no_text" };
  // A reader splits the line at it.
  if (tokens.some((token) => BLANK.test(token))) return { leftOut: "blank_token" };
  if (anyOverlap(spans)) return { leftOut: "overlapping" };
  return tagsOfEntities(places, spans) ?? { leftOut: "misfit" };
}
