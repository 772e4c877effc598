import { useQueryClient } from "@tanstack/react-query";
import { useLocation, useMatch, useNavigate } from "@tanstack/react-router";
import { useRef } from "react";

/** The open tab of a settings page, which is the hash of its address. A change of the tab does not scroll. */
export function useTabInAddress(): readonly [tab: string, onTab: (tab: string) => void] {
  const tab = useOwnHash();
  const navigate = useNavigate();
  return [tab, (hash) => void navigate({ to: ".", hash, resetScroll: false, hashScrollIntoView: false })];
}

/** While the next page loads, the address is already its own, and this page stays as it was (RTE-33). */
function useOwnHash(): string {
  const id = useMatch({ strict: false, select: (match) => match.id });
  const pathname = useLocation({ select: (location) => location.pathname });
  const hash = useLocation({ select: (location) => location.hash });
  const own = useRef({ id, pathname, hash });
  if (own.current.id !== id || own.current.pathname === pathname) own.current = { id, pathname, hash };
  return own.current.hash;
}

/** Leaves the page of a deleted dataset for the list. Nothing of the dataset stays cached (`queryKey`). */
export function useLeaveDeleted(queryKey: readonly string[]): () => void {
  const navigate = useNavigate();
  const client = useQueryClient();
  const leave = async () => {
    await navigate({ to: "/datasets", replace: true, ignoreBlocker: true });
    client.removeQueries({ queryKey });
    // The settings have read the deleted datasets for how long they are kept.
    client.removeQueries({ queryKey: ["bin"] });
    await client.invalidateQueries({ queryKey: ["datasets"] });
  };
  return () => void leave();
}

/** Opens the list of deleted datasets, from the notice after a deletion (BIN-06). */
export function useShowDeleted(): () => void {
  const navigate = useNavigate();
  return () => void navigate({ to: "/recently-deleted" });
}
