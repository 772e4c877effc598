import { textDirection } from "@postil/domain/text/text-direction";
import { Marked } from "marked";
import { createElement, type ReactNode } from "react";
import { Formula } from "./formula.tsx";
import { Picture } from "./picture.tsx";
import { type SignedText, signFormulas } from "./read-formulas.ts";
import { type HtmlElement, type HtmlNode, readHtml } from "./read-html.ts";

/** Right-to-left text is detected block by block, not for the whole page. */
const BLOCK = /^(?:p|li|h[1-6]|td|th|dt|dd|summary|figcaption|caption)$/;
/** What holds blocks reads as all of them together: with a direction of their own they give it none. */
const HOLDER = /^(?:blockquote|ul|ol|table|pre|div|figure|details)$/;
/** What stands there is shown as it is written. */
const CODE = /^(?:code|pre|kbd)$/;
/** Where React spells an attribute its own way. */
const SPELLED: { readonly [name: string]: string } = { colspan: "colSpan", rowspan: "rowSpan" };

const marked = new Marked({ gfm: true, breaks: true, async: false });
// A checkbox of a task list is no control here: only its state is shown.
marked.use({ renderer: { checkbox: ({ checked }) => (checked ? "☑ " : "☐ ") } });

/** A text without formulas. */
const plain = (text: string): SignedText => ({ text, parts: (part) => [part], restored: (part) => part });

/** Markdown as elements of an allow list (FAN-25). What nests deeper than the renderer can go is shown as its source. */
export function renderMarkdown(source: string, headingsFrom: number): ReactNode {
  const signed = signFormulas(source) ?? plain(source);
  try {
    // Without `async` parse gives a string; its type does not know.
    return drawn(readHtml(marked.parse(signed.text) as string, headingsFrom), signed);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return source;
  }
}

const drawn = (nodes: readonly HtmlNode[], signed: SignedText): ReactNode =>
  nodes.map((node, index) => (typeof node === "string" ? wordsOf(node, signed) : elementOf(node, index, signed)));

const wordsOf = (text: string, { parts }: SignedText): ReactNode =>
  parts(text).map((part, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text have no other identity
    typeof part === "string" ? part : <Formula key={at} tex={part.tex} display={part.display} />,
  );

function elementOf({ tag, attributes, children }: HtmlElement, key: number, signed: SignedText): ReactNode {
  const { restored } = signed;
  const written = Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, restored(value)]));
  if (tag === "img") return <Picture key={key} {...pictureOf(written)} />;
  const props: { [name: string]: unknown } = { key };
  for (const [name, value] of Object.entries(written)) props[SPELLED[name] ?? name] = name === "open" ? true : value;
  if (tag === "a") Object.assign(props, { target: "_blank", rel: "noopener noreferrer" });
  if (BLOCK.test(tag)) props.dir ??= "auto";
  if (HOLDER.test(tag)) props.dir ??= textDirection(sampleOf(children));
  // An element without content takes no list of it: React refuses one in `br` and `hr`.
  if (children.length === 0) return createElement(tag, props);
  return createElement(
    tag,
    props,
    drawn(children, CODE.test(tag) ? { ...signed, parts: (text) => [restored(text)] } : signed),
  );
}

/** Letters by which a direction is told. */
const SAMPLE = 400;

/** The first words in it, however deep; no more is looked at, so that what nests costs no more than its depth. */
function sampleOf(nodes: readonly HtmlNode[], room = SAMPLE): string {
  let sample = "";
  for (const node of nodes) {
    if (sample.length >= room) break;
    const left = room - sample.length;
    sample += typeof node === "string" ? node.slice(0, left) : sampleOf(node.children, left);
  }
  return sample;
}

function pictureOf({ src, alt, title, width, height }: HtmlElement["attributes"]) {
  // Without words of its own it is passed over; otherwise a screen reader spells out its address.
  return { src, alt: alt ?? "", title, width, height };
}
