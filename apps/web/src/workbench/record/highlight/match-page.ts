import type { TextQuery } from "@postil/domain/search/search-query";
import { createEmitter } from "../../../lib/emitter.ts";
import type { MarkedField, Marker, MatchState } from "./marker.ts";

const NOTHING: MatchState = { count: null, at: 0 };

/**
 * The fields on the page and what is marked in them. Fields come and go cheaply, hundreds of them too; what looks for the
 * words is loaded with the first search.
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
    // Without it the records are still those that were searched for; the next search asks for it again.
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
    /** Returns the way to take it off again. */
    add: (field: MarkedField) => {
      fields.add(field);
      marker?.add(field);
      return () => {
        fields.delete(field);
        marker?.remove(field);
      };
    },
    /** Goes to the next or the previous place, round at the ends; the focus stays where it is. */
    step: (by: 1 | -1): MatchState => {
      marker?.step(by);
      return state;
    },
  };
}
