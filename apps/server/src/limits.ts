/** Limits an administrator may move; everything else the contract fixes. */
export type Limits = {
  /** Most options of a label or multi-label question. */
  readonly labelOptions: number;
  /** Most options of a span question. */
  readonly spanOptions: number;
};

export const DEFAULT_LIMITS: Limits = {
  labelOptions: 10_000,
  spanOptions: 500,
};
