import type { Operations, Store, StreamOperations } from "../store.ts";
import { openThreadedStore, type ThreadedStoreOptions } from "../threads/store.ts";
import { STREAM_LIMITS, type StreamLimits, watchLog } from "./log-watch.ts";

type SqliteStoreOptions<R extends Operations> = Omit<ThreadedStoreOptions<R>, "watchStream"> & {
  readonly streamLimits?: StreamLimits;
};

/** The embedded store. Its engine works in the thread that calls it and has one writer, so it gets threads with group commit. */
export const openSqliteStore = <
  R extends Operations,
  W extends Operations,
  S extends StreamOperations = Record<never, never>,
>({
  streamLimits = STREAM_LIMITS,
  ...options
}: SqliteStoreOptions<R>): Promise<Store<R, W, S>> =>
  openThreadedStore<R, W, S>({
    ...options,
    watchStream: (waitsFor, cut) => watchLog(options.file, streamLimits, waitsFor, cut),
  });
