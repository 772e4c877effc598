import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "pg";
import { createClient, placeOf } from "./database.ts";
import { DatabaseUnusable, unusableFor } from "./migrate.ts";

/** A server that has a database to itself: jobs, sessions and notes of it are in the memory of one process. */

/** Any number that nobody else uses in the database. */
const SERVING = 6_900_016;
/** How long a connection may take, ms. */
const CONNECTS_WITHIN = 5000;
/** The connection of a killed server is there for a moment longer, ms. */
const PATIENCE = { each: 250, most: 2500 } as const;
/** After a lost connection, ms. The database may not have noticed yet that it was lost. */
const AGAIN = { each: 1000, most: 60_000 } as const;

/** A connection that holds the lock; null: another one does. The lock ends with its connection, however that ends. */
async function take(url: string): Promise<Client | null> {
  const client = createClient(url, CONNECTS_WITHIN);
  client.on("error", () => {});
  let isTaken = false;
  try {
    await client.connect();
    const { rows } = await client.query<{ taken: boolean }>(`select pg_try_advisory_lock(${SERVING}) as taken`);
    isTaken = rows[0]?.taken === true;
    return isTaken ? client : null;
  } finally {
    if (!isTaken) await client.end().catch(() => {});
  }
}

/** Throws {@link DatabaseUnusable} if another server has the database. `onTaken`: one took it while it could not be reached. */
export async function claimDatabase(url: string, onTaken: () => void): Promise<() => Promise<void>> {
  const over = new AbortController();
  let held: Client | null = null;
  const retake = async () => {
    for (let waited = 0; !over.signal.aborted && waited < AGAIN.most; ) {
      await pause(AGAIN.each, undefined, { ref: false });
      // Without an answer nobody else has it either.
      const client = await take(url).catch(() => undefined);
      if (client) return hold(client);
      if (client === null) waited += AGAIN.each;
    }
    if (!over.signal.aborted) onTaken();
  };
  const hold = (client: Client) => {
    held = client;
    client.once("end", () => void retake());
    if (over.signal.aborted) void client.end();
  };
  for (let waited = 0; held === null; waited += PATIENCE.each) {
    const client = await take(url).catch((error: unknown) => {
      throw unusableFor(error, placeOf(url));
    });
    if (client) hold(client);
    else if (waited >= PATIENCE.most) throw new DatabaseUnusable("another Postil server uses the database");
    else await pause(PATIENCE.each);
  }
  return async () => {
    over.abort();
    await held?.end().catch(() => {});
  };
}
