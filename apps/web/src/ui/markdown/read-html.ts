import { Parser } from "htmlparser2";

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
