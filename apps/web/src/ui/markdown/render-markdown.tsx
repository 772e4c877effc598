import { Marked } from "marked";
import { createElement, type ReactNode } from "react";
import { Picture } from "./picture.tsx";
import { type HtmlElement, type HtmlNode, readHtml } from "./read-html.ts";

/** Right-to-left text is detected block by block, not for the whole page. */
const BLOCK = /^(?:p|li|h[1-6]|td|th|blockquote|dt|dd|summary|figcaption|caption|div)$/;
/** Where React spells an attribute its own way. */
const SPELLED: { readonly [name: string]: string } = { colspan: "colSpan", rowspan: "rowSpan" };

const marked = new Marked({ gfm: true, breaks: true, async: false });
// A checkbox of a task list is no control here: only its state is shown.
marked.use({ renderer: { checkbox: ({ checked }) => (checked ? "☑ " : "☐ ") } });

/** Markdown as elements of an allow list (FAN-25). What nests deeper than the renderer can go is shown as its source. */
export function renderMarkdown(source: string, headingsFrom: number): ReactNode {
  try {
    // Without `async` parse gives a string; its type does not know.
    return drawn(readHtml(marked.parse(source) as string, headingsFrom));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return source;
  }
}

const drawn = (nodes: readonly HtmlNode[]): ReactNode =>
  nodes.map((node, index) => (typeof node === "string" ? node : elementOf(node, index)));

function elementOf({ tag, attributes, children }: HtmlElement, key: number): ReactNode {
  if (tag === "img") return <Picture key={key} {...pictureOf(attributes)} />;
  const props: { [name: string]: unknown } = { key };
  for (const [name, value] of Object.entries(attributes)) props[SPELLED[name] ?? name] = name === "open" ? true : value;
  if (tag === "a") Object.assign(props, { target: "_blank", rel: "noopener noreferrer" });
  if (BLOCK.test(tag)) props.dir ??= "auto";
  // An element without content takes no list of it: React refuses one in `br` and `hr`.
  return children.length === 0 ? createElement(tag, props) : createElement(tag, props, drawn(children));
}

function pictureOf({ src, alt, title, width, height }: HtmlElement["attributes"]) {
  // Without words of its own it is passed over; otherwise a screen reader spells out its address.
  return { src, alt: alt ?? "", title, width, height };
}
