import type { Word } from "../text/text-analysis.ts";
import type { TextQuery } from "./record-criteria.ts";
import { beginsAt, parseTextQuery, type TextDemand } from "./text-query.ts";

/** Not those that belong to another field (FFI-27), and no exclusions. */
export function demandsOn(text: TextQuery | null, field: string): TextDemand[] {
  if (text === null || (text.field ?? field) !== field) return [];
  return parseTextQuery(text.q).filter(({ excluded }) => !excluded);
}

/**
 * The places of a text that match a demand (FFI-13), ascending: a whole word, or the words of a phrase with the text
 * between them. Overlapping or touching places are joined: the two words of `東京` are one place. `words` are the words
 * of the text, in order. Costs at most the number of words times the number of the demands' words.
 */
export function matchesOf(demands: readonly TextDemand[], words: readonly Word[]): Match[] {
  const texts = words.map((word) => word.text);
  const beginningWith = byFirstWord(demands);
  const begins = beginningsOf(demands);
  const matches: Match[] = [];
  for (const [at, { text, start, end }] of words.entries()) {
    if (begins(text)) addMatch(matches, { start, end });
    for (const demand of beginningWith.get(text) ?? []) {
      if (!beginsAt(demand, texts, at)) continue;
      addMatch(matches, { start, end: words[at + demand.words.length - 1]?.end ?? start });
    }
  }
  return matches;
}

/** All demands except single prefixes, by their first word: words that begin with a prefix differ. */
function byFirstWord(demands: readonly TextDemand[]): ReadonlyMap<string, readonly TextDemand[]> {
  const found = new Map<string, TextDemand[]>();
  for (const demand of demands) {
    const [first] = demand.words;
    if (first === undefined || (demand.prefix && demand.words.length === 1)) continue;
    const others = found.get(first);
    if (others) others.push(demand);
    else found.set(first, [demand]);
  }
  return found;
}

/** It costs the length of the word, however many prefixes there are. */
function beginningsOf(demands: readonly TextDemand[]): (word: string) => boolean {
  const prefixes = new Set(demands.flatMap(({ words, prefix }) => (prefix && words.length === 1 ? words : [])));
  const lengths = [...new Set([...prefixes].map(({ length }) => length))].sort((a, b) => a - b);
  return (word) => {
    for (const length of lengths) {
      if (length > word.length) return false;
      if (prefixes.has(word.slice(0, length))) return true;
    }
    return false;
  };
}

/** Adds a match; matches must come in the order of their starts. */
function addMatch(matches: Match[], match: Match): void {
  const last = matches.at(-1);
  if (last === undefined || last.end < match.start) matches.push(match);
  else matches[matches.length - 1] = { start: last.start, end: Math.max(last.end, match.end) };
}

/** A stretch of a text in UTF-16 units, as in DOM ranges; the end is exclusive. */
export type Match = { readonly start: number; readonly end: number };

/**
 * Every place of a phrase in a text, ignoring case and the number of blanks between words; matches do not overlap. It
 * searches text that is on the screen already. The server's search has other rules (FFI-13).
 */
export function findMatches(text: string, phrase: string): Match[] {
  const words = phrase.trim().split(/\s+/).filter(Boolean).map(escapePattern);
  if (words.length === 0) return [];
  const pattern = new RegExp(words.join("\\s+"), "giu");
  return Array.from(text.matchAll(pattern), ({ index, 0: found }) => ({ start: index, end: index + found.length }));
}

/** With the `u` flag only these characters may be escaped. */
function escapePattern(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
