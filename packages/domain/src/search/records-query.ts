import type { RecordStatus } from "../records/response.ts";
import type { SortEntry } from "./search-query.ts";

/** What a list of records is asked for, before names are looked up in the dataset (contract api-v1 section 8). */

export type RecordsInclude = {
  readonly responses: boolean;
  readonly suggestions: boolean;
  /** A list: the vectors of these names; names nobody knows are passed over. */
  readonly vectors: "none" | "all" | readonly string[];
};

/** A metadata property's name and what its value must be, in words that depend on the property's type (search-semantics 2.4). */
export type MetadataParameter = { readonly name: string; readonly expression: string };

export type RecordsQuery = {
  readonly include: RecordsInclude;
  /** None: whatever the status. */
  readonly statuses: readonly RecordStatus[];
  readonly metadata: readonly MetadataParameter[];
  /** None: the default order of the call. Scopes are those of the record and of metadata. */
  readonly sort: readonly SortEntry[];
  readonly offset: number;
  readonly limit: number;
};
