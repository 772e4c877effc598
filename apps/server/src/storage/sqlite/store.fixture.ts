import { parentPort, threadId, workerData } from "node:worker_threads";
import type { Context, Lane } from "../store.ts";
import { serveThread } from "./thread.ts";

/** A thread of a store whose reads say where they ran, and can be held up. */
export const operations = {
  which: async () => threadId,
  /** Ends when the number is set to something else than 0. */
  hold: async (_context: Context, { until }: { readonly lane: Lane; readonly until: Int32Array }) => {
    Atomics.wait(until, 0, 0);
    return threadId;
  },
};

if (parentPort) serveThread(parentPort, workerData, operations);
