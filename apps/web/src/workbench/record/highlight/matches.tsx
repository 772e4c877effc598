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
  /** the search that the records on the page answer to; null: there is none */
  text: TextQuery | null;
  children: ReactNode;
};

/**
 * Around the records and the search box: marks in every field what the search found (design/filters.md#search). One on a
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
 * A reference for the element that shows a field's text. It is looked at again whenever its content changes. The nearest
 * positioned ancestor of the element must scroll with it: the box around the current match is drawn in there. `onOpen` is
 * called when the reader has stepped to a match that the element, folded, does not show.
 */
export function useMarkedField(field: string, source: string, onOpen: () => void): RefCallback<Element> {
  const page = useContext(MatchContext);
  const open = useLatest(onOpen);
  return useCallback(
    (element) => (element === null ? undefined : page.add({ element, field, source, open })),
    [page, field, source, open],
  );
}

/** How many matches the page shows, and which of them the reader has stepped to. */
export function useMatches(): MatchState {
  const page = useContext(MatchContext);
  return useSyncExternalStore(page.onChange, page.state);
}

/** Goes to the next (1) or the previous match, and says which it is. */
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
