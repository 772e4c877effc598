/** How long the server waits for a client, in milliseconds. */
export type Patience = {
  /** For the head of a request. */
  readonly headersMs: number;
  /** For the whole of a request. */
  readonly requestMs: number;
  /** A body may be slow for so long; from then on it has to have come at {@link BODY_PACE} on the whole. */
  readonly bodyMs: number;
  /** For room to read a large body, and to make a large reply. */
  readonly roomMs: number;
  /** A large reply may lie for so long without any of it being read. */
  readonly readMs: number;
};

export const PATIENCE: Patience = {
  headersMs: 20_000,
  requestMs: 300_000,
  bodyMs: 10_000,
  roomMs: 30_000,
  readMs: 30_000,
};

/** Bytes in a second: slower than any connection that people work over. */
export const BODY_PACE = 4096;
