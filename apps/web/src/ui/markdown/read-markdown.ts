import { Parser } from "htmlparser2";

type Formula = { readonly tex: string; readonly display: boolean; readonly source: string };

/**
 * Matches a backslash with the next character, a formula between `$$` (over lines, but not over an empty line), or one between
 * `$`. The `$` of a price does not match: there must be no space inside the signs, and no digit after them. A formula never
 * crosses the border of code.
 */
const PARTS =
  /\\[\s\S]|\$\$(?<display>(?:\\[\s\S]|[^$\\`\n]|\n(?![ \t]*\n))+?)\$\$|\$(?![\s$])(?<inline>(?:\\[^\n]|[^$\\`\n])+?)(?<!\s)\$(?!\d)/g;

/**
 * Words without a meaning in markup and addresses. The end of one is never its beginning, so no new one appears beside other
 * text.
 */
const SIGNS = Array.from({ length: 100 }, (_, at) => `formula${at}q`);

/** A text in which each formula is replaced by a sign, so that the markdown parser does not change it. */
export type SignedText = {
  readonly text: string;
  /** Splits a text into words and formulas. */
  readonly parts: (text: string) => readonly (string | Formula)[];
  readonly restored: (text: string) => string;
};

/** Takes the formulas out of markdown (FAN-40). Null if there are none. The time is linear in the length. */
export function signFormulas(markdown: string): SignedText | null {
  const sign = SIGNS.find((one) => !markdown.includes(one));
  if (sign === undefined || !markdown.includes("$")) return null;
  const formulas: Formula[] = [];
  const text = markdown.replaceAll(PARTS, (source, ...rest) => {
    const { display, inline } = rest.at(-1);
    const tex = display ?? inline;
    if (tex === undefined) return source;
    formulas.push({ tex: tex.trim(), display: display !== undefined, source });
    return `${sign}${formulas.length - 1}${sign}`;
  });
  if (formulas.length === 0) return null;
  const parts = (signed: string) =>
    signed.split(sign).map((part, at) => (at % 2 === 0 ? part : (formulas[Number(part)] ?? "")));
  const restored = (signed: string) =>
    parts(signed)
      .map((part) => (typeof part === "string" ? part : part.source))
      .join("");
  return { text, parts, restored };
}

/** The parts of a text that may be rendered: allowed elements with allowed attributes, and words. */
export type HtmlNode = string | HtmlElement;
export type HtmlElement = {
  readonly tag: string;
  readonly attributes: { readonly [name: string]: string };
  readonly children: readonly HtmlNode[];
};

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

const TAGS = words(
  "h1 h2 h3 h4 h5 h6 p br hr blockquote pre code ul ol li dl dt dd a img em strong b i u s del ins mark small sub sup kbd q cite " +
    "abbr span table caption thead tbody tfoot tr th td div details summary figure figcaption",
);
const ATTRIBUTES = words("href src alt title align colspan rowspan start width height open dir lang");
/** Elements whose content is not text. */
const SILENT = words("script style");
const HEADING = /^h([1-6])$/;
/** Elements in which space between the parts is ignored. */
const ROWS = words("table thead tbody tfoot tr");
/** Allowed link addresses. All others are dropped, above all `javascript:`. */
const LINKS = /^(?:https?:|mailto:|tel:|#|\/(?!\/))/i;
const PICTURES = /^(?:https?:|data:image\/|\/(?!\/))/i;

/** Maximum nesting of elements. The renderer needs one nested call per level. */
const DEEPEST = 100;
const LOWEST_HEADING = 6;

/**
 * Reads HTML as text with an allow list (FAN-25). Dropped parts never enter a document, so they are not loaded or run, and no
 * content policy is needed to stop them. Headings begin at `headingsFrom` and skip no level, whatever levels the text uses.
 */
export function readHtml(html: string, headingsFrom: number): readonly HtmlNode[] {
  const root: HtmlNode[] = [];
  const open: { readonly tag: string; readonly children: HtmlNode[] }[] = [];
  const headings = headingLevels(headingsFrom);
  const here = () => open.at(-1)?.children ?? root;
  const parser = new Parser({
    onopentag(name, given) {
      const children: HtmlNode[] = [];
      const kept = TAGS.has(name) && open.length < DEEPEST;
      if (kept) here().push(elementOf(name, given, children, headings));
      open.push({ tag: name, children: kept || SILENT.has(name) ? children : here() });
    },
    ontext(text) {
      if (ROWS.has(open.at(-1)?.tag ?? "") && text.trim() === "") return;
      const nodes = here();
      const last = nodes.at(-1);
      // The parser splits a text at every character reference. The pieces are joined again.
      if (typeof last === "string") nodes[nodes.length - 1] = last + text;
      else nodes.push(text);
    },
    onclosetag() {
      open.pop();
    },
  });
  parser.end(html);
  return root;
}

type Given = { readonly [name: string]: string };

function elementOf(name: string, given: Given, children: HtmlNode[], headings: (level: number) => number): HtmlElement {
  const attributes = Object.fromEntries(Object.entries(given).filter(([key, value]) => isKept(name, key, value)));
  const level = HEADING.exec(name)?.[1];
  if (level === undefined) return { tag: name, attributes, children };
  return { tag: `h${headings(Number(level))}`, attributes: { ...attributes, "data-level": level }, children };
}

function isKept(tag: string, name: string, value: string): boolean {
  if (!ATTRIBUTES.has(name)) return false;
  if (name === "href") return tag === "a" && LINKS.test(value.trim());
  return name !== "src" || (tag === "img" && PICTURES.test(value.trim()));
}

/** Returns the level for each next heading: one below the heading that contains it. */
function headingLevels(from: number): (level: number) => number {
  let above: readonly number[] = [];
  return (level) => {
    above = [...above.filter((other) => other < level), level];
    return Math.min(from + above.length - 1, LOWEST_HEADING);
  };
}
