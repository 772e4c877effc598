import { parentPort, threadId, workerData } from "node:worker_threads";
import { Refusal } from "@postil/domain/refusal";
import type { Context } from "../store.ts";
import { serveAside } from "./aside.ts";

/** Writes of the thread for what takes long, which ends in each of the ways in which a thread can. */
const addWorkspace = async ({ db }: Context, { name }: { readonly name: string }): Promise<number> => {
  await db.insertInto("workspace").values({ id: name, name, inserted_at: 1, updated_at: 1 }).execute();
  return threadId;
};

export const operations = {
  addWorkspace,
  refuse: async (context: Context, asked: { readonly name: string }): Promise<void> => {
    await addWorkspace(context, asked);
    throw new Refusal("conflict", "It is not wanted.");
  },
  /** Takes all available memory. */
  hoard: async (context: Context, asked: { readonly name: string }): Promise<void> => {
    await addWorkspace(context, asked);
    const held: number[][] = [];
    for (;;) held.push(Array.from({ length: 1000 }, () => Math.random()));
  },
  /** Throws where nobody catches it. */
  crash: async (context: Context, asked: { readonly name: string }): Promise<void> => {
    await addWorkspace(context, asked);
    setImmediate(() => {
      throw new Error("A mistake outside.");
    });
    await new Promise(() => {});
  },
  /** Counts its beginning in `begun` and ends when `until` is no longer 0. */
  hold: async (context: Context, { name, begun, until }: Held): Promise<void> => {
    await addWorkspace(context, { name });
    Atomics.add(begun, 0, 1);
    Atomics.wait(until, 0, 0);
  },
  /** Never ends, and says that it has begun. */
  stay: async (context: Context, { name, begun }: { readonly name: string; readonly begun: Int32Array }) => {
    await addWorkspace(context, { name });
    Atomics.add(begun, 0, 1);
    for (;;);
  },
};

type Held = { readonly name: string; readonly begun: Int32Array; readonly until: Int32Array };

if (workerData?.member !== undefined && parentPort) serveAside(parentPort, workerData, operations);
