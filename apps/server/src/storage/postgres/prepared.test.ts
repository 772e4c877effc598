import type { Duplex } from "node:stream";
import { sql } from "kysely";
import type { PoolClient, Submittable } from "pg";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { patiently } from "../../../tests/support/patiently.ts";
import { startPostgres } from "../../../tests/support/postgres.ts";
import { createClient, createPool, placeOf } from "./database.ts";
import { prepared } from "./prepared.ts";
import { watchSilence } from "./silence.ts";
import { type Connections, runRead } from "./transaction.ts";

/** What a connection says to the server, and how often. */

const found = await startPostgres();
afterAll(async () => found?.stop());

const copies = { keepsValues: false };
type Driven = { readonly connection: { readonly stream: Duplex; on(event: string, listener: () => void): void } };
const connectionOf = (client: PoolClient) => (client as unknown as Driven).connection; // its types leave it out

describe.skipIf(found === null)("a connection", () => {
  let url: string;
  let opened: ReturnType<typeof createPool>;
  beforeEach(async () => {
    url = (await found?.database()) ?? "";
    opened = createPool(url, 1);
  });
  afterEach(() => opened.end());

  /** Asks a statement that the server keeps under a name of this test: the store has names for some hundred in a process. */
  const asking = (client: PoolClient, name: string, text: string) => async (values: readonly unknown[]) => {
    const { query, result } = prepared(text, name, values);
    client.query(query as unknown as Submittable); // the driver takes its own class
    return (await result).rows;
  };

  test("PGS-106 the server tells once what the rows of a statement look like", async () => {
    const client = await opened.pool.connect();
    try {
      let told = 0;
      connectionOf(client).on("rowDescription", () => told++);
      const ask = asking(
        client,
        "rows",
        `select n, $2::text as said, n > 1 as more, null::bytea as nothing, decode('00ff', 'hex') as bytes
         from generate_series($1::bigint, 2) as n`,
      );
      const row = (n: number, said: string | null) => ({
        ...{ n, said, more: n > 1 ? 1 : 0, nothing: null, bytes: Uint8Array.of(0, 255) },
      });
      // Two that are asked at once do not know of each other.
      const both = await Promise.all([ask([1, "a"]), ask([2, null])]);
      expect(both).toEqual([[row(1, "a"), row(2, "a")], [row(2, null)]]);
      expect(told).toBe(2);
      expect(await ask([1, "c"])).toEqual([row(1, "c"), row(2, "c")]);
      expect(await ask([3, "c"])).toEqual([]);
      expect(told).toBe(2);
    } finally {
      client.release();
    }
  });

  test("PGS-106 a statement that fails is asked again as one that is not known", async () => {
    const client = await opened.pool.connect();
    try {
      const ask = asking(client, "divided", "select 6 / $1::bigint as n");
      await expect(ask([0])).rejects.toThrow("division by zero");
      expect(await ask([2])).toEqual([{ n: 3 }]);
      await expect(ask([0])).rejects.toThrow("division by zero");
      expect(await ask([3])).toEqual([{ n: 2 }]);
    } finally {
      client.release();
    }
  });

  test("PGS-107 the end of a read goes out with the next one on its connection, or within a moment", async () => {
    const silence = watchSilence(url);
    const to: Connections = {
      ...{ pool: opened.pool, place: placeOf(url), silence, copies, isAlone: false },
      ...{ outgrow: () => {}, times: { last: 0 } },
    };
    const read = () => runRead(to, { begins: () => {} }, async ({ db }) => (await sql`select 1`.execute(db)).rows);
    await read();
    const client = await opened.pool.connect();
    const { stream } = connectionOf(client);
    client.release();
    await read();
    expect(stream.writableLength).toBeGreaterThan(0);
    await read();
    await patiently(() => expect(stream.writableLength).toBe(0));
    const other = createClient(url, 5000);
    await other.connect();
    await patiently(async () => {
      const others = "datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'";
      const { rows } = await other.query(`select state from pg_stat_activity where ${others}`);
      expect(rows).toEqual([{ state: "idle" }]);
    });
    await other.end();
    silence.stop();
  });
});
