import type { Match } from "./highlight.ts";
import type { TextQuery } from "./search-query.ts";
import type { Word } from "./text-analysis.ts";
import { beginsAt, parseTextQuery, type TextDemand } from "./text-query.ts";

/** What of a search can be seen in a field: nothing of another field's (FFI-27), and nothing that must not occur. */
export function demandsOn(text: TextQuery | null, field: string): TextDemand[] {
  if (text === null || (text.field ?? field) !== field) return [];
  return parseTextQuery(text.q).filter(({ excluded }) => !excluded);
}

/**
 * The places of a text where a demand stands (FFI-13), ascending: a whole word, the words of a phrase with what is between
 * them. Places that overlap or touch are one, so that `東京`, two words, is one place, and so is what two demands share.
 * `words` are those of the text, in order. Costs the number of words times that of the prefixes asked for.
 */
export function matchesOf(demands: readonly TextDemand[], words: readonly Word[]): Match[] {
  const texts = words.map((word) => word.text);
  const beginningWith = byFirstWord(demands);
  const prefixes = demands.filter(({ words, prefix }) => prefix && words.length === 1);
  const matches: Match[] = [];
  for (const [at, { text, start }] of words.entries()) {
    for (const demand of [...(beginningWith.get(text) ?? []), ...prefixes]) {
      if (!beginsAt(demand, texts, at)) continue;
      addMatch(matches, { start, end: words[at + demand.words.length - 1]?.end ?? start });
    }
  }
  return matches;
}

/** All but single prefixes, which begin with words of many kinds. */
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

/** They come in the order of their starts. */
function addMatch(matches: Match[], match: Match): void {
  const last = matches.at(-1);
  if (last === undefined || last.end < match.start) matches.push(match);
  else matches[matches.length - 1] = { start: last.start, end: Math.max(last.end, match.end) };
}
