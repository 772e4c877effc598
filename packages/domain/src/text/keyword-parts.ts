/** A piece of a text; `found` is true if a search found it. */
export type TextPart = { readonly text: string; readonly found: boolean };

/**
 * A text split at the keywords of a search (TSE-25). Keywords are pieces of text as it was written. They match
 * anywhere, also within words; if two begin at the same place, the longer one counts. The parts joined are exactly the
 * text. Costs the length of the text, however many keywords there are.
 */
export function keywordParts(text: string, keywords: readonly string[]): readonly TextPart[] {
  const root = treeOf(keywords);
  const parts: TextPart[] = [];
  const add = (from: number, to: number, found: boolean) =>
    to > from && parts.push({ text: text.slice(from, to), found });
  let plainFrom = 0;
  for (let at = 0; at < text.length; ) {
    const end = endOfKeyword(text, at, root);
    if (end === null) at += 1;
    else {
      add(plainFrom, at, false);
      add(at, end, true);
      plainFrom = end;
      at = end;
    }
  }
  add(plainFrom, text.length, false);
  return parts;
}

/** A tree of the keywords' letters; all white space counts as one blank. */
type Node = { readonly next: Map<string, Node>; isEnd: boolean };

function treeOf(keywords: readonly string[]): Node {
  const root: Node = { next: new Map(), isEnd: false };
  for (const keyword of keywords) {
    let node = root;
    for (const unit of keyword.trim().replace(/\s+/g, " ").split("")) {
      const next: Node = node.next.get(unit) ?? { next: new Map(), isEnd: false };
      node.next.set(unit, next);
      node = next;
    }
    node.isEnd = node !== root;
  }
  return root;
}

/** The end of the longest keyword that begins at a place; null if none does. */
function endOfKeyword(text: string, start: number, root: Node): number | null {
  let end: number | null = null;
  let node: Node | undefined = root;
  for (let at = start; node !== undefined; ) {
    if (node.isEnd) end = at;
    const blank: Node | undefined = node.next.get(" ");
    const past: number = blank === undefined ? at : afterSpace(text, at);
    node = past > at ? blank : node.next.get(text.charAt(at));
    at = past > at ? past : at + 1;
  }
  return end;
}

function afterSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charAt(at).trim() === "") at += 1;
  return at;
}
