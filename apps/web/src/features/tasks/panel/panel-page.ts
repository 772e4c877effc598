import type { QueryPage } from "../query/query-page.ts";

/** What the panel knows of the page. */
export type PanelPage = Omit<QueryPage, "labels"> & {
  readonly labels: readonly { readonly text: string; readonly colorId: number }[];
  readonly results: { readonly total: number } | null;
  /** Reads the page, the counts and the progress anew (TSE-17). */
  readonly refresh: () => void;
};

export type PanelTab = "progress" | "stats";
