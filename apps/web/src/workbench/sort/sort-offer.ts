import type { ReactNode } from "react";

/** What records can be sorted by, as the family of their dataset offers it: each by a key of the family's own. */
export type SortOffer = {
  readonly keys: readonly string[];
  /** "Metadata, Words"; also of what the dataset no longer has. */
  readonly textOf: (key: string) => string;
  /** The list to choose one of them from. */
  readonly chooser: (keys: readonly string[], onChoose: (key: string) => void) => ReactNode;
  /** How records stand that are not sorted. */
  readonly unsorted: string;
};
