import type { Scope, SortEntry } from "@postil/domain/search/search-query";
import type { ReactNode } from "react";

/** What records can be sorted by, as the family of their dataset offers it. */
export type SortOffer = {
  readonly candidates: readonly { readonly scope: Scope }[];
  /** "Metadata, Words"; also of what the dataset no longer has. */
  readonly textOf: (entry: SortEntry) => string;
  /** The list to choose one of them from. */
  readonly chooser: (scopes: readonly Scope[], onChoose: (scope: Scope) => void) => ReactNode;
};
