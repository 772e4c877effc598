import type { Failure } from "../failure.ts";
import type { Caller, StreamPart } from "../store.ts";

/** `searcher`: a reader for index searches that keeps copies of values. `stream`: a reader of much data, once. */
export type Role = "writer" | "reader" | "searcher" | "stream";

/** Messages between the process and a thread of the store. */
export type StoreRequest = {
  readonly id: number;
  readonly name: string;
  readonly caller: Caller | null;
  /** A packed input means a packed output, unless the output is wanted as text. */
  readonly input: unknown;
  readonly packed: boolean;
  /** True if the output is wanted as text. */
  readonly written: boolean;
  /** True if the answer comes in parts, and ends with an outcome without output. */
  readonly streamed: boolean;
};

export type StoreOutcome =
  | { readonly kind: "done"; readonly output: unknown }
  | { readonly kind: "packed"; readonly output: Uint8Array<ArrayBuffer> }
  | Failure;
export type FromThread =
  | { readonly kind: "ready" }
  | { readonly kind: "part"; readonly id: number; readonly part: StreamPart }
  | { readonly kind: "outcome"; readonly id: number; readonly outcome: StoreOutcome; readonly begunAt: number };
export type ToThread =
  | { readonly kind: "request"; readonly request: StoreRequest }
  /** A part of the running stream was taken, or the stream must check if it has to end. */
  | { readonly kind: "taken" }
  | { readonly kind: "close" };

/** Number of stream parts that are prepared in advance. */
export const PARTS_AHEAD = 4;

export type AnyThread = {
  /** `job`: takes the steps of jobs, where the engine works elsewhere. */
  readonly role: Role | "job";
  /**
   * One number that both sides see at once: the id of the request to end, {@link EVERY_REQUEST} or {@link NO_REQUEST}. A
   * message would be read only after the request.
   */
  readonly toEnd: Int32Array;
  /** The id of the last request that the thread began, in case the thread dies. */
  readonly running: Int32Array;
};

/** Of one that opens a file. */
export type ThreadData = AnyThread & {
  /** What the engine opens: the path of the database file. */
  readonly file: string;
  readonly role: Role;
  /** State of the file while the writer prepares it: one of {@link FILE}. */
  readonly opening: Int32Array;
  /** Memory for the copies of its searches, in total and per record of a dataset. */
  readonly searchBytes: number;
  readonly bytesPerRecord: number;
  /** Memory for its copies of vectors: one thread has them. */
  readonly vectorBytes: number;
};
/** `ready`: the file exists and has this schema. */
export const FILE = { inTheMaking: 0, ready: 1, unusable: 2 } as const;
export const NO_REQUEST = 0;
export const EVERY_REQUEST = -1;
