import type { Loss } from "../lib/api/dataset-access.ts";

/** A dataset that was lost during work. */
export type Lost = {
  readonly loss: Loss;
  readonly dataset: { readonly id: string; readonly name: string };
  /** prefix of all its cached queries */
  readonly queryKey: readonly string[];
};
