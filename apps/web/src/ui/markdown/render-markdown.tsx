import { textDirection } from "@postil/domain/text/text-direction";
import { t } from "i18next";
import { Image } from "lucide-react";
import { Marked } from "marked";
import { createElement, type MouseEvent, type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { underBase } from "../../lib/base-path.ts";
import { Icon } from "../icon.tsx";
import { PictureHosts } from "./picture-hosts.ts";
import { type HtmlElement, type HtmlNode, readHtml, type SignedText, signFormulas } from "./read-markdown.ts";

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

/** Limits for the library: the number of macro expansions, and the maximum sizes. */
const BOUNDS = { maxExpand: 300, maxSize: [20, 100] as [number, number], trust: false, throwOnError: false };

type FormulaProps = {
  tex: string;
  /** true: the formula has its own line */
  display: boolean;
};

/** A TeX formula, rendered as MathML. Shows its source until the library is loaded, and when it cannot be loaded. */
function Formula({ tex, display }: FormulaProps) {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    let isWanted = true;
    import("./draw-formula.ts")
      .then(({ drawFormula }) => {
        if (isWanted && place.current !== null) drawFormula(tex, place.current, { ...BOUNDS, displayMode: display });
      })
      .catch((error: unknown) => console.warn("The formula is shown as it is written", error));
    return () => {
      isWanted = false;
    };
  }, [tex, display]);
  // A changed formula gets a new element, because React does not know the nodes that the library has put there.
  return (
    <span key={tex} ref={place} dir="ltr" className="postil-formula" data-display={display || undefined}>
      {display ? `$$${tex}$$` : `$${tex}$`}
    </span>
  );
}

type PictureProps = {
  src: string | undefined;
  alt: string;
  title: string | undefined;
  width: string | undefined;
  height: string | undefined;
};

/**
 * A picture in a text. A picture from another host tells that host that somebody reads this record. So it loads only after a
 * press, or if the dataset's settings name the host.
 */
function Picture({ src, alt, title, width, height }: PictureProps) {
  const allowed = useContext(PictureHosts);
  const [asked, setAsked] = useState<string>();
  const host = hostOf(src);
  if (host === null || allowed.has(host) || asked === src)
    return (
      <img
        src={src}
        alt={alt}
        title={title}
        width={width}
        height={height}
        loading="lazy"
        decoding="async"
        referrerPolicy="no-referrer"
      />
    );
  const show = (event: MouseEvent) => {
    // The button may be inside a link.
    event.preventDefault();
    event.stopPropagation();
    setAsked(src);
  };
  const label = alt === "" ? t("picture.show", { host }) : t("picture.showNamed", { host, alt });
  return (
    <button type="button" aria-label={label} onClick={show} className="postil-picture">
      <Icon of={Image} size={14} />
      {/* Drawn by CSS, because the label is not part of the record's text, which is searched and marked. */}
      <span data-label={label} />
    </button>
  );
}

/**
 * The host of a picture from another server. Null for our own pictures and for data URLs. Addresses of the API count as
 * another host: they are not pictures and may redirect, for example to begin a sign-in.
 */
function hostOf(src: string | undefined): string | null {
  const here = window.location;
  if (src === undefined || !URL.canParse(src, here.href)) return null;
  const { protocol, host, pathname } = new URL(src, here.href);
  // The server also decodes percent-encoded letters. None of its picture addresses has any.
  const isOurs = host === here.host && !pathname.startsWith(underBase("/api/")) && !pathname.includes("%");
  return protocol === "data:" || isOurs ? null : host;
}
