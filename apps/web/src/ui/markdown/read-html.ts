import { Parser } from "htmlparser2";

/** What may be drawn of a text: elements of the allow list with attributes of the allow list, and words. */
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
/** Their content is no text. */
const SILENT = words("script style");
const HEADING = /^h([1-6])$/;
/** Space between their parts is nothing to be drawn. */
const ROWS = words("table thead tbody tfoot tr");
/** Addresses a text may lead to; everything else, `javascript:` first of all, is dropped. */
const LINKS = /^(?:https?:|mailto:|tel:|#|\/(?!\/))/i;
const PICTURES = /^(?:https?:|data:image\/|\/(?!\/))/i;

/** Elements within elements, at most: what draws them goes down one call for each. */
const DEEPEST = 100;
const LOWEST_HEADING = 6;

/**
 * Reads HTML by an allow list (FAN-25), as text: no document ever holds what is dropped, so that nothing of it is loaded, run,
 * or left for a content policy to stop. Headings begin at `headingsFrom` and skip no level, whatever levels the text chose.
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
      // The parser parts a text at every character reference; it is one text all the same.
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

/** The level to draw each next heading at: one below that of the heading it stands under. */
function headingLevels(from: number): (level: number) => number {
  let above: readonly number[] = [];
  return (level) => {
    above = [...above.filter((other) => other < level), level];
    return Math.min(from + above.length - 1, LOWEST_HEADING);
  };
}
