import { findMatches } from "@postil/domain/text/highlight";
import { rangeOf, shownText } from "../../lib/shown-text.ts";

/** Ranges of a phrase within an element, in reading order, also where it crosses from one text node into the next. */
export function findIn(root: Element, phrase: string): StaticRange[] {
  const shown = shownText(root);
  return findMatches(shown.text, phrase).flatMap((match) => rangeOf(shown, match) ?? []);
}
