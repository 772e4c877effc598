import type { Failure } from "../outcome.ts";
import type { Caller, StreamPart } from "../store.ts";
import type { Role } from "./database.ts";

/** What the process and a thread of the embedded store say to each other. */
export type StoreRequest = {
  readonly id: number;
  readonly name: string;
  readonly caller: Caller | null;
  /** An input that is packed asks for an output that is, unless that is wanted as text. */
  readonly input: unknown;
  readonly packed: boolean;
  /** Its output is wanted as text. */
  readonly written: boolean;
  /** Answered in parts, and by an outcome without an output in the end. */
  readonly streamed: boolean;
};

export type StoreOutcome =
  | { readonly kind: "done"; readonly output: unknown }
  /** The output of a packed request, or of a written one. */
  | { readonly kind: "packed"; readonly output: Uint8Array<ArrayBuffer> }
  | Failure;
export type FromThread =
  | { readonly kind: "ready" }
  | { readonly kind: "part"; readonly id: number; readonly part: StreamPart }
  | { readonly kind: "outcome"; readonly id: number; readonly outcome: StoreOutcome };
export type ToThread =
  | { readonly kind: "request"; readonly request: StoreRequest }
  /** A part of the stream that runs has been taken, or it is to look whether it is to end. */
  | { readonly kind: "taken" }
  | { readonly kind: "close" };

/** So many parts of a stream are made before the first of them is taken. */
export const PARTS_AHEAD = 4;

/** What a thread is started with. */
export type ThreadData = {
  readonly file: string;
  readonly role: Role;
  /** How far the writer is with the file: one of {@link FILE}. */
  readonly opening: Int32Array;
  /** What its searches may keep in memory, and of values for each record of a dataset. */
  readonly searchBytes: number;
  readonly bytesPerRecord: number;
  /**
   * One number that both sides see at once: the id of a request that is to be ended, {@link EVERY_REQUEST} or
   * {@link NO_REQUEST}. A message would be read when the request is over.
   */
  readonly toEnd: Int32Array;
  /** The id of the request that it was at last, for when it ends without a word. */
  readonly running: Int32Array;
};
/** `ready`: it is there and of this schema. */
export const FILE = { inTheMaking: 0, ready: 1, unusable: 2 } as const;
export const NO_REQUEST = 0;
export const EVERY_REQUEST = -1;
