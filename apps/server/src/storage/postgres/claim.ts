import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "pg";
import { createClient, placeOf } from "./database.ts";
import { DatabaseUnusable, unusableFor } from "./failure.ts";
import { LOCKS } from "./locks.ts";

/** Who has a database: any number of servers, each with a lock that it shares with them, or one command alone. */

/** How long a connection may take, ms. */
export const CONNECTS_WITHIN = 5000;
/** The connection of a killed server is there for a moment longer, ms. */
const PATIENCE = { each: 250, most: 2500 } as const;

/** Opens a connection and takes a lock on it; null: somebody else has it. The lock ends with its connection. */
async function take(client: Client, lock: string): Promise<Client | null> {
  client.on("error", () => {}); // its "end" follows
  let isTaken = false;
  try {
    await client.connect();
    const { rows } = await client.query<{ taken: boolean }>(`select ${lock} as taken`);
    isTaken = rows[0]?.taken === true;
    return isTaken ? client : null;
  } finally {
    if (!isTaken) await client.end().catch(() => {});
  }
}

/** Waits a little for a lock. Throws {@link DatabaseUnusable}, with the reason `taken` if others keep it. */
async function takeSoon(url: string, takeOnce: () => Promise<Client | null>, taken: string): Promise<Client> {
  for (let waited = 0; ; waited += PATIENCE.each) {
    const client = await takeOnce().catch((error: unknown) => {
      throw unusableFor(error, placeOf(url));
    });
    if (client) return client;
    if (waited >= PATIENCE.most) throw new DatabaseUnusable(taken);
    await pause(PATIENCE.each);
  }
}

/** One try; null: a command has the database to itself. */
export const takeShared = (client: Client): Promise<Client | null> =>
  take(client, `pg_try_advisory_lock_shared(${LOCKS.serving})`);

export const joinShared = (url: string, open: () => Client): Promise<Client> =>
  takeSoon(
    url,
    () => takeShared(open()),
    "a command (postil move, postil doctor --rebuild) has the database to itself",
  );

/** For a command that no server may disturb. `onLost`: its connection has ended, so a server may begin. */
export async function claimAlone(url: string, onLost: () => void): Promise<() => Promise<void>> {
  const takeOnce = () => take(createClient(url, CONNECTS_WITHIN), `pg_try_advisory_lock(${LOCKS.serving})`);
  const client = await takeSoon(url, takeOnce, "another Postil server uses the database");
  client.once("end", onLost);
  return async () => {
    client.off("end", onLost);
    await client.end().catch(() => {});
  };
}
