import type { RecordStatus } from "../records/response.ts";
import type { SortEntry } from "./search-query.ts";

/** The request for a list of records, before its names are looked up in the dataset (contract api-v1 section 8). */

export type RecordsInclude = {
  readonly responses: boolean;
  readonly suggestions: boolean;
  /** A list: the vectors with these names; unknown names are ignored. */
  readonly vectors: "none" | "all" | readonly string[];
};

/**
 * A metadata property's name and an expression for its value, whose syntax depends on the property's type
 * (search-semantics 2.4).
 */
export type MetadataParameter = { readonly name: string; readonly expression: string };

export type RecordsQuery = {
  readonly include: RecordsInclude;
  /** An empty list: any status. */
  readonly statuses: readonly RecordStatus[];
  readonly metadata: readonly MetadataParameter[];
  /** An empty list: the default order of the call. Scopes are those of the record and of metadata. */
  readonly sort: readonly SortEntry[];
  readonly offset: number;
  readonly limit: number;
};
