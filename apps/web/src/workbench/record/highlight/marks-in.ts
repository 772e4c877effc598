import type { TextQuery } from "@postil/domain/search/search-query";
import { occurs, type TextDemand } from "@postil/domain/search/text-query";
import { type Word, wordsOf } from "@postil/domain/text/text-analysis";
import { demandsOn, matchesOf } from "@postil/domain/text/text-matches";
import { rangeOf, type ShownText, shownText } from "../../../lib/shown-text.ts";
import { RENDERED } from "../../../ui/markdown/markdown.tsx";
import type { MarkedField } from "./marked-field.ts";

/**
 * The places of a field on the page that the search found (FFI-13, FFI-27), in reading order. The server searches the
 * source of a field:
 * - Where the source itself is shown, its words are the server's, and so is every mark; a phrase may run on over the space
 *   between two paragraphs.
 * - Rendered markdown has lost the signs and the addresses that stood between its words. What the source does not meet is
 *   not looked for, so that nothing is marked which the server cannot have found. A word ends where an element does, as the
 *   signs around it end it in the source: `un**believ**able` is three words there. And no phrase runs on into another
 *   block, as what stood between the two is not known any more.
 */
export function marksIn({ element, field, source }: Omit<MarkedField, "open">, text: TextQuery): StaticRange[] {
  const demands = demandsOn(text, field);
  if (demands.length === 0) return [];
  const shown = shownText(element);
  const matches =
    element.getElementsByClassName(RENDERED).length > 0
      ? renderedMatches(demandsIn(source, demands), shown)
      : matchesOf(demands, wordsOf(shown.text));
  return matches.flatMap((match) => rangeOf(shown, match) ?? []);
}

function demandsIn(source: string, demands: readonly TextDemand[]): TextDemand[] {
  const words = wordsOf(source).map((word) => word.text);
  return demands.filter((demand) => occurs(demand, words));
}

function renderedMatches(demands: readonly TextDemand[], shown: ShownText) {
  return demands.length === 0 ? [] : wordsOfBlocks(shown).flatMap((words) => matchesOf(demands, words));
}

function wordsOfBlocks({ places }: ShownText): Word[][] {
  const blocks: Word[][] = [];
  for (const [index, { node, start, block }] of places.entries()) {
    const before = places[index - 1];
    // The parser parts long texts, which are one text all the same.
    if (before !== undefined && node.previousSibling === before.node) continue;
    if (block !== before?.block || before === undefined) blocks.push([]);
    for (const word of wordsOf(textFrom(node))) {
      blocks.at(-1)?.push({ text: word.text, start: start + word.start, end: start + word.end });
    }
  }
  return blocks;
}

function textFrom(node: Text): string {
  const { nextSibling } = node;
  return nextSibling instanceof Text ? node.data + textFrom(nextSibling) : node.data;
}
