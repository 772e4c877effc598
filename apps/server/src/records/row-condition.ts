import type { Demand, ValueSource } from "../storage/value-sources.ts";

/** A condition that at least one value of a record must meet. */
export type RowCondition = { readonly source: ValueSource; readonly demand: Demand };

/** True if each record passes by at most one row, so that the passing rows can be counted as records. */
export const isOnce = ({ source, demand }: RowCondition): boolean =>
  source.single || (source.ordered && demand.values?.length === 1);
