import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { OWNER, removeHome, startServer } from "../e2e/support/server.ts";
import { makeAnnotators } from "./lib/annotators.ts";
import { openConnection } from "./lib/connection.ts";
import { pageFloor, saveFloor } from "./lib/floors.ts";
import { labelUntil, mustAsk, pagePath, pendingIds, type Stage, setUp } from "./lib/labeling.ts";
import { type Figure, writeReport } from "./lib/report.ts";
import { ms, type Stats, stats, timed } from "./lib/stats.ts";

/**
 * Measures the labeling loop over HTTP at several sizes. Each figure stands beside its floor: the bare prepared statements
 * for the same work, on the same store in the same run.
 */

const RUNS = 400;
export async function benchServer(sizes: readonly number[]): Promise<void> {
  const figures: Figure[] = [];
  const pagesBySize = new Map<number, Stats[]>();
  for (const size of sizes) {
    console.log(`-- ${size.toLocaleString("en")} records`);
    const stage = await setUp(size);
    try {
      figures.push(upsertFigure(stage));
      await answerSome(stage);
      const pages = await pageFigures(stage);
      pagesBySize.set(size, pages.stats);
      figures.push(...pages.figures, await metricsFigure(stage), ...(await saveFigures(stage)));
      if (size === 100_000) figures.push(...(await loopFigures(stage)), ...(await startFigure(stage)));
    } finally {
      stage.connection.close();
      await stage.server.stop();
      removeHome(stage.server.home);
    }
  }
  figures.push(...growthFigures(pagesBySize));
  writeReport("server", figures);
}

const label = ({ size }: Stage, what: string) => `${size.toLocaleString("en")} records: ${what}`;

function upsertFigure(stage: Stage): Figure {
  const rate = stage.size / stage.filled.secondsOfUpserts;
  return {
    what: label(stage, "bulk upsert in batches of 500 (suggestions, metadata, vector)"),
    figure: `${Math.round(rate).toLocaleString("en")} records/s`,
    target: "at least 9,000 records/s",
    met: rate >= 9000,
  };
}

/** The owner answers a thousand records all over the queue, so that the search has records to leave out. */
async function answerSome(stage: Stage): Promise<void> {
  const body = await mustAsk(stage.connection, "GET", pagePath(stage, 0).replace("limit=10", "limit=1000"));
  const { items } = JSON.parse(body) as { items: { id: string }[] };
  const label0 = stage.filled.labels[0];
  for (let from = 0; from < items.length; from += 100) {
    const some = items.slice(from, from + 100).map(({ id }, i) => ({
      record_id: id,
      status: i % 3 === 0 ? "discarded" : "submitted",
      values: { intent: { value: label0 } },
    }));
    await mustAsk(stage.connection, "POST", "/api/v1/me/responses/bulk", { items: some });
  }
}

async function pageFigures(stage: Stage): Promise<{ figures: Figure[]; stats: Stats[] }> {
  const database = new DatabaseSync(join(stage.server.home, "postil.db"), { readOnly: true });
  const figures: Figure[] = [];
  const measured: Stats[] = [];
  for (const offset of [0, 5000]) {
    if (offset + 10 > stage.size - 1000) continue;
    const http = await timed(RUNS, () => mustAsk(stage.connection, "GET", pagePath(stage, offset)));
    const floor = await timed(RUNS, pageFloor(database, stage.filled.datasetId, offset));
    measured.push(http);
    figures.push({
      what: label(stage, `page of 10 pending at offset ${offset}, responses, suggestions, total`),
      figure: `p50 ${ms(http.p50)}, p99 ${ms(http.p99)}`,
      floor: ms(floor.p50),
      target: "p50 at most floor + 1.5 ms",
      met: http.p50 <= floor.p50 + 1.5,
    });
  }
  database.close();
  return { figures, stats: measured };
}

async function metricsFigure(stage: Stage): Promise<Figure> {
  const path = `/api/v1/me/datasets/${stage.filled.datasetId}/metrics`;
  const http = await timed(RUNS, () => mustAsk(stage.connection, "GET", path));
  return {
    what: label(stage, "own metrics"),
    figure: `p50 ${ms(http.p50)}`,
    target: "p50 at most 1 ms",
    met: http.p50 <= 1,
  };
}

async function saveFigures(stage: Stage): Promise<Figure[]> {
  const answer = { status: "submitted", values: { intent: { value: stage.filled.labels[1] } } };
  const save = (ids: readonly string[]) => (run: number) =>
    mustAsk(stage.connection, "POST", `/api/v1/records/${ids[run]}/responses`, answer);
  const alone = await timed(RUNS, save(await pendingIds(stage, 1000, 3000)));
  const floor = await timed(RUNS, saveFloor(stage.server.home));

  const readers = await Promise.all([1, 2, 3, 4].map(() => openConnection(stage.server.port, OWNER.apiKey)));
  let reading = true;
  const noise = readers.map(async (reader, index) => {
    for (let n = index; reading; n++) await mustAsk(reader, "GET", pagePath(stage, (n * 37) % 3000));
  });
  const beside = await timed(RUNS, save(await pendingIds(stage, 1000, 3000)));
  reading = false;
  await Promise.all(noise);
  for (const reader of readers) reader.close();
  return [
    {
      what: label(stage, "save one response, durable, alone"),
      figure: `p50 ${ms(alone.p50)}, p99 ${ms(alone.p99)}`,
      floor: `${ms(floor.p50)}, p99 ${ms(floor.p99)}`,
      target: "p50 at most floor + 1 ms",
      met: alone.p50 <= floor.p50 + 1,
    },
    {
      what: label(stage, "save one response beside 4 clients reading pages"),
      figure: `p50 ${ms(beside.p50)}, p99 ${ms(beside.p99)}`,
      target: "p99 at most 15 times the p50 alone",
      met: beside.p99 <= 15 * alone.p50,
    },
  ];
}

/** Runs eight users at once for half a minute: page, save, metrics. A ninth connection makes a very small call meanwhile. */
async function loopFigures(stage: Stage): Promise<Figure[]> {
  const SECONDS = 30;
  const keys = await makeAnnotators(stage.connection, stage.filled.workspaceId, 8);
  const until = performance.now() + SECONDS * 1000;
  const before = stage.server.residentMib();
  const clients = labelUntil(stage, keys, until);
  const pings = await pingUntil(stage, until);
  const { requests, errors } = await clients;
  const after = stage.server.residentMib();
  const rate = requests / SECONDS;
  return [
    {
      what: label(stage, `8 clients in the labeling loop for ${SECONDS} s`),
      figure: `${Math.round(rate).toLocaleString("en")} requests/s, ${errors} errors`,
      target: "at least 2,000 requests/s, no error",
      met: rate >= 2000 && errors === 0,
    },
    {
      what: label(stage, "ping beside the loop"),
      figure: `p99 ${ms(pings.p99)}`,
      target: "p99 under 25 ms",
      met: pings.p99 < 25,
    },
    {
      what: label(stage, "resident memory after the loop"),
      figure: `${Math.round(after)} MiB (${Math.round(before)} before)`,
      target: "under 400 MB",
      met: after * 1.048576 < 400,
    },
  ];
}

async function pingUntil(stage: Stage, until: number): Promise<Stats> {
  const samples: number[] = [];
  while (performance.now() < until) {
    const begun = performance.now();
    await mustAsk(stage.connection, "GET", "/api/v1/version");
    samples.push(performance.now() - begun);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return stats(samples);
}

async function startFigure(stage: Stage): Promise<Figure[]> {
  stage.connection.close();
  await stage.server.stop();
  const again = await startServer({ home: stage.server.home, port: stage.server.port });
  await again.stop();
  return [
    {
      what: label(stage, "start to first answered request"),
      figure: ms(again.startMs),
      target: "under 1.5 s",
      met: again.startMs < 1500,
    },
  ];
}

function growthFigures(pages: ReadonlyMap<number, readonly Stats[]>): Figure[] {
  const [small, large] = [pages.get(10_000), pages.get(1_000_000)];
  if (!small || !large) return [];
  return small.flatMap((at10k, index): Figure[] => {
    const at1M = large[index];
    if (!at1M) return [];
    const growth = at1M.p50 / at10k.p50;
    return [
      {
        what: `page of 10 pending at offset ${index === 0 ? 0 : 5000}: from 10,000 to 1,000,000 records`,
        figure: `${growth.toFixed(2)} times`,
        target: "less than 2 times",
        met: growth < 2,
      },
    ];
  });
}
