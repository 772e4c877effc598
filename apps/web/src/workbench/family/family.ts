import type { Flag } from "@postil/domain/records/flags";
import type { HistoryEntry } from "@postil/domain/records/response-history";
import type { RecordCriteria } from "@postil/domain/search/record-criteria";
import type { RecordsAddress } from "@postil/domain/search/records-address";
import type { SavedView } from "@postil/domain/search/saved-views";
import { createContext, useContext } from "react";

export type FlagsApi = {
  /** All that the user has flagged, the latest first. */
  readonly list: (datasetId: string, signal: AbortSignal) => Promise<readonly Flag[]>;
  readonly flag: (datasetId: string, recordId: string) => Promise<Flag>;
  readonly unflag: (datasetId: string, recordId: string) => Promise<void>;
};

export type ViewsApi = {
  readonly list: (datasetId: string, signal: AbortSignal) => Promise<readonly SavedView[]>;
  readonly save: (datasetId: string, view: Pick<SavedView, "name" | "query">) => Promise<SavedView>;
  /** What of the query of an address a view keeps, in the spelling of today. */
  readonly kept: (query: string) => string;
};

/** What the page of any family of datasets asks its own for, wherever on it. Calls reject as the API client does. */
export type Family = {
  /** What all that is known of a dataset is held under; it goes with the dataset. */
  readonly heldUnder: (datasetId: string) => readonly string[];
  readonly flags: FlagsApi;
  readonly views: ViewsApi;
  /** Null: its records come as a list. */
  readonly queue: QueueFamily | null;
};

export const FamilyContext = createContext<Family | null>(null);

export function useFamily(): Family {
  const family = useContext(FamilyContext);
  if (family === null) throw new Error("No family of datasets was handed to this part of the page");
  return family;
}

/** How what is shown stands in the address of the page. */
export type AddressSpelling = {
  /** What a query string asks for, with or without its `?`; what cannot be read counts as absent. */
  readonly read: (query: string) => RecordsAddress;
  /** The query string that says it, without `?`; entries of other parts of the page stay. */
  readonly write: (query: string, address: RecordsAddress) => string;
  /** The part of it that says which records are shown: what a saved view keeps. */
  readonly criteria: (criteria: RecordCriteria) => string;
};

/** Some of what was done to a record, the latest first; `more`: there is more before it. */
export type HistoryPage<Entry = HistoryEntry> = { readonly entries: readonly Entry[]; readonly more: boolean };

export type HistoryApi = {
  /** `before`: the id of the last entry of the page that came before this one. */
  readonly page: (recordId: string, before: number | null, signal: AbortSignal) => Promise<HistoryPage>;
};

/** What the pages ask for besides of a family whose records come from a queue and are answered by responses. */
export type QueueFamily = { readonly address: AddressSpelling; readonly history: HistoryApi };

export function useQueueFamily(): QueueFamily {
  const { queue } = useFamily();
  if (queue === null) throw new Error("This part belongs to a family of datasets with a queue");
  return queue;
}
