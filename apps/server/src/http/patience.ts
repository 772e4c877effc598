/** How long the server waits for a client, in milliseconds. */
export type Patience = {
  /** For the head of a request. */
  readonly headersMs: number;
  /** For the whole of a request. */
  readonly requestMs: number;
  /** A body may be slow for this time. After that its average speed must be at least {@link BODY_PACE}. */
  readonly bodyMs: number;
  /** For memory to read a large body, or to make a large reply. */
  readonly roomMs: number;
  /** A large reply may stay unread for this time. */
  readonly readMs: number;
};

export const PATIENCE: Patience = {
  headersMs: 20_000,
  requestMs: 300_000,
  bodyMs: 10_000,
  roomMs: 30_000,
  readMs: 30_000,
};

/** Bytes per second: slower than any real connection. */
export const BODY_PACE = 4096;
