import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { Client } from "pg";
import { layOut } from "../../src/storage/postgres/cluster.ts";
import { prepareDatabase } from "../../src/storage/postgres/migrate.ts";
import { execute } from "./execute.ts";
import { patiently } from "./patiently.ts";

/** The cluster of `POSTIL_TEST_CLUSTER_URL`, the address of its first server, on this machine. Other tests need none. */

const given = process.env.POSTIL_TEST_CLUSTER_URL;
if (!given) console.warn("SKIPPED: POSTIL_TEST_CLUSTER_URL names no cluster, so nothing of clusters is tested.");
export const hasCluster = Boolean(given);

const at = (port: number, database: string): string => {
  if (!given) throw new Error("There is no cluster.");
  return Object.assign(new URL(given), { port, pathname: `/${database}` }).href;
};

async function rowsOf<Row>(url: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  try {
    await client.connect();
    return (await client.query(text)).rows as Row[]; // as the text names them
  } finally {
    await client.end();
  }
}

type Node = { readonly port: number; readonly isFirst: boolean };

async function nodes(): Promise<readonly Node[]> {
  const found = await rowsOf<{ nodeport: number; groupid: number }>(
    given ?? "",
    "select nodeport, groupid from pg_dist_node order by groupid",
  );
  return found.map(({ nodeport, groupid }) => ({ port: nodeport, isFirst: groupid === 0 }));
}

/** A database on all servers of the cluster, without tables; its address. */
export async function emptyClusterDatabase(): Promise<string> {
  const name = `postil_test_${randomUUID().replaceAll("-", "")}`;
  const all = await nodes();
  const [first] = all;
  if (!first?.isFirst) throw new Error("The cluster does not know its first server.");
  for (const { port } of all) {
    await execute(at(port, "postgres"), `create database ${name} template template0 encoding 'UTF8' locale 'C'`);
    await execute(at(port, name), "create extension citus");
  }
  const url = at(first.port, name);
  await execute(url, `select citus_set_coordinator_host('127.0.0.1', ${first.port})`);
  for (const { port, isFirst } of all) if (!isFirst) await execute(url, `select citus_add_node('127.0.0.1', ${port})`);
  return url;
}

/** The same with the tables of Postil, spread as `postil distribute` spreads them. */
export async function clusterDatabase(): Promise<string> {
  const url = await emptyClusterDatabase();
  await prepareDatabase(url);
  await layOut(url, () => {});
  return url;
}

export async function removeClusterDatabase(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  for (const { port } of await nodes())
    await execute(at(port, "postgres"), `drop database if exists ${name} with (force)`);
}

/** The port of the server that has the rows of a dataset. */
export async function serverOfDataset(url: string, datasetId: string): Promise<number> {
  const [found] = await rowsOf<{ port: number }>(
    url,
    `select nodeport as port from citus_shards where table_name = 'record'::regclass and shardid =
     (select get_shard_id_for_distribution_column('record', key) from dataset where id = '${datasetId}')`,
  );
  if (!found) throw new Error("No server has the dataset.");
  return found.port;
}

/** Kills a server of the cluster without warning. Returns what starts it again. */
export async function killServer(port: number): Promise<() => Promise<void>> {
  const url = at(port, "postgres");
  const [said] = await rowsOf<{ folder: string; pid: string }>(
    url,
    "select current_setting('data_directory') as folder, split_part(pg_read_file('postmaster.pid'), chr(10), 1) as pid",
  );
  if (!said) throw new Error("The server does not say where it is.");
  const pid = Number(said.pid);
  const [program = "", ...args] = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").slice(0, -1);
  const { uid, gid } = statSync(said.folder);
  process.kill(pid, "SIGKILL");
  await patiently(async () => {
    if (await rowsOf(url, "select 1").then(Boolean, () => false)) throw new Error("It still answers.");
  });
  return async () => {
    const as = process.getuid?.() === 0 ? { uid, gid } : {};
    let child: ReturnType<typeof spawn> | null = null;
    // What is left of the killed one keeps its memory for a moment, and until then a new one ends at once.
    await patiently(
      async () => {
        if (child === null || child.exitCode !== null) {
          child = spawn(program, args, { ...as, cwd: said.folder, detached: true, stdio: "ignore" });
          child.unref();
        }
        await execute(url, "select 1");
      },
      { timeout: 60_000, interval: 200 },
    );
  };
}
