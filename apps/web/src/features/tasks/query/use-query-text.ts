import { MOST_TEXT } from "@postil/domain/search/text-query";
import { characters } from "@postil/domain/text/characters";
import { useCallback, useEffect, useRef, useState } from "react";
import type { QueryPage } from "./query-page.ts";

export type QueryText = {
  /** as it is typed, else the one in force */
  readonly text: string;
  /** It waits for Enter. */
  readonly pending: boolean;
  /** so many characters, which are too many */
  readonly tooLong: number | null;
  readonly type: (text: string) => void;
  readonly apply: () => void;
  readonly clear: () => void;
  /** Shows again what is in force. */
  readonly leave: () => void;
};

/** The query text as it is typed, beside the one in force. */
export function useQueryText({ view, changeView }: Pick<QueryPage, "view" | "changeView">): QueryText {
  const inForce = view.filters.text ?? "";
  const [typed, setState] = useState<string | null>(null);
  // The newest, also between two events that React has not drawn yet.
  const now = useRef(typed);
  const setTyped = useCallback((next: string | null) => {
    now.current = next;
    setState(next);
  }, []);
  const known = useRef(inForce);
  // What comes into force otherwise, by a pressed word or by Back, is what the box shows.
  useEffect(() => {
    if (known.current !== inForce) setTyped(null);
    known.current = inForce;
  }, [inForce, setTyped]);
  const text = typed ?? inForce;
  const length = characters(text);
  const search = (next: string) => {
    const wanted = next.trim();
    if (wanted === inForce) return setTyped(null);
    // Stays as it was typed until it is in force: whoever has edited records is asked first.
    setTyped(next);
    const { text: _, ...others } = view.filters;
    changeView({ filters: wanted === "" ? others : { ...others, text: wanted } });
  };
  return {
    text,
    pending: text.trim() !== inForce,
    tooLong: length > MOST_TEXT ? length : null,
    type: setTyped,
    apply: () => {
      const newest = now.current ?? inForce;
      if (characters(newest) <= MOST_TEXT) search(newest);
    },
    clear: () => search(""),
    leave: () => setTyped(null),
  };
}
