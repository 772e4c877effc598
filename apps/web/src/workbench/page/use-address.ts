import { historyStep, type RecordsAddress } from "@postil/domain/search/records-address";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useFamily } from "../family/family.ts";

export type Address = {
  /** What the address asked for when the page was opened, and each time it was changed by others: back, forward, a link. */
  readonly asked: RecordsAddress;
  /** Says in the address what is on screen; does not ask for anything. `inPlace`: it is still the same record. */
  readonly tell: (shown: RecordsAddress, inPlace?: boolean) => void;
  /** The address that opens one record, absolute. */
  readonly linkTo: (recordId: string) => string;
};

/** What is shown, in the address (VST-02, VST-03, VST-06, VST-07). Entries of other parts of the page stay as they are. */
export function useAddress(): Address {
  const { history } = useRouter();
  const { address } = useFamily();
  const [asked, setAsked] = useState(() => address.read(history.location.search));
  const telling = useRef(false);
  // What others wrote in their own spelling, or broke, is put right in its place (design/address.md#rules, VST-08).
  const answering = useRef(true);
  useEffect(() => {
    const { pathname } = history.location;
    return history.subscribe(({ location }) => {
      if (telling.current || location.pathname !== pathname) return;
      answering.current = true;
      setAsked(address.read(location.search));
    });
  }, [history, address]);
  const [{ tell, linkTo }] = useState(() => ({
    tell: (shown: RecordsAddress, inPlace = false) => {
      const { pathname, search, hash } = history.location;
      const query = `?${address.write(search, shown)}`;
      const step = answering.current || inPlace ? "replace" : historyStep(search);
      answering.current = false;
      if (query === search) return;
      telling.current = true;
      // Whoever asks before the page is left has no say in what stands in its address.
      history[step](`${pathname}${query}${hash}`, undefined, { ignoreBlocker: true });
      telling.current = false;
    },
    linkTo: (recordId: string) => `${window.location.origin}${history.location.pathname}?record=${recordId}`,
  }));
  return { asked, tell, linkTo };
}
