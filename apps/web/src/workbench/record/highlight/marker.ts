import type { TextQuery } from "@postil/domain/search/record-criteria";
import { demandsOn, matchesOf } from "@postil/domain/search/text-matches";
import { occurs, type TextDemand } from "@postil/domain/search/text-query";
import { type Word, wordsOf } from "@postil/domain/text/text-analysis";
import { afterPaint } from "../../../lib/after-paint.ts";
import { rangeOf, type ShownText, shownText } from "../../../lib/shown-text.ts";
import { lineBoxes } from "../../../ui/line-boxes.ts";
import { RENDERED } from "../../../ui/markdown/markdown.tsx";
import "./highlight.css";

export type MatchState = {
  /** number of matches in all fields on the page; null: there is no search, or it has not run yet */
  readonly count: number | null;
  /** number of the current match, from 1; 0: none yet */
  readonly at: number;
};

/** UTF-16 units. This much text is searched in one or two milliseconds, so its marks appear in the same frame as the text. */
const SMALL = 8_000;
/** Longest search before the page may run other work, ms. */
const TURN = 8;

export type Marker = ReturnType<typeof createMarker>;

/**
 * Marks the words of a search in the given fields, as fields are added, changed and removed. `tell` is called once all new
 * text has been searched. Many or long texts are searched after the record is on screen, in small steps.
 */
export function createMarker(tell: (state: MatchState) => void) {
  const fields = createMarkedFields();
  const outline = createOutline();
  const stale = new Set<Element>();
  let text: TextQuery | null = null;
  /** The current match, stored by its number in its field, so that it survives a new render of the field. */
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

/** An element that shows the text of a record's field, rendered or unchanged. */
export type MarkedField = {
  readonly element: Element;
  readonly field: string;
  readonly source: string;
  /** Expands a folded text, which may hide a match. */
  readonly open: () => void;
};

const NAME = "postil-match";

type Looked = { readonly field: MarkedField; ranges: readonly StaticRange[] };
/** `index`: the number of the match in its field. */
type Place = {
  readonly field: MarkedField;
  readonly element: Element;
  readonly index: number;
  readonly range: StaticRange;
};

/**
 * The fields on the page and their marked matches. One custom highlight holds the ranges of all fields. Ranges are static,
 * because live ranges make every later change of the document slower. A browser without custom highlights still counts and
 * steps through the matches.
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
    /** Marks the matches of a search in one field. Null removes the marks. */
    look: (element: Element, text: TextQuery | null) => {
      const one = looked.get(element);
      if (one !== undefined) mark(one, text === null ? [] : marksIn(one.field, text));
    },
    /** The size of the texts, in UTF-16 units. */
    sizeOf: (elements: Iterable<Element>): number =>
      [...elements].reduce((sum, element) => sum + (looked.get(element)?.field.source.length ?? 0), 0),
    count: (): number => all().reduce((sum, { ranges }) => sum + ranges.length, 0),
    /** All matches in reading order. */
    places: (): Place[] =>
      all()
        .sort((a, b) => inDocument(a.field.element, b.field.element))
        .flatMap(({ field, ranges }) =>
          ranges.map((range, index) => ({ field, element: field.element, index, range })),
        ),
    /** The field that contains a node. */
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
 * The matches of a field that the server's search found (FFI-13, FFI-27), in reading order. The server searches the source
 * text of a field. If the page shows the source itself, all words are the same, so all matches are marked; a phrase may
 * continue into the next paragraph. Rendered markdown lacks the signs and addresses between its words. So a word or phrase
 * that the source does not contain is not searched, and nothing is marked that the server cannot have found. A word ends where
 * an element ends, because in the source the signs around the element end it: `un**believ**able` is three words there. A
 * phrase never continues into another block, because the text between the blocks is not known.
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
    // The parser splits long texts into several nodes. They count as one text.
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
 * Draws the box around the current match, because a highlight cannot have an outline. The box lies over the text, in the
 * nearest positioned ancestor of the field, so it scrolls with the text. It is measured again when a field changes its size.
 * The text is not changed.
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
    /**
     * Draws the box in a field and scrolls it into view. The focus does not move. `fields`: all fields whose size can move the
     * box.
     */
    show: (range: StaticRange, field: MarkedField, fields: Iterable<Element>) => {
      place = range;
      letGo.abort();
      letGo = untilReaderActs();
      for (const details of closedAround(range.startContainer)) details.open = true;
      positionedAround(field.element).append(layer);
      resized.disconnect();
      resized.observe(layer);
      // A field may have no box of its own (`display: contents`), but its parent has one.
      for (const element of fields) resized.observe(element.parentElement ?? element);
      draw();
      if (isCutOff(layer, field.element)) field.open();
    },
    /** Moves the box to the same match after its text was rendered again. */
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
 * Long texts are laid out only near the screen. When the page scrolls far, the text there gets its real height and moves the
 * match. Until the user acts, the match is scrolled back into view.
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

/** True if the box is in the hidden part of its folded field. */
function isCutOff(layer: Element, field: Element): boolean {
  const drawn = layer.firstElementChild?.getBoundingClientRect();
  if (drawn === undefined) return false;
  for (let at: Element | null = field; at !== null && at !== layer.parentElement; at = at.parentElement) {
    const { top, bottom } = at.getBoundingClientRect();
    if (getComputedStyle(at).overflowY === "hidden" && (drawn.top >= bottom || drawn.bottom <= top)) return true;
  }
  return false;
}

/** A live range is needed to measure, but it costs at every change, so each drawing creates a new one. */
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
