import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { OWNER, removeHome, startServer } from "../e2e/support/server.ts";
import { facetFigures } from "./facets.ts";
import { openConnection } from "./lib/connection.ts";
import { measureBeside } from "./lib/pings.ts";
import { type Figure, writeReport } from "./lib/report.ts";
import { type Row, readRows } from "./lib/rows.ts";
import { fillForSearch } from "./lib/search-data.ts";
import { createFloors, type Floor } from "./lib/search-floors.ts";
import { bodyOf, FILTERED, FREQUENT, type Question, SHARES, twoWords } from "./lib/search-queries.ts";
import { type Answer, ask, label, type SearchStage, searchPath } from "./lib/search-stage.ts";
import { ms, type Stats, stats, timed } from "./lib/stats.ts";
import { similarityFigures } from "./similarity.ts";

/**
 * Measures searches over HTTP, as an annotator's page makes them, at several sizes. Each figure stands beside its floor: the
 * bare statements for the same page and total, on the same store in the same run.
 */

export async function benchSearch(sizes: readonly number[]): Promise<void> {
  const rows = readRows();
  const figures: Figure[] = [];
  const bySize = new Map<number, readonly Stats[]>();
  for (const size of sizes) {
    console.log(`-- ${size.toLocaleString("en")} records`);
    const server = await startServer();
    try {
      const data = await fillForSearch(server.port, OWNER.apiKey, rows, size);
      console.log(`   filled in ${data.seconds.toFixed(0)} s`);
      const connection = await openConnection(server.port, data.keys[0] ?? "");
      const stage: SearchStage = { size, rows, server, connection, data };
      const found = await searchFigures(stage);
      bySize.set(size, found.stats);
      figures.push(...found.figures, ...(await afterWriteFigures(stage)), ...(await facetFigures(stage)));
      figures.push(...(await similarityFigures(stage)), ...(await besideFigures(stage)));
      connection.close();
      await server.stop();
      figures.push(...(await startFigures(stage, found.stats)));
    } finally {
      await server.stop();
      removeHome(server.home);
    }
  }
  writeReport("search", [...figures, ...growthFigures(bySize)]);
}

const questions = (rows: readonly Row[]): readonly Question[] => [...FILTERED, ...SHARES, FREQUENT, ...twoWords(rows)];

const RUNS = 200;
/** The longest time for one question's runs, ms. A question that takes a tenth of a second gets fewer runs. */
const LONGEST_MS = 15_000;

async function searchFigures(stage: SearchStage): Promise<{ figures: Figure[]; stats: Stats[] }> {
  const database = new DatabaseSync(join(stage.server.home, "postil.db"), { readOnly: true });
  database.exec("pragma cache_size = -16384");
  const floorOf = createFloors(database, stage.data.datasetId);
  const figures: Figure[] = [];
  const stats: Stats[] = [];
  for (const question of questions(stage.rows)) {
    const floor = floorOf(question);
    await mustAgree(stage, question, floor);
    const begun = performance.now();
    floor(0);
    const runs = Math.max(20, Math.min(RUNS, Math.floor(LONGEST_MS / (performance.now() - begun))));
    const http = await timed(runs, (run) => ask(stage.connection, searchPath(stage), bodyOf(question, run)));
    const bare = await timed(runs, floor);
    stats.push(http);
    figures.push(searchFigure(stage, question, http, bare));
    console.log(`   ${figures.at(-1)?.what}: ${figures.at(-1)?.figure}, floor ${ms(bare.p50)}`);
  }
  database.close();
  return { figures, stats };
}

/** Checks that the floor answers the same question: its total must equal the search's total. */
async function mustAgree(stage: SearchStage, question: Question, floor: Floor): Promise<void> {
  const reply = await ask(stage.connection, searchPath(stage), bodyOf(question, 1));
  const [{ total }, wanted] = [JSON.parse(reply) as Answer, floor(1).total];
  if (total !== wanted) throw new Error(`${question.what}: ${total} found, the bare statement finds ${wanted}.`);
  if (total === 0) throw new Error(`${question.what}: nothing found.`);
  console.log(`   ${question.what}: ${total} match`);
}

function searchFigure(stage: SearchStage, question: Question, http: Stats, bare: Stats): Figure {
  const { what, text, most: bound } = question;
  if (bound) {
    const most = bound[stage.size > 100_000 ? 1 : 0];
    const figure = `p50 ${ms(http.p50)}, p95 ${ms(http.p95)}`;
    return {
      what: label(stage, what),
      figure,
      floor: ms(bare.p50),
      target: `p50 under ${most} ms`,
      met: http.p50 < most,
    };
  }
  const most = (text ? 1.3 : 1) * bare.p50 + 1.5;
  const frequent = stage.size === 1_000_000 && what.includes("frequent");
  return {
    what: label(stage, what),
    figure: `p50 ${ms(http.p50)}, p95 ${ms(http.p95)}`,
    floor: ms(bare.p50),
    target: `p50 at most ${text ? "1.3 times the floor" : "floor"} + 1.5 ms${frequent ? ", p95 under 150 ms" : ""}`,
    met: http.p50 <= most && (!frequent || http.p95 < 150),
  };
}

const WRITES = 30;

/** Measures the first search after a write, beside a repeat of the same search. */
async function afterWriteFigures(stage: SearchStage): Promise<Figure[]> {
  const owner = await openConnection(stage.server.port, OWNER.apiKey);
  const figures: Figure[] = [];
  for (const question of [...FILTERED.slice(-1), ...SHARES.slice(-1), FREQUENT]) {
    const [first, again]: [number[], number[]] = [[], []];
    const asking = async (samples: number[]) => {
      const begun = performance.now();
      const reply = await ask(stage.connection, searchPath(stage), bodyOf(question, 1));
      samples.push(performance.now() - begun);
      return JSON.parse(reply) as Answer;
    };
    for (let run = 0; run < WRITES; run++) {
      const { items } = await asking(again);
      const record = items[run % items.length]?.record;
      // Writes the same values again. The server cannot know that they are the same.
      const reply = await owner.ask("PATCH", `/api/v1/records/${record?.id}`, { metadata: record?.metadata });
      if (reply.status !== 200) throw new Error(`A record was not written: ${reply.status} ${reply.body}`);
      await asking(first);
    }
    const [after, before] = [stats(first).p50, stats(again).p50];
    figures.push({
      what: label(stage, `after a write, ${question.what}`),
      figure: `p50 ${ms(after)}, ${(after / before).toFixed(2)} times`,
      floor: ms(before),
      target: "at most 1.5 times",
      met: after <= 1.5 * before,
    });
    console.log(`   ${figures.at(-1)?.what}: ${figures.at(-1)?.figure}`);
  }
  owner.close();
  return figures;
}

/** Measures another client's ping while one client asks the same question again and again. */
async function besideFigures(stage: SearchStage): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const question of questions(stage.rows)) {
    const pings = await measureBeside(stage.server.port, (run) =>
      ask(stage.connection, searchPath(stage), bodyOf(question, run)),
    );
    figures.push({
      what: label(stage, `ping beside ${question.what}`),
      figure: `p99 ${ms(pings.p99)}`,
      target: "p99 under 25 ms",
      met: pings.p99 < 25,
    });
  }
  return figures;
}

/** Measures the first search after a server start, beside the earlier measurements. */
async function startFigures(stage: SearchStage, before: readonly Stats[]): Promise<Figure[]> {
  const again = await startServer({ home: stage.server.home, port: stage.server.port });
  const connection = await openConnection(again.port, stage.data.keys[0] ?? "");
  const last = questions(stage.rows).at(-1);
  if (!last) throw new Error("There are no questions.");
  const begun = performance.now();
  await ask(connection, searchPath(stage), bodyOf(last, 0));
  const first = performance.now() - begun;
  connection.close();
  await again.stop();
  const later = before.at(-1)?.p50 ?? 0;
  return [
    {
      what: label(stage, `first search after start: ${last.what}`),
      figure: ms(first),
      floor: ms(later),
      target: "less than 2 s more than later ones",
      met: first - later < 2000,
    },
  ];
}

function growthFigures(bySize: ReadonlyMap<number, readonly Stats[]>): Figure[] {
  const [small, large] = [bySize.get(100_000), bySize.get(1_000_000)];
  if (!small || !large) return [];
  return FILTERED.flatMap(({ what }, index): Figure[] => {
    const [before, after] = [small[index], large[index]];
    if (!before || !after) return [];
    const growth = after.p50 / before.p50;
    return [
      {
        what: `${what}: from 100,000 to 1,000,000 records`,
        figure: `${growth.toFixed(2)} times`,
        target: "less than 8 times",
        met: growth < 8,
      },
    ];
  });
}
