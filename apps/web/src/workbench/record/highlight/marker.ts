import type { TextQuery } from "@postil/domain/search/search-query";
import { demandsOn, matchesOf } from "@postil/domain/search/text-matches";
import { occurs, type TextDemand } from "@postil/domain/search/text-query";
import { type Word, wordsOf } from "@postil/domain/text/text-analysis";
import { afterPaint } from "../../../lib/after-paint.ts";
import { rangeOf, type ShownText, shownText } from "../../../lib/shown-text.ts";
import { lineBoxes } from "../../../ui/line-boxes.ts";
import { RENDERED } from "../../../ui/markdown/markdown.tsx";
import "./highlight.css";

export type MatchState = {
  /** places in all fields on the page; null: nothing is searched for, or it has not been looked for yet */
  readonly count: number | null;
  /** the one that was stepped to, from 1; 0: none yet */
  readonly at: number;
};

/** UTF-16 units. So much text is looked through in a millisecond or two, so its marks come in the same frame as the text. */
const SMALL = 8_000;
/** Milliseconds of looking before the page gets its turn. */
const TURN = 8;

export type Marker = ReturnType<typeof createMarker>;

/**
 * Marks the words of a search in the fields it is given, as they come, change and go. `tell` is called once all that is new
 * has been looked at. Many or long texts are looked at when the record is on the screen, a few at a time.
 */
export function createMarker(tell: (state: MatchState) => void) {
  const fields = createMarkedFields();
  const outline = createOutline();
  const stale = new Set<Element>();
  let text: TextQuery | null = null;
  /** By its number in its field, so that it is still the same when the field is set anew. */
  let here: Pick<Place, "element" | "index"> | null = null;
  let planned = false;

  const isHere = ({ element, index }: Place) => element === here?.element && index === here.index;
  const publish = () => {
    const places = here === null ? [] : fields.places();
    const at = places.findIndex(isHere);
    const place = places[at];
    if (place !== undefined) outline.move(place.range);
    else {
      here = null;
      outline.hide();
    }
    tell({ count: text === null ? null : fields.count(), at: at + 1 });
  };
  const look = () => {
    const end = performance.now() + TURN;
    for (const element of stale) {
      if (performance.now() > end) {
        setTimeout(look);
        return;
      }
      stale.delete(element);
      fields.look(element, text);
    }
    planned = false;
    publish();
  };
  const plan = () => {
    if (planned) return;
    planned = true;
    queueMicrotask(() => {
      if (fields.sizeOf(stale) <= SMALL) look();
      else afterPaint(look);
    });
  };
  const lookAgain = (element: Element) => {
    stale.add(element);
    plan();
  };
  const changes = new MutationObserver((mutations) => {
    for (const { target } of mutations) {
      const element = fields.around(target);
      if (element !== null) lookAgain(element);
    }
  });
  const watch = (element: Element) => {
    if (text !== null) changes.observe(element, { childList: true, characterData: true, subtree: true });
    lookAgain(element);
  };
  return {
    ask: (wanted: TextQuery | null) => {
      text = wanted;
      here = null;
      changes.disconnect();
      for (const element of fields.elements()) watch(element);
      plan();
    },
    add: (field: MarkedField) => {
      fields.add(field);
      watch(field.element);
    },
    remove: ({ element }: MarkedField) => {
      fields.remove(element);
      plan();
    },
    step: (by: 1 | -1) => {
      const places = fields.places();
      const before = places.findIndex(isHere);
      const next = before === -1 && by === -1 ? places.at(-1) : places[(before + by + places.length) % places.length];
      if (next === undefined) return;
      here = next;
      outline.show(next.range, next.field, fields.elements());
      publish();
    },
  };
}

/** An element that shows the text of a field of a record, rendered or as it was sent. */
export type MarkedField = {
  readonly element: Element;
  readonly field: string;
  readonly source: string;
  /** Shows all of its text, where it may be folded and so not show a match. */
  readonly open: () => void;
};

const NAME = "postil-match";

type Looked = { readonly field: MarkedField; ranges: readonly StaticRange[] };
/** `index`: which of its field it is. */
type Place = {
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
function createMarkedFields() {
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

/**
 * The places of a field on the page that the search found (FFI-13, FFI-27), in reading order. The server searches the
 * source of a field:
 * - Where the source itself is shown, its words are the server's, and so is every mark; a phrase may run on over the space
 *   between two paragraphs.
 * - Rendered markdown has lost the signs and the addresses that stood between its words. What the source does not meet is
 *   not looked for, so that nothing is marked which the server cannot have found. A word ends where an element does, as the
 *   signs around it end it in the source: `un**believ**able` is three words there. And no phrase runs on into another
 *   block, as what stood between the two is not known any more.
 */
export function marksIn({ element, field, source }: Omit<MarkedField, "open">, text: TextQuery): StaticRange[] {
  const demands = demandsOn(text, field);
  if (demands.length === 0) return [];
  const shown = shownText(element);
  const matches =
    element.getElementsByClassName(RENDERED).length > 0
      ? renderedMatches(demandsIn(source, demands), shown)
      : matchesOf(demands, wordsOf(shown.text));
  return matches.flatMap((match) => rangeOf(shown, match) ?? []);
}

function demandsIn(source: string, demands: readonly TextDemand[]): TextDemand[] {
  const words = wordsOf(source).map((word) => word.text);
  return demands.filter((demand) => occurs(demand, words));
}

function renderedMatches(demands: readonly TextDemand[], shown: ShownText) {
  return demands.length === 0 ? [] : wordsOfBlocks(shown).flatMap((words) => matchesOf(demands, words));
}

function wordsOfBlocks({ places }: ShownText): Word[][] {
  const blocks: Word[][] = [];
  for (const [index, { node, start, block }] of places.entries()) {
    const before = places[index - 1];
    // The parser parts long texts, which are one text all the same.
    if (before !== undefined && node.previousSibling === before.node) continue;
    if (block !== before?.block || before === undefined) blocks.push([]);
    for (const word of wordsOf(textFrom(node))) {
      blocks.at(-1)?.push({ text: word.text, start: start + word.start, end: start + word.end });
    }
  }
  return blocks;
}

function textFrom(node: Text): string {
  const { nextSibling } = node;
  return nextSibling instanceof Text ? node.data + textFrom(nextSibling) : node.data;
}

/**
 * The box around the match the reader has stepped to; a highlight can have no outline of its own. It lies over the text, in
 * the nearest positioned ancestor of the field, so that it scrolls with it, and is measured again when a field changes its
 * size. The text is not touched.
 */
function createOutline() {
  const layer = document.createElement("div");
  layer.ariaHidden = "true";
  layer.className = "postil-match-here";
  let place: StaticRange | null = null;
  let letGo = new AbortController();

  const draw = () => {
    if (place === null) return;
    const origin = layer.getBoundingClientRect();
    layer.replaceChildren(...lineBoxes(liveRange(place)).map((line) => box(line, origin)));
    if (!letGo.signal.aborted) layer.firstElementChild?.scrollIntoView({ block: "nearest", inline: "nearest" });
  };
  const resized = new ResizeObserver(draw);
  return {
    /** Draws it in a field and brings it into view; the focus stays where it is. `fields`: all whose size can move it. */
    show: (range: StaticRange, field: MarkedField, fields: Iterable<Element>) => {
      place = range;
      letGo.abort();
      letGo = untilReaderActs();
      for (const details of closedAround(range.startContainer)) details.open = true;
      positionedAround(field.element).append(layer);
      resized.disconnect();
      resized.observe(layer);
      // A field may have no box of its own (`display: contents`); what it stands in has.
      for (const element of fields) resized.observe(element.parentElement ?? element);
      draw();
      if (isCutOff(layer, field.element)) field.open();
    },
    /** The same match, where its text has been set anew. */
    move: (range: StaticRange) => {
      if (place === range) return;
      place = range;
      draw();
    },
    hide: () => {
      place = null;
      letGo.abort();
      resized.disconnect();
      layer.remove();
    },
  };
}

/**
 * Long texts are laid out only near the screen: when the page comes to a far place, the text around it takes its true height
 * and moves it. Until the reader does something else the place is brought back into view.
 */
function untilReaderActs(): AbortController {
  const acted = new AbortController();
  for (const type of ["wheel", "touchmove", "pointerdown", "keydown"]) {
    window.addEventListener(type, () => acted.abort(), { signal: acted.signal, capture: true, passive: true });
  }
  return acted;
}

function positionedAround(element: Element): Element {
  const around = element.parentElement ?? document.body;
  return around === document.body || getComputedStyle(around).position !== "static" ? around : positionedAround(around);
}

function* closedAround(node: Node): Generator<HTMLDetailsElement> {
  const closed = node.parentElement?.closest<HTMLDetailsElement>("details:not([open])");
  if (closed == null) return;
  yield closed;
  yield* closedAround(closed);
}

/** Whether the box is where its field, folded to a few lines, does not show its text. */
function isCutOff(layer: Element, field: Element): boolean {
  const drawn = layer.firstElementChild?.getBoundingClientRect();
  if (drawn === undefined) return false;
  for (let at: Element | null = field; at !== null && at !== layer.parentElement; at = at.parentElement) {
    const { top, bottom } = at.getBoundingClientRect();
    if (getComputedStyle(at).overflowY === "hidden" && (drawn.top >= bottom || drawn.bottom <= top)) return true;
  }
  return false;
}

/** A range that is measured follows the document, which costs; so one is made for each drawing. */
function liveRange(place: StaticRange): Range {
  const range = document.createRange();
  range.setStart(place.startContainer, place.startOffset);
  range.setEnd(place.endContainer, place.endOffset);
  return range;
}

function box(line: DOMRect, origin: DOMRect): HTMLElement {
  const drawn = document.createElement("div");
  drawn.style.left = `${line.left - origin.left}px`;
  drawn.style.top = `${line.top - origin.top}px`;
  drawn.style.width = `${line.width}px`;
  drawn.style.height = `${line.height}px`;
  return drawn;
}
