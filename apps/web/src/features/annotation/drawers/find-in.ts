import { findMatches } from "@postil/domain/highlight";

const BLOCKS = "p, li, h1, h2, h3, h4, h5, h6, td, th, blockquote, pre, dt, dd, summary, figcaption";

/** Ranges of a phrase within an element, in reading order, also where it crosses from one text node into the next. */
export function findIn(root: Element, phrase: string): Range[] {
  const nodes: { readonly node: Text; readonly start: number }[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  let text = "";
  let block: Element | null = null;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!(node instanceof Text)) continue;
    const own = node.parentElement?.closest(BLOCKS) ?? null;
    // Two paragraphs never make one word.
    if (own !== block) text += "\n";
    block = own;
    nodes.push({ node, start: text.length });
    text += node.data;
  }
  const place = (offset: number) => nodes.findLast(({ start }) => start <= offset);
  return findMatches(text, phrase).flatMap(({ start, end }) => {
    const from = place(start);
    const to = place(end - 1);
    if (from === undefined || to === undefined) return [];
    const range = document.createRange();
    range.setStart(from.node, start - from.start);
    range.setEnd(to.node, Math.min(end - to.start, to.node.length));
    return [range];
  });
}
