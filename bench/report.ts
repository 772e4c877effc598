import { mkdirSync, writeFileSync } from "node:fs";
import { chromium } from "@playwright/test";
import { launchOptions } from "../e2e/support/browser.ts";
import { removeHome, startServer } from "../e2e/support/server.ts";
import { makeAnnotators } from "./lib/annotators.ts";
import { type Chart, draw, type Point } from "./lib/charts.ts";
import { bytesOf, type Engine, enginesThere, type Floors, floorsOf, versionOf } from "./lib/engines.ts";
import { grouped } from "./lib/figures.ts";
import { labelUntil, mustAsk, pagePath, pendingIds, type Stage, setUp } from "./lib/labeling.ts";
import { machine, type Noise, noiseOf, tellNoise } from "./lib/noise.ts";
import { ms, type Stats, timed } from "./lib/stats.ts";
import { signIn, timesToPaint } from "./page.ts";

/**
 * The same work on each engine at each size, in one run on one machine: what a person's page asks for, searches, eight people
 * who label without a pause, upserts, memory, start, and the page itself. Writes `bench/results/REPORT.md` with its charts.
 */

const RUNS = 300;
const SEARCHES = 60;
const SECONDS = 10;
const PEOPLE = 8;
const KEYS = 40;

/** What is timed over HTTP. `more`: what PostgreSQL may take beyond the embedded engine in the same run, ms. */
const TIMED = {
  page: { title: "A page of ten pending records", more: null },
  save: { title: "One answer, stored for good", more: null },
  filters: { title: "A term, a range and a score, sorted", more: 2 },
  words: { title: "Two frequent words, ranked", more: 2 },
  similar: { title: "The 50 nearest vectors", more: 2 },
} as const;
type Timed = keyof typeof TIMED;
/** What the page and the save may take beyond the bare statements of the same run, ms. */
const MORE_THAN_FLOOR = 1.5;

const COUNTED = {
  loop: { title: `${PEOPLE} people who label without a pause`, unit: "requests a second" },
  ingest: { title: "Upserts of 500 records", unit: "records a second" },
  disk: { title: "Room of a record on the disk, indexes included", unit: "bytes" },
  memory: { title: "Memory of the server after all of this", unit: "MiB" },
  start: { title: "From the start of the process to its first answer", unit: "ms" },
  paint: { title: "From a key to the next record on the screen, half of them", unit: "ms" },
} as const;
type Counted = keyof typeof COUNTED;

type Measured = {
  readonly engine: string;
  readonly version: string;
  readonly size: number;
  readonly noise: Noise;
  readonly times: { readonly [T in Timed]: Stats };
  readonly floors: Floors;
  readonly counts: { readonly [C in Counted]: number };
};

export async function benchReport(sizes: readonly number[]): Promise<void> {
  const all: Measured[] = [];
  for (const size of sizes)
    for (const engine of enginesThere()) {
      const measured = await measure(engine, size);
      all.push(measured);
      console.log(`-- ${engine.name}, ${grouped(size)} records`);
      for (const line of linesOf(measured, all)) console.log(`   ${line.join("  ")}`);
      // After each part: a run of many minutes that is ended leaves what it has found.
      write(all);
    }
}

async function measure(engine: Engine, size: number): Promise<Measured> {
  const url = (await engine.newDatabase?.()) ?? null;
  const settings = url === null ? {} : { POSTIL_DATABASE_URL: url };
  const stage = await setUp(size, settings);
  const { server, filled } = stage;
  try {
    const noise = await noiseOf(server.home);
    const times = await timesOf(stage);
    const floors = await floorsOf(url, stage, RUNS);
    const loop = await loopOf(stage);
    const paint = await paintOf(stage);
    const memory = server.residentMib();
    stage.connection.close();
    await server.stop();
    const again = await startServer({ home: server.home, settings });
    await again.stop();
    const ingest = size / filled.secondsOfUpserts;
    const disk = (await bytesOf(url, server.home)) / size;
    const counts = { loop, ingest, disk, memory, start: again.startMs, paint };
    return { engine: engine.name, version: await versionOf(url), size, noise, times, floors, counts };
  } finally {
    stage.connection.close();
    await server.stop();
    removeHome(server.home);
  }
}

async function timesOf(stage: Stage): Promise<Measured["times"]> {
  const { connection, filled } = stage;
  const page = await timed(RUNS, () => mustAsk(connection, "GET", pagePath(stage, 0)));
  const ids = await pendingIds(stage, 1000, 3000);
  const answer = { status: "submitted", values: { intent: { value: filled.labels[1] } } };
  const save = await timed(RUNS, (run) => mustAsk(connection, "POST", `/api/v1/records/${ids[run]}/responses`, answer));
  const path = `/api/v1/me/datasets/${filled.datasetId}/records/search?include=responses&include=suggestions`;
  const search = (limit: number, bodyOf: (run: number) => unknown) =>
    timed(SEARCHES, (run) => mustAsk(connection, "POST", `${path}&limit=${limit}`, bodyOf(run)));
  return {
    page,
    save,
    filters: await search(10, filtersOf),
    words: await search(10, () => ({ query: { text: { q: "i my" } } })),
    similar: await search(50, (run) => ({
      query: { vector: { name: "svd", record_id: ids[run], order: "most_similar" } },
    })),
  };
}

function filtersOf(run: number) {
  const metadata = (name: string) => ({ entity: "metadata", metadata_property: name });
  const score = { entity: "suggestion", question: "intent", property: "score" };
  return {
    filters: {
      and: [
        { type: "terms", scope: metadata("part"), values: [`p${run % 10}`] },
        { type: "range", scope: metadata("words"), ge: 8 + (run % 3), le: 14 + (run % 3) },
        { type: "range", scope: score, ge: 0.5 },
      ],
    },
    sort: [{ scope: score, order: "desc" }],
  };
}

async function loopOf(stage: Stage): Promise<number> {
  const keys = await makeAnnotators(stage.connection, stage.filled.workspaceId, PEOPLE);
  const { requests, errors } = await labelUntil(stage, keys, performance.now() + SECONDS * 1000);
  if (errors > 0) throw new Error(`${errors} of ${requests} requests failed.`);
  return requests / SECONDS;
}

async function paintOf({ server, filled }: Stage): Promise<number> {
  const browser = await chromium.launch(launchOptions("whole"));
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await signIn(page, `http://127.0.0.1:${server.port}`);
    return (await timesToPaint(page, filled.datasetId, KEYS)).p50;
  } finally {
    await browser.close();
  }
}

type Cells = readonly string[];

/** What was measured at a size on an engine. The embedded engine at that size comes first in `all`. */
function linesOf({ engine, size, times, floors, counts }: Measured, all: readonly Measured[]): Cells[] {
  const embedded = all.find((one) => one.size === size && one.engine === "embedded");
  const isMet = (met: boolean) => (met ? "yes" : "**no**");
  const timedLines = entries(TIMED).map(([what, { title, more }]): Cells => {
    const { p50, p95, p99 } = times[what];
    const floor = what === "page" || what === "save" ? floors[what].p50 : null;
    const most = floor === null ? (embedded?.times[what].p50 ?? p50) + (more ?? 0) : floor + MORE_THAN_FLOOR;
    const bound = floor === null && engine === "embedded" ? "" : `p50 at most ${ms(most)}`;
    const floorText = floor === null ? "" : ms(floor);
    const figures = [`p50 ${ms(p50)}, p95 ${ms(p95)}, p99 ${ms(p99)}`, floorText, bound];
    return [grouped(size), engine, title, ...figures, bound === "" ? "" : isMet(p50 <= most)];
  });
  const least: { readonly [what: string]: number } = {
    ingest: 6000,
    ...(engine === "embedded" || !embedded ? {} : { loop: 0.6 * embedded.counts.loop }),
  };
  const countedLines = entries(COUNTED).map(([what, { title, unit }]): Cells => {
    const bound = least[what];
    const target = bound === undefined ? ["", ""] : [`at least ${grouped(bound)}`, isMet(counts[what] >= bound)];
    const figure = counts[what] < 100 ? counts[what].toFixed(1) : grouped(counts[what]);
    return [grouped(size), engine, title, `${figure} ${unit}`, "", ...target];
  });
  return [...timedLines, ...countedLines];
}

const entries = <K extends string, V>(object: { readonly [key in K]: V }): [K, V][] =>
  Object.entries(object) as [K, V][]; // the keys of a constant

function chartsOf(all: readonly Measured[]): { readonly [file: string]: Chart } {
  const points = (of: string, value: (one: Measured) => number): Point[] =>
    all.map((one) => ({ of, engine: one.engine, size: one.size, value: value(one) }));
  const times = (whats: readonly Timed[]) =>
    whats.flatMap((what) => points(TIMED[what].title, (one) => one.times[what].p50));
  const counts = (what: Counted) => ({
    unit: COUNTED[what].unit,
    points: points(COUNTED[what].title, ({ counts }) => counts[what]),
    floors: [],
  });
  const floors = (["page", "save"] as const).flatMap((what) =>
    points(TIMED[what].title, (one) => one.floors[what].p50),
  );
  return {
    labeling: {
      title: "A page and an answer over HTTP; dashed: the bare statements",
      unit: "ms, half of them",
      points: times(["page", "save"]),
      floors,
    },
    searches: {
      title: "Searches over HTTP",
      unit: "ms, half of them",
      points: times(["filters", "words", "similar"]),
      floors: [],
    },
    loop: { title: COUNTED.loop.title, ...counts("loop") },
    ingest: { title: COUNTED.ingest.title, ...counts("ingest") },
    memory: { title: COUNTED.memory.title, ...counts("memory") },
    start: { title: COUNTED.start.title, ...counts("start") },
    paint: { title: COUNTED.paint.title, ...counts("paint") },
  };
}

function write(all: readonly Measured[]): void {
  const folder = new URL("results/", import.meta.url);
  mkdirSync(folder, { recursive: true });
  const charts = Object.entries(chartsOf(all));
  for (const [name, chart] of charts) writeFileSync(new URL(`report-${name}.svg`, folder), draw(chart));
  const row = (cells: Cells) => `| ${cells.join(" | ")} |`;
  const sizes = [...new Set(all.map(({ size }) => size))].join(" ");
  const versions = [...new Set(all.map(({ engine, version }) => `${engine}: ${version}`))];
  const text = [
    "# Report",
    "",
    `Measured ${new Date().toISOString().slice(0, 10)} with \`npm run bench -- report ${sizes}\` on ${machine()}.`,
    "Server, database and clients share these cores, so a cluster here shows what distribution costs and not what it gains.",
    "",
    ...versions.map((version) => `- ${version}`),
    "",
    ...charts.flatMap(([name, { title }]) => [`## ${title}`, "", `![${title}](report-${name}.svg)`, ""]),
    "## Figures",
    "",
    "A floor is the bare statements of the same work on one connection to the same database, in the same run.",
    "",
    row(["records", "engine", "what", "figure", "floor", "target", "met"]),
    row(["---:", "---", "---", "---:", "---:", "---", "---"]),
    ...all.flatMap((one) => linesOf(one, all)).map(row),
    "",
    "## How steady the machine was",
    "",
    "The same work without a server, before each part.",
    "",
    ...all.map(({ engine, size, noise }) => `- ${engine}, ${grouped(size)}: ${tellNoise(noise)}`),
    "",
  ].join("\n");
  writeFileSync(new URL("REPORT.md", folder), text);
}
