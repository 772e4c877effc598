import "./highlight.css";
import type { TextQuery } from "@postil/domain/search/search-query";
import { afterPaint } from "../../../lib/after-paint.ts";
import type { MarkedField } from "./marked-field.ts";
import { createMarkedFields, type Place } from "./marked-fields.ts";
import { createOutline } from "./match-outline.ts";
import type { MatchState } from "./match-state.ts";

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
