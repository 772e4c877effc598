/** A stretch of a text, and whether a search found it. */
export type TextPart = { readonly text: string; readonly found: boolean };

/**
 * A text cut where the keywords of a search stand in it (TSE-25): pieces of the text as it was written, found wherever they stand,
 * within words too; of two that begin at one place the longer. Together the parts are the text to the letter. Costs the length of
 * the text, however many keywords there are.
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

/** Keywords by their letters; all white space is one blank. */
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

/** Where the longest keyword ends that begins at a place; null where none does. */
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
