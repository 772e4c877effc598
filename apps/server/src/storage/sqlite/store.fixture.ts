import { getPriority } from "node:os";
import { parentPort, threadId, workerData } from "node:worker_threads";
import { Refusal } from "@postil/domain/refusal";
import { sql } from "kysely";
import type { Context, Lane, StreamPart } from "../store.ts";
import type { ThreadData } from "../threads/messages.ts";
import { serveThread } from "../threads/serve.ts";
import { openThreadEngine } from "./thread.ts";

/** A store thread whose reads report the thread they ran in. A test can hold them. */
export const operations = {
  which: async (_context: Context, _asked: { readonly lane: Lane }) => threadId,
  niceness: async (_context: Context, _asked: { readonly lane: Lane }) => getPriority(),
  /** Ends when the number `until` is no longer 0. */
  hold: async (_context: Context, { until }: { readonly lane: Lane; readonly until: Int32Array }) => {
    Atomics.wait(until, 0, 0);
    return threadId;
  },
  /** Returns the memory limits of the thread. It counts its beginning in `begun` and ends when `until` is no longer 0. */
  share: async (_context: Context, { begun, until }: Shared) => {
    Atomics.add(begun, 0, 1);
    Atomics.wait(until, 0, 0);
    const { searchBytes, bytesPerRecord }: ThreadData = workerData;
    return { thread: threadId, searchBytes, bytesPerRecord };
  },
  /** Runs one statement after the other until `until` is no longer 0. */
  endless: async ({ db }: Context, { begun, until }: Endless): Promise<void> => {
    while (Atomics.load(until, 0) === 0) {
      await sql`select 1`.execute(db);
      Atomics.add(begun, 0, 1);
      Atomics.notify(begun, 0);
    }
  },
  addWorkspace: async ({ db }: Context, { name }: { readonly name: string }): Promise<void> => {
    await db.insertInto("workspace").values({ id: name, name, inserted_at: 1, updated_at: 1 }).execute();
  },
  /** Writes first, then takes all available memory. */
  hoard: async ({ db }: Context, { name }: { readonly lane?: Lane; readonly name?: string }): Promise<number> => {
    if (name) await operations.addWorkspace({ db } as Context, { name }); // it uses only `db`
    const held: number[][] = [];
    for (;;) held.push(Array.from({ length: 1000 }, () => Math.random()));
  },
  workspaces: async ({ db }: Context, _asked: { readonly lane?: Lane }): Promise<string[]> =>
    (await db.selectFrom("workspace").select("name").orderBy("name").execute()).map(({ name }) => name),
  /** Counts its beginning in `begun` and ends when `held` is no longer 0. */
  write: async (_context: Context, { begun, held }: { readonly begun: Int32Array; readonly held: Int32Array }) => {
    Atomics.add(begun, 0, 1);
    Atomics.notify(begun, 0);
    Atomics.wait(held, 0, 0);
  },
};

export const streams = {
  /** Streams `parts` parts of `bytes` bytes. Counts each part when it is made, and reads the snapshot for each. */
  count: async function* ({ db }: Context, { parts, bytes, made }: Counted): AsyncGenerator<StreamPart<number>, void> {
    for (let at = 0; at < parts; at++) {
      const { rows } = await sql<{ users: number }>`select count(*) as users from workspace`.execute(db);
      Atomics.add(made, 0, 1);
      yield { bytes: new Uint8Array(bytes), note: rows[0]?.users ?? -1 };
    }
  },
  refuse: async function* (): AsyncGenerator<StreamPart<number>, void> {
    yield* [];
    throw new Refusal("forbidden", "Not yours.");
  },
};
/** Also reports the thread that it ran in. */
const writers = { which: (ran: number) => `read in ${ran}, written in ${threadId}: ✓` };
type Endless = { readonly lane: Lane; readonly begun: Int32Array; readonly until: Int32Array };
type Shared = { readonly lane: Lane; readonly begun: Int32Array; readonly until: Int32Array };
type Counted = { readonly parts: number; readonly bytes: number; readonly made: Int32Array };

if (parentPort) serveThread(parentPort, workerData, { whole: operations, streams, writers }, openThreadEngine);
