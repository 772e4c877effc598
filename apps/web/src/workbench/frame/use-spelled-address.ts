import { historyStep } from "@postil/domain/search/records-address";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { afterPaint } from "../../lib/after-paint.ts";

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
  readonly tell: Tell<Shown>;
  /** Does the same once the view is painted. A view that follows earlier than that does not take its place (VST-09). */
  readonly tellAfterPaint: Tell<Shown>;
};

type Tell<Shown> = (shown: Shown, inPlace?: boolean) => void;

/** The view of a page in its address (VST-02, VST-03, VST-07, VST-09). `spelling` must be stable between renders. */
export function useSpelledAddress<Shown>(spelling: Spelling<Shown>): SpelledAddress<Shown> {
  const { history } = useRouter();
  const [asked, setAsked] = useState(() => spelling.read(history.location.search));
  const telling = useRef(false);
  // True after a change from outside. An address in another spelling is then corrected in place (design/address.md#rules,
  // VST-08).
  const answering = useRef(true);
  /** The view that is written after the next paint. */
  const waiting = useRef<{ readonly write: () => void; readonly cancel: () => void } | null>(null);
  /** Writes the view that came while the address was already that of the next page. */
  const unwritten = useRef<(() => void) | null>(null);
  const [own] = useState(() => history.location.pathname);
  useEffect(() => {
    /** The last query of this page. */
    let last = history.location.search;
    const drop = () => {
      waiting.current?.cancel();
      waiting.current = null;
    };
    const unsubscribe = history.subscribe(({ location, action }) => {
      // The next page may never show: its code is slow, and the user goes back. This page then goes on as it is (RTE-33).
      if (location.pathname !== own) return;
      const [before, isStep] = [last, action.type !== "PUSH" && action.type !== "REPLACE"];
      last = location.search;
      if (telling.current) return;
      const missed = unwritten.current;
      unwritten.current = null;
      // A step back that the user cancelled is reported too.
      if (isStep && location.search === before) return missed?.();
      // The entry of a view that waits would now stand in the wrong place.
      drop();
      answering.current = true;
      setAsked(spelling.read(location.search));
    });
    return () => {
      unsubscribe();
      drop();
    };
  }, [history, spelling, own]);
  const [write] = useState(() => (shown: Shown, inPlace: boolean) => {
    const { pathname, search, hash } = history.location;
    // The page stays on screen while the next one loads, whose address is there already.
    if (pathname !== own) {
      unwritten.current = () => tells.tellAfterPaint(shown, inPlace);
      return;
    }
    const query = `?${spelling.write(search, shown)}`;
    const step = answering.current || inPlace ? "replace" : historyStep(search);
    answering.current = false;
    if (query === search) return;
    telling.current = true;
    // This only rewrites the address of the same page, so no leave question may block it.
    history[step](`${pathname}${query}${hash}`, undefined, { ignoreBlocker: true });
    telling.current = false;
  });
  const [tells] = useState(() => {
    const writeWaiting = () => {
      const view = waiting.current;
      waiting.current = null;
      view?.cancel();
      view?.write();
    };
    const tell: Tell<Shown> = (shown, inPlace = false) => {
      writeWaiting();
      write(shown, inPlace);
    };
    const tellAfterPaint: Tell<Shown> = (shown, inPlace = false) => {
      writeWaiting();
      waiting.current = { write: () => write(shown, inPlace), cancel: afterPaint(writeWaiting) };
    };
    return { tell, tellAfterPaint };
  });
  return { asked, ...tells };
}
