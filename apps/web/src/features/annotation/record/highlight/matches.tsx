import type { TextQuery } from "@postil/domain/search-query";
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
import { useLatest } from "../../questions/use-latest.ts";
import { createMatchPage } from "./match-page.ts";

const MatchContext = createContext(createMatchPage());

type MatchesProps = {
  /** the search that the records on the page answer to; null: there is none */
  text: TextQuery | null;
  children: ReactNode;
};

/** Around the records and the search box: marks in every field what the search found (screens 5.4). One on a page. */
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

/** How many matches the page shows, and the way through them. */
export function useMatches() {
  const page = useContext(MatchContext);
  const { count, at } = useSyncExternalStore(page.onChange, page.state);
  return { count, at, next: () => page.step(1), previous: () => page.step(-1) };
}
