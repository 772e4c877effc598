import { randomUUID } from "node:crypto";
import type { Client } from "pg";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { clusterDatabase, hasCluster, removeClusterDatabase } from "../../../tests/support/cluster.ts";
import { execute } from "../../../tests/support/execute.ts";
import { patiently } from "../../../tests/support/patiently.ts";
import { startPostgres } from "../../../tests/support/postgres.ts";
import { vectorToBytes } from "../vectors.ts";
import { createClient } from "./database.ts";
import { prepareDatabase } from "./migrate.ts";
import { ask } from "./vector-index.ts";
import { keepVectorIndexes } from "./vector-upkeep.ts";

const found = await startPostgres();
afterAll(async () => found?.stop());
const isOffered =
  found !== null &&
  (await onServer(await found.database(), async (client) => {
    const offered = await ask(client, "select 1 as one from pg_available_extensions where name = 'vector'");
    return offered.length > 0;
  }));
if (!isOffered) console.warn('SKIPPED: no PostgreSQL with the extension "vector" is here, so no index is tested.');

async function onServer<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = createClient(url, 10_000);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A dataset of vectors. */
async function fill(url: string): Promise<void> {
  await onServer(url, async (client) => {
    await ask(
      client,
      `insert into dataset (key, id, workspace_id, name, allow_extra_metadata, status, next_seq, last_activity_at, inserted_at, updated_at)
       values (5, 'five', 'w', 'n', 0, 'ready', 40, 0, 0, 0)`,
    );
    await ask(
      client,
      "insert into vector_settings (key, id, dataset_id, name, title, dimensions, inserted_at, updated_at) values (7, 'seven', 'five', 'v', 'V', 3, 0, 0)",
    );
    for (let seq = 0; seq < 40; seq++) {
      const value = vectorToBytes([seq, 1, 2]);
      await ask(client, "insert into vector values (5, 7, $1, $2, $3)", [seq, value, seq]);
    }
  });
}

/** A database with a dataset of vectors, of somebody who may do anything, or only what Postil needs without indexes. */
async function newDatabase(isPlain = false) {
  if (found === null) throw new Error("There is no server.");
  const url = new URL(await found.database());
  const admin = url.href;
  if (isPlain) {
    const user = `plain_${randomUUID().replaceAll("-", "")}`;
    await execute(admin, `create role ${user} login`);
    await execute(admin, `grant all on schema public to ${user}`);
    onTestFinished(async () => {
      await execute(admin, `drop owned by ${user}`);
      await execute(admin, `drop role ${user}`);
    });
    url.username = user;
  }
  await prepareDatabase(url.href);
  await fill(url.href);
  return { url: url.href, admin };
}

/** Looks after indexes until the end of the test. `room`: how many vectors fit into memory; it may change. */
function keep(url: string, room: { rows: number; hasDuty?: boolean }) {
  const said: string[] = [];
  const kept = keepVectorIndexes({
    ...{ url, name: "one", everyMs: 20, hasDuty: () => room.hasDuty ?? true, say: (line) => void said.push(line) },
    memory: { bytes: 0, mostRows: () => room.rows },
  });
  onTestFinished(kept.close);
  return { said, close: kept.close };
}
const INDEXES = `select indexrelid::bigint as oid, indisvalid as valid from pg_index
  where indexrelid = to_regclass('similar_vector_5_7')`;
type Index = { readonly oid: number; readonly valid: 0 | 1 };
const indexesIn = (url: string) => onServer(url, (client) => ask<Index>(client, INDEXES));
const rowsIn = (url: string, table: string) =>
  onServer(url, (client) => ask<{ count: number }>(client, `select count(*) as count from ${table}`));
const untilMade = (url: string) =>
  patiently(async () => expect(await indexesIn(url)).toMatchObject([{ valid: 1 }]), { timeout: 30_000 });

describe.skipIf(!isOffered)("the upkeep of indexes of vectors", () => {
  test("PGS-104 an index is made when vectors have no room in memory, and goes when they have it again", async () => {
    const { url } = await newDatabase();
    const room = { rows: 50 };
    const { said } = keep(url, room);
    await onServer(url, (client) =>
      ask(client, "insert into vector values (5, 7, 40, $1, 40)", [vectorToBytes([1, 1, 1])]),
    );
    room.rows = 40;
    // Vectors are counted, not records.
    await onServer(url, (client) => ask(client, "update dataset set next_seq = 41"));
    await untilMade(url);
    expect(await rowsIn(url, "similar_vector")).toEqual([{ count: 41 }]);
    // Near the limit it stays.
    room.rows = 45;
    await onServer(url, (client) =>
      ask(client, "insert into vector values (5, 7, 41, $1, 41)", [vectorToBytes([0, 0, 0])]),
    );
    await patiently(async () => expect(await rowsIn(url, "similar_vector")).toEqual([{ count: 42 }]));
    expect(await indexesIn(url)).toHaveLength(1);
    room.rows = 100;
    await patiently(async () => expect(await indexesIn(url)).toEqual([]));
    await patiently(async () => expect(await rowsIn(url, "vector_index")).toEqual([{ count: 0 }]));
    expect(await rowsIn(url, "similar_vector")).toEqual([{ count: 0 }]);
    expect(said).toEqual([
      expect.stringMatching(/^41 vectors have no room in the memory for copies; an index of them was made in \d+ s\.$/),
    ]);
  });

  test("PGS-104 an index that was begun and not finished is made anew, and of two servers one does the work", async () => {
    const { url, admin } = await newDatabase();
    const room = { rows: 10 };
    const first = keep(url, room);
    keep(url, room);
    await untilMade(url);
    await first.close();
    const [made] = await indexesIn(url);
    await execute(admin, "update pg_index set indisvalid = false where indexrelid = 'similar_vector_5_7'::regclass");
    await patiently(
      async () => {
        const [now] = await indexesIn(url);
        expect(now?.valid).toBe(1);
        expect(now?.oid).not.toBe(made?.oid);
      },
      { timeout: 30_000 },
    );
  });

  test("PGS-104 a server that does not do the work in the background makes none, until it does", async () => {
    const { url } = await newDatabase();
    const room = { rows: 10, hasDuty: false };
    const { close } = keep(url, room);
    await close();
    expect(await rowsIn(url, "vector_index")).toEqual([{ count: 0 }]);
    keep(url, { ...room, hasDuty: true });
    await untilMade(url);
  });

  test("PGS-105 who may not create the extension is told how to, once, and then gets an index", async () => {
    const { url, admin } = await newDatabase(true);
    const { said } = keep(url, { rows: 10 });
    await patiently(async () => expect(said).toHaveLength(1));
    expect(said[0]).toMatch(
      /^Vectors beyond the memory for copies are compared one by one: the user of POSTIL_DATABASE_URL may not create the extension "vector" \(permission denied for database \S+\)\. Who may, does it: create schema postil_vector; create extension vector schema postil_vector; grant usage on schema postil_vector to the user\.$/,
    );
    await execute(admin, "create schema postil_vector");
    await execute(admin, "create extension vector schema postil_vector");
    await execute(admin, `grant usage on schema postil_vector to ${new URL(url).username}`);
    await untilMade(url);
    await patiently(async () => expect(said).toHaveLength(2));
  });

  test("PGS-105 a version of the extension that is too old is told", async () => {
    const { url, admin } = await newDatabase();
    await execute(admin, "create schema elsewhere");
    await execute(admin, "create extension vector schema elsewhere");
    await execute(admin, "update pg_extension set extversion = '0.7.4' where extname = 'vector'");
    const { said } = keep(url, { rows: 10 });
    await patiently(async () => expect(said).toHaveLength(1));
    expect(said[0]).toBe(
      'Vectors beyond the memory for copies are compared one by one: the extension "vector" is of version 0.7.4, and 0.8 or newer is needed.',
    );
    await execute(admin, "update pg_extension set extversion = '0.8.0' where extname = 'vector'");
    await untilMade(url);
  });
});

test.skipIf(!hasCluster)("PGS-105 of the vectors of a cluster no index is made, which is told", async () => {
  const url = await clusterDatabase();
  await fill(url);
  const { said, close } = keep(url, { rows: 10 });
  await patiently(async () => expect(said).toHaveLength(1));
  expect(said[0]).toBe(
    "Vectors beyond the memory for copies are compared one by one: the tables are spread over the servers of a cluster.",
  );
  expect(await rowsIn(url, "vector_index")).toEqual([{ count: 0 }]);
  await close();
  await removeClusterDatabase(url);
});
