import { randomUUID } from "node:crypto";
import { statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createClient } from "../../apps/server/src/storage/postgres/database.ts";
import { clusterDatabase } from "../../apps/server/tests/support/cluster.ts";
import { execute } from "../../apps/server/tests/support/execute.ts";
import { pageFloor, saveFloor } from "./floors.ts";
import type { Stage } from "./labeling.ts";
import { type Stats, timed } from "./stats.ts";

/** An engine to measure. `newDatabase` is null where the data is in the home. */
export type Engine = { readonly name: string; readonly newDatabase: (() => Promise<string>) | null };

/**
 * `POSTIL_TEST_DATABASE_URL` names a PostgreSQL server and `POSTIL_TEST_CLUSTER_URL` the first server of a cluster
 * (CONTRIBUTING.md). What is not named is left out.
 */
export function enginesThere(): readonly Engine[] {
  const { POSTIL_TEST_DATABASE_URL: server, POSTIL_TEST_CLUSTER_URL: cluster } = process.env;
  return [
    { name: "embedded", newDatabase: null },
    ...(server ? [{ name: "PostgreSQL", newDatabase: () => newDatabase(server) }] : []),
    ...(cluster ? [{ name: "cluster", newDatabase: clusterDatabase }] : []),
  ];
}

async function newDatabase(server: string): Promise<string> {
  const name = `postil_test_${randomUUID().replaceAll("-", "")}`;
  await execute(server, `create database ${name} template template0 encoding 'UTF8' locale 'C'`);
  return Object.assign(new URL(server), { pathname: `/${name}` }).href;
}

/** The versions of what holds the data, and how many servers a cluster has. */
export async function versionOf(url: string | null): Promise<string> {
  if (url === null) return `SQLite ${process.versions.sqlite}`;
  const client = createClient(url, 5000);
  await client.connect();
  try {
    const { rows } = await client.query("select current_setting('server_version') as version");
    const citus = await client.query("select extversion as version from pg_extension where extname = 'citus'");
    const server = `PostgreSQL ${rows[0]?.version}`;
    if (citus.rows.length === 0) return server;
    const nodes = await client.query("select count(*)::int as count from pg_dist_node");
    return `${server}, Citus ${citus.rows[0]?.version}, ${nodes.rows[0]?.count} servers`;
  } finally {
    await client.end();
  }
}

/** What the data takes on the disk, indexes included, on all servers of a cluster. Of the embedded engine once the server has ended. */
export async function bytesOf(url: string | null, home: string): Promise<number> {
  if (url === null) return statSync(join(home, "postil.db")).size;
  const client = createClient(url, 60_000);
  await client.connect();
  try {
    const own = "select pg_database_size(current_database()) as bytes";
    const all = `select sum(result::bigint) as bytes from run_command_on_all_nodes($$${own}$$)`;
    const citus = await client.query("select 1 from pg_extension where extname = 'citus'");
    return Number((await client.query(citus.rows.length === 0 ? own : all)).rows[0]?.bytes);
  } finally {
    await client.end();
  }
}

export type Floors = { readonly page: Stats; readonly save: Stats };

/** The bare statements of a page and of a stored answer, on one connection to the database that the server uses. */
export const floorsOf = (url: string | null, stage: Stage, runs: number): Promise<Floors> =>
  url === null ? embeddedFloors(stage, runs) : networkedFloors(url, stage, runs);

async function embeddedFloors({ server, filled }: Stage, runs: number): Promise<Floors> {
  const database = new DatabaseSync(join(server.home, "postil.db"), { readOnly: true });
  try {
    const page = await timed(runs, pageFloor(database, filled.datasetId, 0));
    return { page, save: await timed(runs, saveFloor(server.home)) };
  } finally {
    database.close();
  }
}

async function networkedFloors(url: string, { filled }: Stage, runs: number): Promise<Floors> {
  const client = createClient(url, 5000);
  await client.connect();
  const ask = (name: string, text: string, values: readonly unknown[]) =>
    client.query({ name, text, values: [...values] });
  try {
    const { rows } = await ask("key", "select key from dataset where id = $1", [filled.datasetId]);
    const key = Number(rows[0]?.key);
    const some = (run: number) => Array.from({ length: 10 }, (_, at) => (run * 10 + at) % 5000);
    const page = await timed(runs, async (run) => {
      for (const table of ["record", "suggestion", "response"])
        await ask(table, `select * from ${table} where dataset_key = $1 and seq = any($2::bigint[])`, [key, some(run)]);
    });
    const save = await timed(runs, async (run) => {
      await client.query("begin; select last from clock for update");
      await ask("one", "select * from record where dataset_key = $1 and seq = $2", [key, run]);
      await ask("questions", "select * from question where dataset_id = $1", [filled.datasetId]);
      await ask("answer", `insert into response values ($1, $2, -1, $3, 'submitted', '{}', 1, 1)`, [
        key,
        run,
        `floor ${run}`,
      ]);
      await ask("blocks", "select * from answered_block where dataset_key = $1 and user_key = -1 and block = 0", [key]);
      await ask(
        "count",
        `insert into user_counts (dataset_key, user_key, submitted) values ($1, -1, 1)
         on conflict (dataset_key, user_key) do update set submitted = user_counts.submitted + 1`,
        [key],
      );
      await ask(
        "activity",
        "insert into activity (dataset_key, seq, user_key, actor_key, at, kind) values ($1, $2, -1, -1, 1, 'response_created')",
        [key, run],
      );
      await client.query("update clock set last = last; commit");
    });
    return { page, save };
  } finally {
    await client.end();
  }
}
