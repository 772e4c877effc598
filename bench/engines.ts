import { randomUUID } from "node:crypto";
import { createClient } from "../apps/server/src/storage/postgres/database.ts";
import { clusterDatabase } from "../apps/server/tests/support/cluster.ts";
import { execute } from "../apps/server/tests/support/execute.ts";
import { removeHome } from "../e2e/support/server.ts";
import { makeAnnotators } from "./lib/annotators.ts";
import { labelUntil, mustAsk, pagePath, pendingIds, type Stage, setUp } from "./lib/labeling.ts";
import { type Figure, writeReport } from "./lib/report.ts";
import { ms, type Stats, timed } from "./lib/stats.ts";

/**
 * The labeling loop on each engine, in one run on one machine. `POSTIL_TEST_DATABASE_URL` names a PostgreSQL server and
 * `POSTIL_TEST_CLUSTER_URL` the first server of a cluster (CONTRIBUTING.md); what is not named is left out.
 */

const RUNS = 300;
const SECONDS = 10;
const PEOPLE = 8;

type Engine = { readonly name: string; readonly database: (() => Promise<string>) | null };

function enginesThere(): readonly Engine[] {
  const { POSTIL_TEST_DATABASE_URL: server, POSTIL_TEST_CLUSTER_URL: cluster } = process.env;
  return [
    { name: "embedded", database: null },
    ...(server ? [{ name: "PostgreSQL", database: () => newDatabase(server) }] : []),
    ...(cluster ? [{ name: "cluster", database: clusterDatabase }] : []),
  ];
}

async function newDatabase(server: string): Promise<string> {
  const name = `postil_test_${randomUUID().replaceAll("-", "")}`;
  await execute(server, `create database ${name} template template0 encoding 'UTF8' locale 'C'`);
  return Object.assign(new URL(server), { pathname: `/${name}` }).href;
}

type Measured = { readonly ingest: number; readonly page: Stats; readonly save: Stats; readonly loop: number };

export async function benchEngines(sizes: readonly number[]): Promise<void> {
  const figures: Figure[] = [];
  for (const size of sizes) {
    let embedded: Measured | null = null;
    for (const { name, database } of enginesThere()) {
      const url = (await database?.()) ?? null;
      const stage = await setUp(size, url === null ? {} : { POSTIL_DATABASE_URL: url });
      try {
        const measured = await measure(stage);
        const floor = url === null ? null : await floorsOf(url, stage);
        figures.push(
          ...figuresOf({ what: `${name}, ${size.toLocaleString("en")} records`, measured, floor, embedded }),
        );
        embedded ??= measured;
      } finally {
        stage.connection.close();
        await stage.server.stop();
        removeHome(stage.server.home);
      }
    }
  }
  writeReport("engines", figures);
}

async function measure(stage: Stage): Promise<Measured> {
  const page = await timed(RUNS, () => mustAsk(stage.connection, "GET", pagePath(stage, 0)));
  const ids = await pendingIds(stage, 1000, 3000);
  const answer = { status: "submitted", values: { intent: { value: stage.filled.labels[1] } } };
  const save = await timed(RUNS, (run) =>
    mustAsk(stage.connection, "POST", `/api/v1/records/${ids[run]}/responses`, answer),
  );
  const keys = await makeAnnotators(stage.connection, stage.filled.workspaceId, PEOPLE);
  const { requests, errors } = await labelUntil(stage, keys, performance.now() + SECONDS * 1000);
  if (errors > 0) throw new Error(`${errors} of ${requests} requests failed.`);
  return { ingest: stage.size / stage.filled.secondsOfUpserts, page, save, loop: requests / SECONDS };
}

/** The bare statements on one connection: the rows of a page, and a transaction that stores an answer. */
async function floorsOf(url: string, { filled }: Stage): Promise<{ readonly page: Stats; readonly save: Stats }> {
  const client = createClient(url, 5000);
  await client.connect();
  const ask = (name: string, text: string, values: readonly unknown[]) =>
    client.query({ name, text, values: [...values] });
  try {
    const { rows } = await ask("key", "select key from dataset where id = $1", [filled.datasetId]);
    const key = Number(rows[0]?.key);
    const some = (run: number) => Array.from({ length: 10 }, (_, at) => (run * 10 + at) % 5000);
    const page = await timed(RUNS, async (run) => {
      for (const table of ["record", "suggestion", "response"])
        await ask(table, `select * from ${table} where dataset_key = $1 and seq = any($2::bigint[])`, [key, some(run)]);
    });
    const save = await timed(RUNS, async (run) => {
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

type Shown = {
  readonly what: string;
  readonly measured: Measured;
  readonly floor: { readonly page: Stats; readonly save: Stats } | null;
  readonly embedded: Measured | null;
};

function figuresOf({ what, measured: { ingest, page, save, loop }, floor, embedded }: Shown): Figure[] {
  const beside = (name: string, stats: Stats, bare: Stats | undefined): Figure => ({
    what: `${what}: ${name}`,
    figure: `p50 ${ms(stats.p50)}, p99 ${ms(stats.p99)}`,
    ...(bare ? { floor: ms(bare.p50) } : {}),
    target: bare ? "p50 at most floor + 1.5 ms" : "beside the others",
    met: bare === undefined || stats.p50 <= bare.p50 + 1.5,
  });
  return [
    beside("page of 10", page, floor?.page),
    beside("save of one answer", save, floor?.save),
    {
      what: `${what}: ${PEOPLE} people who label without a pause`,
      figure: `${Math.round(loop).toLocaleString("en")} requests/s`,
      target: embedded ? "at least 60 % of the embedded engine's" : "beside the others",
      met: embedded === null || loop >= 0.6 * embedded.loop,
    },
    {
      what: `${what}: bulk upsert in batches of 500`,
      figure: `${Math.round(ingest).toLocaleString("en")} records/s`,
      target: "at least 6,000 records/s",
      met: ingest >= 6000,
    },
  ];
}
