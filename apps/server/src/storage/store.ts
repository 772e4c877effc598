import type { Actor, Viewer } from "@postil/domain/accounts/policies";
import type { Micros } from "@postil/domain/time";
import type { Peers } from "./peers.ts";
import type { Db } from "./tables.ts";

/** The origin of a request and its session, for the audit trail. `session` is null for a request with a key. */
export type RequestOrigin = {
  readonly address: string;
  readonly userAgent: string;
  readonly session: string | null;
};

/** The caller of a use case; null only for calls that are open to everybody. `key` is the user's integer key. */
export type Caller = Actor &
  Pick<Viewer, "expiringKey"> & {
    readonly key: number;
    readonly username: string;
    readonly from?: RequestOrigin;
    /** The import that makes the call, in the name of this person. */
    readonly fills?: string;
  };

/** The input of a use case: the database inside its transaction, the caller and the clock. */
export type Context = {
  readonly db: Db;
  readonly caller: Caller | null;
  /** Returns a time later than all earlier ones, so that the rows of one call keep their order. */
  readonly now: () => Micros;
  /** True for a write, which may change data; a read never does. */
  readonly writes?: boolean;
  /** Writes the log into the file after the commit, as far as no reader needs it. */
  readonly settle?: () => void;
};
export type WriteContext = Pick<Context, "db" | "now">;
export type HasDb = Pick<Context, "db">;

/**
 * A named operation that runs as one transaction, where the data is: in a thread of the embedded store, or on a PostgreSQL
 * connection. Input and output are plain values that can be sent between threads.
 */
// biome-ignore lint/suspicious/noExplicitAny: the bound of a heterogeneous table; every entry keeps its own types
export type Operation = (context: Context, input: any) => Promise<unknown>;
export type Operations = { readonly [name: string]: Operation };

/**
 * A read whose output is never completely in memory: it comes in parts, which are made on demand. All parts see a single
 * state of the data. Refusals happen before the first part.
 */
// biome-ignore lint/suspicious/noExplicitAny: as above
export type StreamOperation = (context: Context, input: any) => AsyncGenerator<StreamPart, void>;
export type StreamOperations = { readonly [name: string]: StreamOperation };

// biome-ignore lint/suspicious/noExplicitAny: as above
export type Writer = (output: any) => string;
/** Functions that turn outputs into text. Outputs without one are available only as values. */
export type Writers<R extends Operations> = { readonly [K in keyof R]?: (output: Output<R[K]>) => string };

/** A part of the data to send, and what is known at that point. */
export type StreamPart<Note = unknown> = { readonly bytes: Uint8Array<ArrayBuffer>; readonly note: Note };

type PartOf<O extends StreamOperation> = ReturnType<O> extends AsyncGenerator<infer P> ? P : never;

type Input<O extends Operation | StreamOperation> = Parameters<O>[1];
type Output<O extends Operation> = Awaited<ReturnType<O>>;

/**
 * The lanes: reads of the same lane may wait for each other. `short`: bitmaps and rows by key. `search`: index searches,
 * whose cost grows with the matches. `scan`: reads of every row of a dataset. `vectors`: keeps much in memory, so one thread
 * does it and not all. `long`: pages with more records than people read, for programs. Streams have their own lane: they run
 * at the speed of their readers.
 */
export type Lane = "short" | "long" | "search" | "scan" | "vectors";

/** Everything that calls of the store wait for: the lanes of reads, the writing thread, and the threads of streams. */
export const STORE_LANES = ["short", "long", "search", "scan", "vectors", "write", "stream"] as const;
export type StoreLane = (typeof STORE_LANES)[number];

/** How long a call of the store waited for its thread, and how long it took with that, ms. */
export type CallTimes = { readonly waitedMs: number; readonly ms: number };
/** Called when a call of the store begins to wait; what it returns is called once, when the call is over. */
export type WatchCall = (name: string, lane: StoreLane) => (times: CallTimes) => void;

/** What the store does at this moment. */
/** What a store on a database server knows of it. */
export type DatabaseLoad = {
  /** Open connections of this process, and those of them on which something runs. */
  readonly connections: { readonly open: number; readonly busy: number };
  /** Standbys that follow, and how many bytes the last of them is behind; null: the database server does not tell. */
  readonly standbys: { readonly count: number; readonly behind: number | null } | null;
};

export type StoreLoad = {
  readonly lanes: { readonly [L in StoreLane]: LaneLoad };
  /** Bytes of the objects and of the buffers of the threads of each role. A thread in a long statement does not tell. */
  readonly threads: readonly { readonly role: string; readonly heap: number; readonly buffers: number }[];
  /** Null: the store is in this process. */
  readonly database: DatabaseLoad | null;
};
/** Calls that wait for a thread, those that have one, and how long the oldest of each has been there, ms. */
export type LaneLoad = {
  readonly waiting: number;
  readonly running: number;
  readonly oldestWaitMs: number;
  readonly oldestMs: number;
};

/**
 * The interface of the store, for any engine. A read sees every write that was confirmed before the read began, and never
 * writes. A write is durable when its promise resolves; a write that throws changes nothing.
 */
export type Store<
  R extends Operations,
  W extends Operations,
  S extends StreamOperations = Record<never, StreamOperation>,
> = {
  /** `left`: aborted when the client has left; a long read is then ended. */
  read<K extends keyof R & string>(
    name: K,
    caller: Caller | null,
    input: Input<R[K]>,
    left?: AbortSignal,
  ): Promise<Output<R[K]>>;
  /**
   * The output as UTF-8, written by the writer of that name in the reading thread. Otherwise the main thread, which answers
   * everybody, would block to receive a thousand records and to write them.
   */
  readText<K extends keyof R & string>(
    name: K,
    caller: Caller | null,
    input: Input<R[K]>,
    left?: AbortSignal,
  ): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * The parts in order; a few parts are prepared in advance. The stream ends when the client has left, when the caller stops
   * reading, and when it would block the engine ({@link StreamCut}).
   */
  stream<K extends keyof S & string>(
    name: K,
    caller: Caller | null,
    input: Input<S[K]>,
    left?: AbortSignal,
  ): AsyncGenerator<PartOf<S[K]>, void>;
  write<K extends keyof W & string>(name: K, caller: Caller | null, input: Input<W[K]>): Promise<Output<W[K]>>;
  /** The output as UTF-8, as for `readText`. */
  writeText<K extends keyof W & string>(
    name: K,
    caller: Caller | null,
    input: Input<W[K]>,
  ): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * `write` with packed input (`v8.serialize`) and packed output, or `writeText` with packed input. A thread that only
   * forwards them does not have to unpack and pack them.
   */
  writePacked(
    name: keyof W & string,
    caller: Caller | null,
    input: Uint8Array,
    output: "packed" | "text",
  ): Promise<Uint8Array<ArrayBuffer>>;
  load(): Promise<StoreLoad>;
  /** Absent where one process has the data alone. */
  readonly peers?: Peers;
  /** Ends reads, waits for the running write, refuses writes that have not begun, makes a checkpoint and closes the files. */
  close(): Promise<void>;
};
