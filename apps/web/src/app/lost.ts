import type { Loss } from "../lib/api/dataset-access.ts";

/** A dataset that was lost in mid-work. */
export type Lost = {
  readonly loss: Loss;
  readonly dataset: { readonly id: string; readonly name: string };
  /** of all that is known of it */
  readonly queryKey: readonly string[];
};
