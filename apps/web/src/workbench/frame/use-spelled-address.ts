import { historyStep } from "@postil/domain/search/records-address";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";

/** Reads and writes the view of a page in its query string. */
type Spelling<Shown> = {
  /** `query` may begin with `?`. Unreadable entries count as absent. */
  readonly read: (query: string) => Shown;
  /** The result has no `?`. Entries of other parts of the page stay. */
  readonly write: (query: string, shown: Shown) => string;
};

export type SpelledAddress<Shown> = {
  /** The view that the address names when the page opens, and after each change from outside: back, forward, a link. */
  readonly asked: Shown;
  /** Writes the view on screen into the address. It loads nothing. `inPlace`: replaces the history entry. */
  readonly tell: (shown: Shown, inPlace?: boolean) => void;
};

/** The view of a page in its address (VST-02, VST-03, VST-07). `spelling` must be stable between renders. */
export function useSpelledAddress<Shown>(spelling: Spelling<Shown>): SpelledAddress<Shown> {
  const { history } = useRouter();
  const [asked, setAsked] = useState(() => spelling.read(history.location.search));
  const telling = useRef(false);
  // True after a change from outside. An address in another spelling is then corrected in place (design/address.md#rules,
  // VST-08).
  const answering = useRef(true);
  useEffect(() => {
    const { pathname } = history.location;
    let last = history.location.search;
    return history.subscribe(({ location, action }) => {
      const [before, isStep] = [last, action.type !== "PUSH" && action.type !== "REPLACE"];
      last = location.search;
      if (telling.current || location.pathname !== pathname) return;
      // A step back that the user cancelled is reported too.
      if (isStep && location.search === before) return;
      answering.current = true;
      setAsked(spelling.read(location.search));
    });
  }, [history, spelling]);
  const [tell] = useState(() => (shown: Shown, inPlace = false) => {
    const { pathname, search, hash } = history.location;
    const query = `?${spelling.write(search, shown)}`;
    const step = answering.current || inPlace ? "replace" : historyStep(search);
    answering.current = false;
    if (query === search) return;
    telling.current = true;
    // This only rewrites the address of the same page, so no leave question may block it.
    history[step](`${pathname}${query}${hash}`, undefined, { ignoreBlocker: true });
    telling.current = false;
  });
  return { asked, tell };
}
