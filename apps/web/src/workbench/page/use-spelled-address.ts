import { historyStep } from "@postil/domain/search/records-address";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";

/** How what a page shows stands in its query string. */
type Spelling<Shown> = {
  /** With or without its `?`; what cannot be read counts as absent. */
  readonly read: (query: string) => Shown;
  /** Without `?`; entries of other parts of the page stay. */
  readonly write: (query: string, shown: Shown) => string;
};

export type SpelledAddress<Shown> = {
  /** What the address asked for when the page was opened, and each time it was changed by others: back, forward, a link. */
  readonly asked: Shown;
  /** Says in the address what is on screen; does not ask for anything. `inPlace`: it is still the same. */
  readonly tell: (shown: Shown, inPlace?: boolean) => void;
};

/** What a page shows, in its address (VST-02, VST-03, VST-07); the spelling is the same from render to render. */
export function useSpelledAddress<Shown>(spelling: Spelling<Shown>): SpelledAddress<Shown> {
  const { history } = useRouter();
  const [asked, setAsked] = useState(() => spelling.read(history.location.search));
  const telling = useRef(false);
  // What others wrote in their own spelling, or broke, is put right in its place (design/address.md#rules, VST-08).
  const answering = useRef(true);
  useEffect(() => {
    const { pathname } = history.location;
    let last = history.location.search;
    return history.subscribe(({ location, action }) => {
      const [before, isStep] = [last, action.type !== "PUSH" && action.type !== "REPLACE"];
      last = location.search;
      if (telling.current || location.pathname !== pathname) return;
      // Back that was asked about and called off is told of too.
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
    // Whoever asks before the page is left has no say in what stands in its address.
    history[step](`${pathname}${query}${hash}`, undefined, { ignoreBlocker: true });
    telling.current = false;
  });
  return { asked, tell };
}
