import { OWNER, removeHome, startServer } from "../e2e/support/server.ts";
import { openConnection } from "./lib/connection.ts";
import { measureBeside } from "./lib/pings.ts";
import { type Figure, writeReport } from "./lib/report.ts";
import { readRows } from "./lib/rows.ts";
import { ms, type Stats, timed } from "./lib/stats.ts";
import { fillTasks, readTokenRows, TEXTS, TOKENS, taskCall, textRecord, tokenRecord } from "./lib/task-data.ts";
import { taskFloors, validateFloor } from "./lib/task-floors.ts";
import { BOUNDED, label, type TaskStage } from "./lib/task-stage.ts";
import { ruleFigures } from "./task-rules.ts";

/**
 * Measures calls of the older dataset family over HTTP at several sizes, as its page and the client library make them. Each
 * figure stands beside its floor on the same store in the same run.
 */

const RUNS = 100;
export async function benchTasks(sizes: readonly number[]): Promise<void> {
  const rows = readRows();
  const figures: Figure[] = [];
  const bySize = new Map<number, Pages>();
  for (const size of sizes) {
    console.log(`-- ${size.toLocaleString("en")} records`);
    const server = await startServer();
    try {
      const connection = await openConnection(server.port, OWNER.apiKey);
      const call = taskCall(connection);
      figures.push(...(await fillFigures({ size, rows, call })));
      const floors = taskFloors(server.home, TEXTS);
      const stage: TaskStage = { size, rows, server, connection, call, floors };
      const pages = await pageFigures(stage);
      bySize.set(size, pages.stats);
      figures.push(...pages.figures, ...(await queryFigures(stage)), ...(await ruleFigures(stage)));
      figures.push(...(await loadFigures(stage)), ...(await besideFigures(stage)), await saveFigure(stage));
      floors.close();
      connection.close();
    } finally {
      await server.stop();
      removeHome(server.home);
    }
  }
  writeReport("tasks", [...figures, ...growthFigures(bySize)]);
}

const LEAST_LOGGED = 6000;

async function fillFigures(stage: Pick<TaskStage, "size" | "rows" | "call">): Promise<Figure[]> {
  const { size: count, rows, call } = stage;
  const tokens = readTokenRows(rows);
  const rate = (what: string, perSecond: number): Figure => ({
    what: label(stage, what),
    figure: `${Math.round(perSecond).toLocaleString("en")} records/s`,
    target: `at least ${LEAST_LOGGED.toLocaleString("en")} records/s`,
    met: perSecond >= LEAST_LOGGED,
  });
  const texts = { name: TEXTS, task: "TextClassification", count };
  const logged = await fillTasks(call, texts, (index) => textRecord(rows, index));
  const tokenized = { name: TOKENS, task: "TokenClassification", count };
  const both = await fillTasks(call, tokenized, (index) => tokenRecord(tokens, index));
  return [rate("bulk of 500 texts with predictions", logged), rate("bulk of 500 texts with tokens and entities", both)];
}

const SEARCH = `/${TEXTS}/TextClassification:search`;
const TOKEN_SEARCH = `/${TOKENS}/TokenClassification:search`;
/** A page that does not begin at the first record comes without aggregations. */
const PLAIN = `${SEARCH}?limit=10&from=10`;

type Pages = { readonly counted: Stats; readonly plain: Stats };

async function pageFigures(stage: TaskStage): Promise<{ figures: Figure[]; stats: Pages }> {
  const { call, floors } = stage;
  const body = { query: {} };
  const counted = await timed(RUNS, () => call("POST", `${SEARCH}?limit=10`, body));
  const some = await timed(RUNS, () => call("POST", `${SEARCH}?limit=10`, { query: { status: ["Validated"] } }));
  const tokens = await timed(RUNS, () => call("POST", `${TOKEN_SEARCH}?limit=10`, body));
  const plain = await timed(RUNS, () => call("POST", PLAIN, body));
  const floor = await timed(RUNS, floors.page);
  const whole = (what: string, { p50, p95 }: Stats): Figure => ({
    what: label(stage, what),
    figure: `p50 ${ms(p50)}, p95 ${ms(p95)}`,
    target: stage.size <= BOUNDED ? "p50 under 20 ms" : "less than 10 times that of 100,000",
    met: stage.size > BOUNDED || p50 < 20,
  });
  const figures = [
    whole("page of 10 with all aggregations, texts", counted),
    whole("page of 10 with all aggregations, the fifth of the texts that is validated", some),
    whole("page of 10 with all aggregations, tokens", tokens),
    {
      what: label(stage, "page of 10 without aggregations"),
      figure: `p50 ${ms(plain.p50)}, p95 ${ms(plain.p95)}`,
      floor: ms(floor.p50),
      target: "p50 at most floor + 2 ms",
      met: plain.p50 <= floor.p50 + 2,
    },
  ];
  return { figures, stats: { counted, plain } };
}

/** Measures queries with a label, a number range and a word, each in its own field. */
async function queryFigures(stage: TaskStage): Promise<Figure[]> {
  const labels = [...new Set(stage.rows.flatMap(({ predictions }) => predictions.slice(0, 1)).map((one) => one.label))];
  const asked = (run: number) => ({ label: labels[run % labels.length] ?? "", low: run % 80, word: "card" });
  const text = ({ label: wanted, low, word }: ReturnType<typeof asked>) =>
    `predicted_as:"${wanted}" AND metadata.bucket:[${low} TO ${low + 19}] AND text:${word}`;
  const ask = (run: number) =>
    stage.call("POST", PLAIN.replace("from=10", "from=1"), { query: { query_text: text(asked(run)) } });
  for (let run = 0; run < 5; run++) {
    const { total } = JSON.parse(await ask(run)) as { total: number };
    const wanted = stage.floors.three(asked(run));
    if (total !== wanted) throw new Error(`${text(asked(run))}: ${total} found, the bare statement finds ${wanted}.`);
  }
  const http = await timed(RUNS, ask);
  const bare = await timed(RUNS, (run) => stage.floors.three(asked(run)));
  return [
    {
      what: label(stage, "page of 10 of three clauses on fields, and how many there are"),
      figure: `p50 ${ms(http.p50)}, p95 ${ms(http.p95)}`,
      floor: ms(bare.p50),
      target: "p50 at most 1.5 times the floor",
      met: http.p50 <= 1.5 * bare.p50,
    },
  ];
}

const LEAST_LOADED = 15_000;
const MOST_GROWTH_MIB = 64;

/** Loads a dataset as the client library does: pages of 250 by id, up to the last. */
async function loadFigures(stage: TaskStage): Promise<Figure[]> {
  const before = stage.server.residentMib();
  let [most, loaded] = [before, 0];
  const begun = performance.now();
  for (let next: string | null = null; ; ) {
    const body = await stage.call(
      "POST",
      `/${TEXTS}/records/:search?limit=250`,
      next === null ? {} : { next_idx: next },
    );
    const page = JSON.parse(body) as { records: unknown[]; next_idx: string | null };
    if (page.records.length === 0) break;
    loaded += page.records.length;
    next = page.next_idx;
    if (loaded % 25_000 === 0) most = Math.max(most, stage.server.residentMib());
  }
  const rate = loaded / ((performance.now() - begun) / 1000);
  if (loaded !== stage.size) throw new Error(`${loaded} records were loaded.`);
  const growth = most - before;
  return [
    {
      what: label(stage, "loading all of them in pages of 250"),
      figure: `${Math.round(rate).toLocaleString("en")} records/s, ${Math.round(growth)} MiB more than before`,
      target: `at least ${LEAST_LOADED.toLocaleString("en")} records/s, less than ${MOST_GROWTH_MIB} MiB more`,
      met: rate >= LEAST_LOADED && growth < MOST_GROWTH_MIB,
    },
  ];
}

async function besideFigures(stage: TaskStage): Promise<Figure[]> {
  const works: readonly (readonly [what: string, work: (run: number) => Promise<unknown>])[] = [
    ["pages with all aggregations", () => stage.call("POST", `${SEARCH}?limit=10`, {})],
    ["pages of 250 while loading", () => stage.call("POST", `/${TEXTS}/records/:search?limit=250`, {})],
    ["bulk of 500", (run) => stage.call("POST", `/${TEXTS}/TextClassification:bulk`, { records: again(stage, run) })],
  ];
  const figures: Figure[] = [];
  for (const [what, work] of works) {
    const pings = await measureBeside(stage.server.port, work);
    figures.push({
      what: label(stage, `ping beside ${what}`),
      figure: `p99 ${ms(pings.p99)}`,
      target: "p99 under 25 ms",
      met: pings.p99 < 25,
    });
  }
  return figures;
}

const again = ({ rows, size }: TaskStage, run: number) =>
  Array.from({ length: 500 }, (_, index) => textRecord(rows, (run * 500 + index) % size));

async function saveFigure(stage: TaskStage): Promise<Figure> {
  const validate = (run: number) => {
    const record = textRecord(stage.rows, (run * 7919) % stage.size);
    const annotation = { agent: "people", labels: record.prediction.labels.slice(0, 1) };
    const records = [{ ...record, annotation, status: "Validated" }];
    return stage.call("POST", `/${TEXTS}/TextClassification:bulk`, { records });
  };
  const http = await timed(RUNS, validate);
  const floor = await timed(RUNS, validateFloor(stage.server.home));
  return {
    what: label(stage, "one record validated, durable"),
    figure: `p50 ${ms(http.p50)}, p95 ${ms(http.p95)}`,
    floor: ms(floor.p50),
    target: "p50 at most floor + 1 ms",
    met: http.p50 <= floor.p50 + 1,
  };
}

function growthFigures(bySize: ReadonlyMap<number, Pages>): Figure[] {
  const [small, large] = [bySize.get(100_000), bySize.get(1_000_000)];
  if (!small || !large) return [];
  const grown = (what: string, of: keyof Pages, most: number): Figure => {
    const growth = large[of].p50 / small[of].p50;
    return {
      what: `${what}: from 100,000 to 1,000,000 records`,
      figure: `${growth.toFixed(2)} times`,
      target: `less than ${most} times`,
      met: growth < most,
    };
  };
  return [grown("page of 10 with all aggregations", "counted", 10), grown("page of 10 without", "plain", 3)];
}
