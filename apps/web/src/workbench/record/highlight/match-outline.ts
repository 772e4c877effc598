import { lineBoxes } from "../../../ui/line-boxes.ts";
import type { MarkedField } from "./marked-field.ts";

/**
 * The box around the match the reader has stepped to; a highlight can have no outline of its own. It lies over the text, in
 * the nearest positioned ancestor of the field, so that it scrolls with it, and is measured again when a field changes its
 * size. The text is not touched.
 */
export function createOutline() {
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
