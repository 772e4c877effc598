import DOMPurify from "dompurify";
import { Marked } from "marked";

const TAGS = [
  ...[
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "p",
    "br",
    "hr",
    "blockquote",
    "pre",
    "code",
    "ul",
    "ol",
    "li",
    "dl",
    "dt",
    "dd",
  ],
  ...[
    "a",
    "img",
    "em",
    "strong",
    "b",
    "i",
    "u",
    "s",
    "del",
    "ins",
    "mark",
    "small",
    "sub",
    "sup",
    "kbd",
    "q",
    "cite",
    "abbr",
    "span",
  ],
  ...[
    "table",
    "caption",
    "thead",
    "tbody",
    "tfoot",
    "tr",
    "th",
    "td",
    "div",
    "details",
    "summary",
    "figure",
    "figcaption",
  ],
];
const ATTRIBUTES = [
  "href",
  "src",
  "alt",
  "title",
  "align",
  "colspan",
  "rowspan",
  "start",
  "width",
  "height",
  "open",
  "dir",
  "lang",
];
/** Addresses a record may lead to; everything else, `javascript:` first of all, is dropped. Images may also be `data:`. */
const ADDRESSES = /^(?:https?:|mailto:|tel:|#|\/(?!\/))/i;
const BLOCKS = "p, li, h1, h2, h3, h4, h5, h6, td, th, blockquote, dt, dd, summary, figcaption, caption, div";

const marked = new Marked({ gfm: true, breaks: true, async: false });
// A checkbox of a task list is no control here: only its state is shown.
marked.use({ renderer: { checkbox: ({ checked }) => (checked ? "☑ " : "☐ ") } });

const purifier = DOMPurify(window);
purifier.addHook("afterSanitizeAttributes", (element) => {
  if (element instanceof HTMLAnchorElement) {
    element.target = "_blank";
    element.rel = "noopener noreferrer";
  }
  if (element instanceof HTMLImageElement) {
    element.setAttribute("loading", "lazy");
    element.setAttribute("referrerpolicy", "no-referrer");
    // Without words of its own it is passed over; otherwise a screen reader spells out its address.
    if (!element.hasAttribute("alt")) element.alt = "";
  }
  // Right-to-left text is detected block by block, not for the whole page.
  if (element instanceof HTMLElement && element.matches(BLOCKS) && !element.hasAttribute("dir")) element.dir = "auto";
});

/** Markdown to safe HTML by an allow list: no scripts, styles, frames, forms or event attributes (FAN-25). */
export function renderMarkdown(source: string): string {
  // Without `async` parse gives a string; its type does not know.
  const html = marked.parse(source) as string;
  return purifier.sanitize(html, {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ATTRIBUTES,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    ALLOWED_URI_REGEXP: ADDRESSES,
  });
}
