import { textDirection } from "@postil/domain/text/text-direction";
import { Marked } from "marked";
import { createElement, type ReactNode } from "react";
import { Formula } from "./formula.tsx";
import { Picture } from "./picture.tsx";
import { type SignedText, signFormulas } from "./read-formulas.ts";
import { type HtmlElement, type HtmlNode, readHtml } from "./read-html.ts";

/** Each block detects its own direction, so right-to-left text does not affect the whole page. */
const BLOCK = /^(?:p|li|h[1-6]|td|th|dt|dd|summary|figcaption|caption)$/;
/**
 * Elements that contain blocks get the direction of their whole content. Blocks with their own direction do not affect
 * `dir="auto"`.
 */
const HOLDER = /^(?:blockquote|ul|ol|table|pre|div|figure|details)$/;
/** Formulas inside these elements show as source. */
const CODE = /^(?:code|pre|kbd)$/;
/** Attributes that React spells differently. */
const SPELLED: { readonly [name: string]: string } = { colspan: "colSpan", rowspan: "rowSpan" };

const marked = new Marked({ gfm: true, breaks: true, async: false });
// The checkbox of a task list only shows its state and cannot be used.
marked.use({ renderer: { checkbox: ({ checked }) => (checked ? "☑ " : "☐ ") } });

/** Wraps a text without formulas. */
const plain = (text: string): SignedText => ({ text, parts: (part) => [part], restored: (part) => part });

/** Renders markdown as allowed elements (FAN-25). If it is nested too deep for the renderer, shows the source. */
export function renderMarkdown(source: string, headingsFrom: number): ReactNode {
  const signed = signFormulas(source) ?? plain(source);
  try {
    // Without `async`, `parse` returns a string, but its type does not tell.
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
  // Without content no children are passed, because React refuses them in `br` and `hr`.
  if (children.length === 0) return createElement(tag, props);
  return createElement(
    tag,
    props,
    drawn(children, CODE.test(tag) ? { ...signed, parts: (text) => [restored(text)] } : signed),
  );
}

/** Number of characters used to detect a direction. */
const SAMPLE = 400;

/** The first characters of the content, at any depth. It stops there, so deep nesting costs no more than its depth. */
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
  // Without a text the picture gets an empty `alt`. Otherwise a screen reader reads its address.
  return { src, alt: alt ?? "", title, width, height };
}
