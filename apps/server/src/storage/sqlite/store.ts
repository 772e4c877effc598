import { StartFailure } from "../../start-failure.ts";
import { createClock } from "../clock.ts";
import type { Context, Operations, Store, StreamOperations } from "../store.ts";
import { openThreadedStore, type ThreadedStoreOptions } from "../threads/store.ts";
import { SCHEMA, schemaOf } from "./copy.ts";
import { openDatabase } from "./database.ts";
import { engineOver } from "./engine.ts";
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

/** The store as it is now, for reads of another process than the server, which continues to write. */
export function openMoment(file: string): { readonly context: Context; readonly close: () => void } {
  const database = openDatabase(file, "stream");
  database.exec("begin");
  const schema = schemaOf(database);
  if (schema !== SCHEMA) {
    database.close();
    throw new StartFailure(`The server that runs is of another version (schema ${schema}; this one knows ${SCHEMA}).`);
  }
  return {
    context: { db: engineOver(database), caller: null, now: createClock() },
    close: () => database.close(),
  };
}
