import type { TextQuery } from "@postil/domain/search/record-criteria";
import { t } from "i18next";
import { ChevronDown, ChevronUp } from "lucide-react";
import {
  createContext,
  type ReactNode,
  type RefCallback,
  useCallback,
  useContext,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from "react";
import { createEmitter } from "../../lib/emitter.ts";
import { useLatest } from "../../lib/use-latest.ts";
import { IconButton } from "../../ui/button.tsx";
import { announce } from "../../ui/screen-reader.tsx";
import type { MarkedField, Marker, MatchState } from "./highlight/marker.ts";

const NOTHING: MatchState = { count: null, at: 0 };

/**
 * The fields on the page and their matches. Adding and removing fields is cheap, even for hundreds. The search code is loaded
 * with the first search.
 */
function createMatchPage() {
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
    const code = await import("./highlight/marker.ts").catch(() => null);
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

const MatchContext = createContext(createMatchPage());

type MatchesProps = {
  /** the search of the records on the page; null when there is none */
  text: TextQuery | null;
  children: ReactNode;
};

/**
 * Wraps the records and the search box. Marks the matches of the search in every field (design/filters.md#search). One per
 * page.
 */
export function Matches({ text, children }: MatchesProps) {
  const [page] = useState(createMatchPage);
  const q = text?.q ?? null;
  const field = text?.field ?? null;
  useLayoutEffect(() => {
    page.ask(q === null ? null : { q, field });
    return () => page.ask(null);
  }, [page, q, field]);
  return <MatchContext value={page}>{children}</MatchContext>;
}

/**
 * A ref for the element that shows a field's text. The text is searched again whenever it changes. The nearest positioned
 * ancestor must scroll with the element, because the box around the current match is drawn there. `onOpen` is called when the
 * current match is in the hidden part of a folded element.
 */
export function useMarkedField(field: string, source: string, onOpen: () => void): RefCallback<Element> {
  const page = useContext(MatchContext);
  const open = useLatest(onOpen);
  return useCallback(
    (element) => (element === null ? undefined : page.add({ element, field, source, open })),
    [page, field, source, open],
  );
}

/** The number of matches on the page, and the number of the current one. */
function useMatches(): MatchState {
  const page = useContext(MatchContext);
  return useSyncExternalStore(page.onChange, page.state);
}

/** Goes to the next (1) or previous (-1) match, and announces its number. */
export function useMatchStep(): (by: 1 | -1) => void {
  const page = useContext(MatchContext);
  return useCallback(
    (by) => {
      const { at, count } = page.step(by);
      if (count !== null && at > 0) announce(t("matches.at", { at, of: count }));
    },
    [page],
  );
}

/**
 * The end of the search box: the number of matches on the page, with buttons to step through them (design/filters.md#search).
 */
export function MatchSteps() {
  const { count } = useMatches();
  const step = useMatchStep();
  if (count === null) return null;
  // Buttons stay focusable when a record has no match, so that the focus is not lost.
  const rest = { "aria-disabled": count === 0 || undefined, className: "aria-disabled:opacity-60" };
  return (
    <span className="flex flex-none items-center gap-1 whitespace-nowrap tabular-nums">
      {t("matches.here", { count })}
      <IconButton size="tiny" icon={ChevronUp} label={t("matches.previous")} onClick={() => step(-1)} {...rest} />
      <IconButton size="tiny" icon={ChevronDown} label={t("matches.next")} onClick={() => step(1)} {...rest} />
    </span>
  );
}
