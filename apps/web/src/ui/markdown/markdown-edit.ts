/** A markdown text and its selection, in UTF-16 units, as the toolbar changes them. */
export type Selected = { readonly text: string; readonly start: number; readonly end: number };

export const MARKDOWN_MARKS = ["bold", "italic", "code", "heading", "list", "link"] as const;
export type MarkdownMark = (typeof MARKDOWN_MARKS)[number];

const AROUND = { bold: "**", italic: "*", code: "`" } as const;
const BEFORE_LINES = { heading: "## ", list: "- " } as const;

/** Adds a mark around the selection or before its lines. Removes the mark if it is already there. */
export function markMarkdown(selected: Selected, mark: MarkdownMark): Selected {
  if (mark === "link") return link(selected);
  if (mark === "heading" || mark === "list") return prefix(selected, BEFORE_LINES[mark]);
  return surround(selected, AROUND[mark]);
}

function replace({ text }: Selected, from: number, to: number, by: string): string {
  return text.slice(0, from) + by + text.slice(to);
}

function surround(selected: Selected, sign: string): Selected {
  const { text, start, end } = selected;
  const inner = text.slice(start, end);
  const marked = text.slice(start - sign.length, start) === sign && text.slice(end, end + sign.length) === sign;
  // If there are two stars, one alone is not a mark: both belong to bold.
  const single = sign === "*" && text[start - 2] === "*" && text[start - 3] !== "*";
  if (marked && !single) {
    const from = start - sign.length;
    return { text: replace(selected, from, end + sign.length, inner), start: from, end: from + inner.length };
  }
  const from = start + sign.length;
  return { text: replace(selected, start, end, sign + inner + sign), start: from, end: from + inner.length };
}

function prefix(selected: Selected, sign: string): Selected {
  const { text, start, end } = selected;
  // With a negative start, lastIndexOf still searches the first character.
  const from = start === 0 ? 0 : text.lastIndexOf("\n", start - 1) + 1;
  const next = text.indexOf("\n", end);
  const to = next === -1 ? text.length : next;
  const lines = text.slice(from, to).split("\n");
  const all = lines.every((line) => line.startsWith(sign));
  const changed = lines.map((line) => (all ? line.slice(sign.length) : sign + line)).join("\n");
  return { text: replace(selected, from, to, changed), start: from, end: from + changed.length };
}

const ADDRESS = "https://";

/** The address must still be typed, so it is selected. */
function link(selected: Selected): Selected {
  const { text, start, end } = selected;
  const inner = text.slice(start, end);
  const from = start + inner.length + 3;
  return {
    text: replace(selected, start, end, `[${inner}](${ADDRESS})`),
    start: from,
    end: from + ADDRESS.length,
  };
}
