import type { TextQuery } from "@postil/domain/search/search-query";
import type { MarkedField } from "./marked-field.ts";
import { marksIn } from "./marks-in.ts";

const NAME = "postil-match";

type Looked = { readonly field: MarkedField; ranges: readonly StaticRange[] };
/** `index`: which of its field it is. */
export type Place = {
  readonly field: MarkedField;
  readonly element: Element;
  readonly index: number;
  readonly range: StaticRange;
};

/**
 * The fields on the page with the places marked in them: one custom highlight for all, from which the places of a field go
 * with it. Ranges are static, as live ones cost every later change of the document. A browser without custom highlights
 * counts, and goes from place to place, all the same.
 */
export function createMarkedFields() {
  const highlight = typeof Highlight === "undefined" ? null : new Highlight();
  if (highlight !== null) CSS.highlights.set(NAME, highlight);
  const looked = new Map<Element, Looked>();
  const mark = (one: Looked, ranges: readonly StaticRange[]) => {
    for (const range of one.ranges) highlight?.delete(range);
    for (const range of ranges) highlight?.add(range);
    one.ranges = ranges;
  };
  const all = () => [...looked.values()];
  return {
    elements: () => looked.keys(),
    add: (field: MarkedField) => {
      looked.set(field.element, { field, ranges: [] });
    },
    remove: (element: Element) => {
      const gone = looked.get(element);
      if (gone !== undefined) mark(gone, []);
      looked.delete(element);
    },
    /** Marks what a search finds in one of them now; null: nothing. */
    look: (element: Element, text: TextQuery | null) => {
      const one = looked.get(element);
      if (one !== undefined) mark(one, text === null ? [] : marksIn(one.field, text));
    },
    /** In UTF-16 units. */
    sizeOf: (elements: Iterable<Element>): number =>
      [...elements].reduce((sum, element) => sum + (looked.get(element)?.field.source.length ?? 0), 0),
    count: (): number => all().reduce((sum, { ranges }) => sum + ranges.length, 0),
    /** In reading order. */
    places: (): Place[] =>
      all()
        .sort((a, b) => inDocument(a.field.element, b.field.element))
        .flatMap(({ field, ranges }) =>
          ranges.map((range, index) => ({ field, element: field.element, index, range })),
        ),
    /** The one that a node stands in. */
    around: (node: Node): Element | null => {
      let at: Node | null = node;
      while (at !== null && !(at instanceof Element && looked.has(at))) at = at.parentNode;
      return at instanceof Element ? at : null;
    },
  };
}

function inDocument(a: Element, b: Element): number {
  return a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}
