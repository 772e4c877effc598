import type { Flag } from "@postil/domain/records/flags";
import type { HistoryEntry } from "@postil/domain/records/response-history";
import type { RecordCriteria } from "@postil/domain/search/record-criteria";
import type { RecordsAddress } from "@postil/domain/search/records-address";
import type { SavedView } from "@postil/domain/search/saved-views";
import { createContext, useContext } from "react";

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
  /** Null: the records come as a list, without a queue. */
  readonly queue: QueueFamily | null;
};

export const FamilyContext = createContext<Family | null>(null);

export function useFamily(): Family {
  const family = useContext(FamilyContext);
  if (family === null) throw new Error("No family of datasets was handed to this part of the page");
  return family;
}

/** Reads and writes the view in the address of the page. */
export type AddressSpelling = {
  /** Reads a query string, with or without its `?`. Unreadable entries count as absent. */
  readonly read: (query: string) => RecordsAddress;
  /** Writes the query string, without `?`. Entries of other parts of the page stay. */
  readonly write: (query: string, address: RecordsAddress) => string;
  /** The entries that choose the records. A saved view stores these. */
  readonly criteria: (criteria: RecordCriteria) => string;
};

/** A part of a record's history, newest first. `more`: true if there are older entries. */
export type HistoryPage<Entry = HistoryEntry> = { readonly entries: readonly Entry[]; readonly more: boolean };

export type HistoryApi = {
  /** `before`: the id of the last entry of the previous page. */
  readonly page: (recordId: string, before: number | null, signal: AbortSignal) => Promise<HistoryPage>;
};

/** Further functions for pages with a queue of records that are answered by responses. */
export type QueueFamily = { readonly address: AddressSpelling; readonly history: HistoryApi };

export function useQueueFamily(): QueueFamily {
  const { queue } = useFamily();
  if (queue === null) throw new Error("This part belongs to a family of datasets with a queue");
  return queue;
}
