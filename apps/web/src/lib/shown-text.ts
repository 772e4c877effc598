import type { Match } from "@postil/domain/search/text-matches";
import { firstPlace } from "@postil/domain/text/first-place";

const BLOCKS = "p, li, h1, h2, h3, h4, h5, h6, td, th, blockquote, pre, dt, dd, summary, figcaption, caption, div";

/** A text node, the offset of its text in the whole text, and its block element. */
type TextPlace = { readonly node: Text; readonly start: number; readonly block: Element | null };

/** The text that an element shows. There is a line break between blocks and at each forced break. */
export type ShownText = { readonly text: string; readonly places: readonly TextPlace[] };

/** Costs a walk over the nodes of the element, but no layout. */
export function shownText(root: Element): ShownText {
  const places: TextPlace[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  let text = "";
  let block: Element | null = null;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node instanceof HTMLBRElement) text += "\n";
    if (!(node instanceof Text)) continue;
    const own = node.parentElement?.closest(BLOCKS) ?? null;
    // Keeps the words of two paragraphs apart.
    if (own !== block) text += "\n";
    block = own;
    places.push({ node, start: text.length, block });
    text += node.data;
  }
  return { text, places };
}

/** The range of a match in the document. It is static, so the document does not keep it up to date. */
export function rangeOf({ places }: ShownText, { start, end }: Match): StaticRange | null {
  const from = placeAt(places, start);
  const to = placeAt(places, end - 1);
  if (from === undefined || to === undefined) return null;
  return new StaticRange({
    startContainer: from.node,
    startOffset: start - from.start,
    endContainer: to.node,
    endOffset: end - to.start,
  });
}

/** The last place that begins at or before an offset. */
const placeAt = (places: readonly TextPlace[], offset: number): TextPlace | undefined =>
  places[firstPlace(places.length, (at) => (places[at]?.start ?? 0) > offset) - 1];
