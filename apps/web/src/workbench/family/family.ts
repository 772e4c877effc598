import type { Flag } from "@postil/domain/records/record-preview";
import type { SavedView } from "@postil/domain/search/saved-views";
import { queryOptions } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import { freshFor, LIFETIMES } from "../../lib/api/api.ts";

export type FlagsApi = {
  /** All records that the user has flagged, newest first. */
  readonly list: (datasetId: string, signal: AbortSignal) => Promise<readonly Flag[]>;
  readonly flag: (datasetId: string, recordId: string) => Promise<Flag>;
  readonly unflag: (datasetId: string, recordId: string) => Promise<void>;
};

export type ViewsApi = {
  readonly list: (datasetId: string, signal: AbortSignal) => Promise<readonly SavedView[]>;
  readonly save: (datasetId: string, view: Pick<SavedView, "name" | "query">) => Promise<SavedView>;
  /** The part of an address's query that a view stores, in the current format. */
  readonly kept: (query: string) => string;
};

/** The functions of a dataset family that any part of its page may need. Calls reject as the API client does. */
export type Family = {
  /** The prefix of all query keys about a dataset. The cached data is removed with the dataset. */
  readonly heldUnder: (datasetId: string) => readonly string[];
  readonly flags: FlagsApi;
  readonly views: ViewsApi;
};

export const FamilyContext = createContext<Family | null>(null);

export function useFamily(): Family {
  const family = useContext(FamilyContext);
  if (family === null) throw new Error("No family of datasets was handed to this part of the page");
  return family;
}

/** All records of the dataset that the user has flagged, newest first. */
export const flagsQuery = ({ heldUnder, flags }: Pick<Family, "heldUnder" | "flags">, datasetId: string) =>
  queryOptions({
    queryKey: [...heldUnder(datasetId), "flags"],
    queryFn: ({ signal }) => flags.list(datasetId, signal),
    staleTime: freshFor(LIFETIMES.datasetParts),
  });

/** A part of a record's history, newest first. `more`: true if there are older entries. */
export type HistoryPage<Entry> = { readonly entries: readonly Entry[]; readonly more: boolean };
