import type { Demand } from "../storage/value-demand.ts";
import type { ValueSource } from "../storage/value-source.ts";

/** One of a record's values must be what is asked. */
export type RowCondition = { readonly source: ValueSource; readonly demand: Demand };

/** Whether no record passes by more than one row, so that rows that pass can be counted for records. */
export const isOnce = ({ source, demand }: RowCondition): boolean =>
  source.single || (source.ordered && demand.values?.length === 1);
