import type { TextQuery } from "@postil/domain/search/search-query";
import { createEmitter } from "../../../lib/emitter.ts";
import type { MarkedField, Marker, MatchState } from "./marker.ts";

const NOTHING: MatchState = { count: null, at: 0 };

/**
 * The fields on the page and their matches. Adding and removing fields is cheap, even for hundreds. The search code is loaded
 * with the first search.
 */
export function createMatchPage() {
  const fields = new Set<MarkedField>();
  const changed = createEmitter<void>();
  let text: TextQuery | null = null;
  let state = NOTHING;
  let marker: Marker | null = null;
  let loading = false;

  const tell = (next: MatchState) => {
    if (next.count === state.count && next.at === state.at) return;
    state = next;
    changed.emit();
  };
  const load = async () => {
    loading = true;
    // Without the code nothing is marked, but the records are right. The next search loads the code again.
    const code = await import("./marker.ts").catch(() => null);
    loading = false;
    if (code === null) return;
    marker = code.createMarker(tell);
    for (const field of fields) marker.add(field);
    marker.ask(text);
  };
  return {
    onChange: changed.on,
    state: () => state,
    ask: (wanted: TextQuery | null) => {
      text = wanted;
      if (marker !== null) marker.ask(text);
      else if (text !== null && !loading) void load();
    },
    /** Returns a function that removes the field. */
    add: (field: MarkedField) => {
      fields.add(field);
      marker?.add(field);
      return () => {
        fields.delete(field);
        marker?.remove(field);
      };
    },
    /** Goes to the next or previous match and wraps at the ends. The focus does not move. */
    step: (by: 1 | -1): MatchState => {
      marker?.step(by);
      return state;
    },
  };
}
