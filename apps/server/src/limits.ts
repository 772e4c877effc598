/** Limits that an administrator may change; the contract fixes all others. */
export type Limits = {
  /** The maximum number of options of a label or multi-label question. */
  readonly labelOptions: number;
  /** The maximum number of options of a span question. */
  readonly spanOptions: number;
  /** How long a deleted dataset can be restored, in days; 0: not at all. */
  readonly keepDeletedDays: number;
};

export const DEFAULT_LIMITS: Limits = {
  labelOptions: 10_000,
  spanOptions: 500,
  keepDeletedDays: 30,
};
