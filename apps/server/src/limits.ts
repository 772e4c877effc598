/** Limits that an administrator may change; the contract fixes all others. */
export type Limits = {
  /** The maximum number of options of a label or multi-label question. */
  readonly labelOptions: number;
  /** The maximum number of options of a span question. */
  readonly spanOptions: number;
  /** How long a deleted dataset can be restored, in days; 0: not at all. */
  readonly keepDeletedDays: number;
  /** The maximum number of snapshots of a dataset. */
  readonly snapshots: number;
  /** The maximum bytes of the files of all snapshots together. */
  readonly snapshotBytes: number;
  /** The memory for large bodies, and for large replies that are not read yet, of all people together. */
  readonly bodyBytes: number;
  readonly replyBytes: number;
  /** How many exports run at once. */
  readonly exports: number;
  /** How many files are understood at once, and how many are imported. */
  readonly imports: number;
};

export const DEFAULT_LIMITS: Limits = {
  labelOptions: 10_000,
  spanOptions: 500,
  keepDeletedDays: 30,
  snapshots: 50,
  snapshotBytes: 10 * 2 ** 30,
  bodyBytes: 128 * 2 ** 20,
  replyBytes: 256 * 2 ** 20,
  exports: 2,
  imports: 2,
};
