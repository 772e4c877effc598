import type { Client } from "pg";
import { createClient, placeOf } from "./database.ts";
import { DatabaseUnusable, OLDEST, unusableFor } from "./failure.ts";
import { bringUpToDate, type Schema } from "./schema.ts";

/** The server must have answered after this time, ms. */
const ANSWERS_WITHIN = 5000;

type How = {
  /** What an operator would wonder about while it waits. */
  readonly say?: ((line: string) => void) | undefined;
  /** No schema of a newer version will do, not even one with which servers of this version go on. */
  readonly isStrict?: boolean;
};

/** Checks the server and the database, and brings the schema up to date. Throws {@link DatabaseUnusable}. */
export async function prepareDatabase(url: string, { say = () => {}, isStrict = false }: How = {}): Promise<Schema> {
  const place = placeOf(url);
  const client = createClient(url, ANSWERS_WITHIN);
  // The statement that is running fails with it.
  client.on("error", () => {});
  try {
    await client.connect();
    await check(client);
    return await bringUpToDate(client, { say, isStrict });
  } catch (error) {
    throw unusableFor(error, place);
  } finally {
    await client.end().catch(() => {});
  }
}

async function check(client: Client): Promise<void> {
  const { rows } = await client.query<{ version: string; encoding: string; reads: string }>(
    "select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding, current_setting('transaction_read_only') as reads",
  );
  const [found] = rows;
  const fault = found && faultOf({ version: Number(found.version), encoding: found.encoding, reads: found.reads });
  if (fault) throw new DatabaseUnusable(fault);
}

/** What is wrong with a server that answers. `version`: as it counts them, 150003 for 15.3. */
export function faultOf(server: {
  readonly version: number;
  readonly encoding: string;
  readonly reads: string;
}): string | null {
  const { version, encoding, reads } = server;
  if (version < OLDEST * 10_000)
    return `the database server is PostgreSQL ${Math.floor(version / 10_000)}, and ${OLDEST} or newer is needed`;
  if (encoding !== "UTF8") return `the encoding of the database is ${encoding}, and only UTF8 can hold all texts`;
  if (reads === "on") return "the database server is read-only";
  return null;
}
