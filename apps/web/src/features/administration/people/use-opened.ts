import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { workspacesQuery } from "../../../lib/api/queries/workspaces.ts";
import type { Opened } from "./people-dialogs.tsx";

type OpenedProps = {
  /** the name of a workspace that somebody new is added to at once, null unless that was asked for */
  addTo: string | null;
  /** that was done, or not */
  onAdded: () => void;
};

/** The dialog that stands open over the list, with the workspaces that it offers. */
export function useOpened({ addTo, onAdded }: OpenedProps) {
  const { data: workspaces, refetch: askWorkspaces } = useQuery(workspacesQuery());
  const [chosen, setChosen] = useState<Opened | null>(null);
  // The workspace is ticked once it is known.
  const asked: Opened | null = addTo !== null && workspaces ? { dialog: "add", workspace: addTo } : null;
  const open = (opened: Opened) => {
    setChosen(opened);
    // Some may have been made since the list was opened.
    if (opened.dialog === "add" || opened.dialog === "change") void askWorkspaces();
  };
  const close = () => {
    setChosen(null);
    if (addTo !== null) onAdded();
  };
  return { opened: chosen ?? asked, workspaces: workspaces ?? [], open, close };
}
