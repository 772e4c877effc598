import type { TextQuery } from "@postil/domain/search/search-query";
import { t } from "i18next";
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
import { useLatest } from "../../../lib/use-latest.ts";
import { announce } from "../../../ui/live-region.tsx";
import type { MatchState } from "./marker.ts";
import { createMatchPage } from "./match-page.ts";

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
export function useMatches(): MatchState {
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
