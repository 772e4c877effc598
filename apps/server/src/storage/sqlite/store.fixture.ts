import { parentPort, threadId, workerData } from "node:worker_threads";
import { sql } from "kysely";
import type { Context, Lane } from "../store.ts";
import { serveThread } from "./thread.ts";

/** A thread of a store whose reads say where they ran, and can be held up. */
export const operations = {
  which: async (_context: Context, _asked: { readonly lane: Lane }) => threadId,
  /** Ends when the number is set to something else than 0. */
  hold: async (_context: Context, { until }: { readonly lane: Lane; readonly until: Int32Array }) => {
    Atomics.wait(until, 0, 0);
    return threadId;
  },
  /** One statement after the other, for ever. */
  endless: async ({ db }: Context, { begun }: { readonly lane: Lane; readonly begun: Int32Array }): Promise<void> => {
    for (;;) {
      await sql`select 1`.execute(db);
      Atomics.add(begun, 0, 1);
      Atomics.notify(begun, 0);
    }
  },
  /** Counts itself when it begins; ends when the other number is set to something else than 0. */
  write: async (_context: Context, { begun, held }: { readonly begun: Int32Array; readonly held: Int32Array }) => {
    Atomics.add(begun, 0, 1);
    Atomics.notify(begun, 0);
    Atomics.wait(held, 0, 0);
  },
};

if (parentPort) serveThread(parentPort, workerData, operations);
