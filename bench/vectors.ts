import { randomUUID } from "node:crypto";
import { createClient } from "../apps/server/src/storage/postgres/database.ts";
import { execute } from "../apps/server/tests/support/execute.ts";
import { OWNER, type RunningServer, removeHome, startServer } from "../e2e/support/server.ts";
import { type Figure, writeReport } from "./lib/report.ts";
import { readRows } from "./lib/rows.ts";
import { DIMENSIONS, fillForSearch, vectorOf } from "./lib/search-data.ts";
import type { Answer } from "./lib/search-stage.ts";
import { ms, timed } from "./lib/stats.ts";

/**
 * Similar records on PostgreSQL, from copies in memory and by an index of pgvector. `POSTIL_TEST_DATABASE_URL` names a server with
 * that extension (CONTRIBUTING.md).
 */

const RUNS = 100;
const NEAREST = 10;
/** MiB: too few for the copies of any of the sizes. */
const LITTLE = 2;
const KEPT = [null, 27, 2] as const;

export async function benchVectors(size: number): Promise<void> {
  const { POSTIL_TEST_DATABASE_URL: server } = process.env;
  if (!server) throw new Error("POSTIL_TEST_DATABASE_URL names no PostgreSQL server.");
  const name = `postil_test_${randomUUID().replaceAll("-", "")}`;
  await execute(server, `create database ${name} template template0 encoding 'UTF8' locale 'C'`);
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  const figures: Figure[] = [];
  const first = await startServer({ settings: { POSTIL_DATABASE_URL: url } });
  const data = await fillForSearch(first.port, OWNER.apiKey, readRows(), size);
  console.log(`   filled in ${data.seconds.toFixed(0)} s`);
  const path = `/api/v1/datasets/${data.datasetId}/records/search?limit=${NEAREST}`;
  const copies = await measure(first, path, "copy in memory");
  await first.stop();
  const second = await startServer({
    home: first.home,
    settings: { POSTIL_DATABASE_URL: url, POSTIL_SEARCH_MEMORY: String(LITTLE) },
  });
  try {
    const scan = await timed(2, (run) => search(second, path, run, null));
    const begun = performance.now();
    await untilIndexed(url);
    const seconds = (performance.now() - begun) / 1000;
    const index = await measure(second, path, "index");
    for (const [at, below] of KEPT.entries()) {
      const [copy, found] = [copies[at], index[at]];
      if (!copy || !found) throw new Error("Nothing was measured.");
      const met = found.ids.flatMap((ids, run) => ids.filter((id) => copy.ids[run]?.includes(id)));
      const recall = met.length / copy.ids.flat().length;
      const of = below === null ? "all" : `the ${below} % a filter keeps`;
      figures.push({
        what: `${NEAREST} nearest of ${size.toLocaleString("en")} vectors of ${DIMENSIONS} numbers, among ${of}`,
        figure: `p50 ${ms(found.p50)}, p95 ${ms(found.p95)}, recall ${recall.toFixed(3)}, by ${found.by}`,
        floor: `p50 ${ms(copy.p50)}, p95 ${ms(copy.p95)}, from copies in memory`,
        target: "recall at least 0.95",
        met: recall >= 0.95,
      });
    }
    const bytes = await bytesOf(url);
    figures.push(
      { what: "the same without an index, all compared", figure: `p50 ${ms(scan.p50)}`, target: "stated", met: true },
      { what: "until the index answers", figure: `${seconds.toFixed(0)} s`, target: "stated", met: true },
      { what: "room of the index and its numbers", figure: bytes, target: "stated", met: true },
    );
  } finally {
    await second.stop();
    removeHome(first.home);
    await execute(server, `drop database ${name} with (force)`);
  }
  writeReport("vectors", figures);
}

/** The same vectors each time, which are no records: between two directions that records have. */
const pointOf = (run: number): number[] => {
  const [one, other] = [vectorOf(run), vectorOf(run + 1)];
  return Array.from(one, (number, i) => number + (other[i] ?? 0));
};

async function search(server: RunningServer, path: string, run: number, below: number | null) {
  const filter = { type: "range", scope: { entity: "metadata", metadata_property: "bucket" }, le: (below ?? 0) - 1 };
  const body = {
    query: { vector: { name: "mini", value: pointOf(run) } },
    ...(below === null ? {} : { filters: { and: [filter] } }),
  };
  const reply = await fetch(`http://127.0.0.1:${server.port}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-postil-api-key": OWNER.apiKey },
    body: JSON.stringify(body),
  });
  const { items } = (await reply.json()) as Answer;
  return { by: reply.headers.get("server-timing")?.split('"')[1] ?? "", ids: items.map(({ record: { id } }) => id) };
}

/** For each filter. A search of few records compares them all. */
async function measure(server: RunningServer, path: string, wanted: string) {
  const found = [];
  for (const below of KEPT) {
    const ids: string[][] = [];
    let by = "";
    const times = await timed(RUNS, async (run) => {
      const one = await search(server, path, run, below);
      ids[run] = one.ids;
      by = one.by;
    });
    if (below === null && by !== wanted) throw new Error(`It was answered by ${by}, not by ${wanted}.`);
    console.log(`   ${below ?? "all"}: ${ms(times.p50)} by ${by}`);
    found.push({ ...times, ids, by });
  }
  return found;
}

async function askOne(url: string, text: string): Promise<{ readonly [column: string]: unknown }> {
  const client = createClient(url, 5000);
  await client.connect();
  try {
    return (await client.query(text)).rows[0] ?? {};
  } finally {
    await client.end();
  }
}

const MADE =
  "select count(*) as made from pg_index where indisvalid and indexrelid::regclass::text ~ '^similar_vector_[0-9]+_'";

async function untilIndexed(url: string): Promise<void> {
  while ((await askOne(url, MADE)).made === "0") await new Promise((resolve) => setTimeout(resolve, 500));
}

async function bytesOf(url: string): Promise<string> {
  const found = await askOne(
    url,
    `select pg_total_relation_size('vector') as stored, pg_total_relation_size('similar_vector') as beside,
       (select pg_relation_size(indexrelid) from pg_index where indexrelid::regclass::text ~ '^similar_vector_[0-9]+_') as made`,
  );
  const [stored, beside, made] = [found.stored, found.beside, found.made].map((bytes) =>
    Math.round(Number(bytes) / 2 ** 20),
  );
  return `${beside} MiB, of which the index has ${made}; the stored vectors have ${stored}`;
}
