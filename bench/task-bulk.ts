import { setTimeout as pause } from "node:timers/promises";
import { OWNER, removeHome, startServer } from "../e2e/support/server.ts";
import { openConnection } from "./lib/connection.ts";
import { type Figure, writeReport } from "./lib/report.ts";
import { type Row, readRows } from "./lib/rows.ts";
import { ms, type Stats, stats } from "./lib/stats.ts";
import { fillTasks, type TaskCall, TEXTS, taskCall, textRecord } from "./lib/task-data.ts";

/**
 * Measures how long another user waits while one user discards or deletes all matches of a query. The other user makes small
 * calls to another dataset, such as a page of it and an answer in it. The answer waits for the same write thread. Beside each
 * figure stands the longest time of the same call on an idle server.
 */

const OTHERS = "others";
const OTHER_SIZE = 1000;
const GAP_MS = 5;
const QUIET_MS = 5000;
const MOST_MS = 100;

type Small = { readonly what: string; readonly ask: (call: TaskCall, run: number) => Promise<unknown> };

export async function benchTaskBulk(size: number): Promise<void> {
  const rows = readRows();
  const server = await startServer();
  try {
    const connection = await openConnection(server.port, OWNER.apiKey);
    const call = taskCall(connection);
    const task = "TextClassification";
    await fillTasks(call, { name: TEXTS, task, count: size }, (index) => textRecord(rows, index));
    await fillTasks(call, { name: OTHERS, task, count: OTHER_SIZE }, (index) => textRecord(rows, index));
    const end = (query: object, discard: boolean) => () =>
      call("DELETE", `/${TEXTS}/data?mark_as_discarded=${discard}`, query);
    const beside = (work: () => Promise<unknown>) => waitsBeside(server.port, smallCalls(rows), work);
    const quiet = await beside(() => pause(QUIET_MS));
    const figuresOf = async (what: string, work: () => Promise<unknown>) =>
      figures(`${size.toLocaleString("en")} records: ${what}`, await beside(work), quiet);
    writeReport("task-bulk", [
      ...(await figuresOf("all of them discarded", end({}, true))),
      ...(await figuresOf(
        "half of them deleted, by a number",
        end({ query_text: "metadata.bucket:[0 TO 49]" }, false),
      )),
      ...(await figuresOf("the other half deleted", end({}, false))),
    ]);
    connection.close();
  } finally {
    await server.stop();
    removeHome(server.home);
  }
}

const smallCalls = (rows: readonly Row[]): readonly Small[] => [
  { what: "a dataset's facts", ask: (call) => call("GET", `/${OTHERS}`) },
  {
    what: "a page of another dataset",
    ask: (call) => call("POST", `/${OTHERS}/TextClassification:search?limit=10&from=10`, {}),
  },
  {
    what: "a record of another dataset validated",
    ask: (call, run) => {
      const record = textRecord(rows, run % OTHER_SIZE);
      const annotation = { agent: "people", labels: record.prediction.labels.slice(0, 1) };
      const records = [{ ...record, annotation, status: "Validated" }];
      return call("POST", `/${OTHERS}/TextClassification:bulk`, { records });
    },
  },
];

type Waits = { readonly seconds: number; readonly of: ReadonlyMap<string, Stats> };

/** Repeats each call on its own connection until the work is done. */
async function waitsBeside(port: number, calls: readonly Small[], work: () => Promise<unknown>): Promise<Waits> {
  let over = false;
  const ask = async ({ what, ask }: Small) => {
    const connection = await openConnection(port, OWNER.apiKey);
    const call = taskCall(connection);
    const samples: number[] = [];
    for (let run = 0; !over; run++) {
      const begun = performance.now();
      await ask(call, run);
      samples.push(performance.now() - begun);
      await pause(GAP_MS);
    }
    connection.close();
    return [what, stats(samples)] as const;
  };
  const asked = calls.map(ask);
  const begun = performance.now();
  await work();
  const seconds = (performance.now() - begun) / 1000;
  over = true;
  return { seconds, of: new Map(await Promise.all(asked)) };
}

const figures = (what: string, { seconds, of }: Waits, quiet: Waits): Figure[] =>
  [...of].map(([name, { p50, p99, max, count }]) => ({
    what: `${what} in ${seconds.toFixed(1)} s; ${name} beside it`,
    figure: `p50 ${ms(p50)}, p99 ${ms(p99)}, most ${ms(max)} of ${count}`,
    floor: `most ${ms(quiet.of.get(name)?.max ?? Number.NaN)}`,
    target: `most under ${MOST_MS} ms`,
    met: max < MOST_MS,
  }));
