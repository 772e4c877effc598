import type { Actor, Viewer } from "@postil/domain/accounts/policies";
import type { Micros } from "@postil/domain/time";
import type { Kysely } from "kysely";
import type { Tables } from "./tables.ts";

/** Where a request comes from, for the audit trail, and in which session; null for one with a key. */
export type RequestOrigin = {
  readonly address: string;
  readonly userAgent: string;
  readonly session: string | null;
};

/** The caller of a use case; null only where a call is open to anybody. `key` is the user's integer key. */
export type Caller = Actor &
  Pick<Viewer, "expiringKey"> & { readonly key: number; readonly username: string; readonly from?: RequestOrigin };

/** What a use case is given: the database inside its transaction, the caller and the clock. */
export type Context = {
  readonly db: Kysely<Tables>;
  readonly caller: Caller | null;
  /** A time later than every time it gave before, so that rows of one call keep their order. */
  readonly now: () => Micros;
  /** A write may change what is there; a read never does. */
  readonly writes?: boolean;
};

/**
 * A named piece of work that runs as one transaction, where the data is: in a thread of the embedded store, or against
 * a PostgreSQL connection. Input and output are plain values that can cross threads.
 */
// biome-ignore lint/suspicious/noExplicitAny: the bound of a heterogeneous table; every entry keeps its own types
export type Operation = (context: Context, input: any) => Promise<unknown>;
export type Operations = { readonly [name: string]: Operation };

/**
 * A read whose output is never whole in memory: it comes in parts, made as they are asked for, and all of them see one state
 * of the data. What it refuses it refuses before the first part.
 */
// biome-ignore lint/suspicious/noExplicitAny: as above
export type StreamOperation = (context: Context, input: any) => AsyncGenerator<StreamPart, void>;
export type StreamOperations = { readonly [name: string]: StreamOperation };

// biome-ignore lint/suspicious/noExplicitAny: as above
export type Writer = (output: any) => string;
/** How outputs become text; of those that have none here, only values can be asked for. */
export type Writers<R extends Operations> = { readonly [K in keyof R]?: (output: Output<R[K]>) => string };

/** Some of what is to be sent, and what is known by then. */
export type StreamPart<Note = unknown> = { readonly bytes: Uint8Array<ArrayBuffer>; readonly note: Note };

type PartOf<O extends StreamOperation> = ReturnType<O> extends AsyncGenerator<infer P> ? P : never;

type Input<O extends Operation | StreamOperation> = Parameters<O>[1];
type Output<O extends Operation> = Awaited<ReturnType<O>>;

/**
 * Which reads may wait for each other. `short`: bits and rows by their keys. `search`: what an index finds, which grows
 * with what matches. `scan`: every row of a dataset. `vectors`: keeps much in memory, which one thread should do and not each.
 * `long`: pages of more records than anybody looks at, which programs read.
 * Streams have a lane of their own: they go at the pace of whoever reads them.
 */
export type Lane = "short" | "long" | "search" | "scan" | "vectors";

/**
 * All there is to storing, whatever the engine. Reads see every write acknowledged before they began and never write.
 * Writes are durable when their promise resolves; one that throws changes nothing.
 */
export type Store<
  R extends Operations,
  W extends Operations,
  S extends StreamOperations = Record<never, StreamOperation>,
> = {
  /** `left`: aborted when whoever asked has left; a long read is then ended. */
  read<K extends keyof R & string>(
    name: K,
    caller: Caller | null,
    input: Input<R[K]>,
    left?: AbortSignal,
  ): Promise<Output<R[K]>>;
  /**
   * The output as UTF-8, by the writer of that name and where it was read: whoever answers everybody would stop to take in
   * a thousand records, and again to write them.
   */
  readText<K extends keyof R & string>(
    name: K,
    caller: Caller | null,
    input: Input<R[K]>,
    left?: AbortSignal,
  ): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * The parts in their order; the next ones are made while one is on its way, a few at most. Ended when whoever asked has left,
   * when the caller stops reading, and when it would hold up the engine ({@link StreamCut}).
   */
  stream<K extends keyof S & string>(
    name: K,
    caller: Caller | null,
    input: Input<S[K]>,
    left?: AbortSignal,
  ): AsyncGenerator<PartOf<S[K]>, void>;
  write<K extends keyof W & string>(name: K, caller: Caller | null, input: Input<W[K]>): Promise<Output<W[K]>>;
  /** The output as UTF-8, as of `readText`. */
  writeText<K extends keyof W & string>(
    name: K,
    caller: Caller | null,
    input: Input<W[K]>,
  ): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * `write` for whoever has the input packed (`v8.serialize`) and wants the output so, or `writeText`: a thread that would only
   * hand them on neither unpacks nor packs them.
   */
  writePacked(
    name: keyof W & string,
    caller: Caller | null,
    input: Uint8Array,
    output: "packed" | "text",
  ): Promise<Uint8Array<ArrayBuffer>>;
  /** Ends reads, waits for the write that runs, refuses those that have not begun, checkpoints and lets go of the files. */
  close(): Promise<void>;
};
