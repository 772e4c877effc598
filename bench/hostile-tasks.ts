import { setTimeout as pause } from "node:timers/promises";
import { OWNER, removeHome, startServer } from "../e2e/support/server.ts";
import { type Connection, openConnection } from "./lib/connection.ts";
import { type Figure, writeReport } from "./lib/report.ts";
import { readRows } from "./lib/rows.ts";
import { ms, type Stats, stats } from "./lib/stats.ts";
import { fillTasks, TEXTS, taskCall, textRecord } from "./lib/task-data.ts";

/**
 * Measures how long people wait for their searches in a task dataset while one member sends two hundred at a time of those
 * that cost most. The member's client is a part of this process, so it takes its share of the same cores.
 */

const AT_ONCE = 200;
const SECONDS = 15;
/** Searches before anything is measured: the first ones read what later ones find in memory. */
const FIRST = 20;
const GAP_MS = 20;
const MOST_MS = 100;

/** Query strings of each expensive kind; a number keeps each from being a repetition of the last. */
const COSTLY: readonly ((run: number) => string)[] = [
  (run) => `*a${run % 10}*`,
  (run) => `inputs.text:*e${run % 7}*r*`,
  (run) => `inputs.text:/.*[a-m]{3}.*${run % 10}/`,
  (run) => `card~2 OR paymen${run % 10}~2`,
  (run) => `"my card"~${1 + (run % 20)}`,
  (run) => `NOT inputs.text:*${run % 10}*`,
  (run) => `predictions.score:>0.${run % 10}`,
  (run) => `c* OR p* OR t${run % 10}*`,
];

const USUAL: readonly object[] = [
  { query: { query_text: "card" } },
  { query: { query_text: "my AND top" } },
  { query: { status: ["Validated"] } },
  { query: { metadata: { part: ["p3"] } }, sort: [{ id: "metadata.words", order: "desc" }] },
  { query: { query_text: "refund*", predicted: "ko" } },
];

export async function benchHostileTasks(size: number): Promise<void> {
  const server = await startServer();
  try {
    const owner = await openConnection(server.port, OWNER.apiKey);
    const rows = readRows();
    await fillTasks(taskCall(owner), { name: TEXTS, task: "TextClassification", count: size }, (index) =>
      textRecord(rows, index),
    );
    const [member, other] = [await addMember(owner, "hostile"), await addMember(owner, "patient")];
    const person = await openConnection(server.port, other);
    const alone = await searchFor(person);
    const connections = await Promise.all(Array.from({ length: AT_ONCE }, () => openConnection(server.port, member)));
    let isOver = false;
    let answered = 0;
    const each = connections.map(async (connection, index) => {
      for (let run = index; !isOver; run += AT_ONCE + 1) {
        const text = COSTLY[run % COSTLY.length]?.(run) ?? "";
        const { status } = await search(connection, { query: { query_text: text } });
        if (status === 200) answered++;
        else if (status !== 429) throw new Error(`${text} was answered with ${status}.`);
        else await pause(GAP_MS);
      }
    });
    while (answered === 0) await pause(GAP_MS);
    const beside = await searchFor(person);
    isOver = true;
    for (const connection of [...connections, person, owner]) connection.close();
    await Promise.allSettled(each);
    writeReport("hostile-tasks", [figureOf(size, beside, alone)]);
  } finally {
    await server.stop();
    removeHome(server.home);
  }
}

async function addMember(owner: Connection, username: string): Promise<string> {
  const user = { first_name: "M", username, password: "member-password", workspaces: ["default"] };
  const { status, body } = await owner.ask("POST", "/api/users", user);
  if (status >= 300) throw new Error(`${username} was not made: ${status} ${body}`);
  return JSON.parse(body).api_key;
}

const search = (connection: Connection, body: object) =>
  connection.ask("POST", `/api/datasets/${TEXTS}/TextClassification:search?limit=10&workspace=default`, body);

async function searchFor(person: Connection): Promise<Stats> {
  const samples: number[] = [];
  const until = performance.now() + SECONDS * 1000;
  for (let run = -FIRST; performance.now() < until; run++) {
    const begun = performance.now();
    const { status, body } = await search(person, USUAL[(run + FIRST) % USUAL.length] ?? {});
    if (status !== 200) throw new Error(`A search was answered with ${status}: ${body.slice(0, 300)}`);
    if (run >= 0) samples.push(performance.now() - begun);
    await pause(GAP_MS);
  }
  return stats(samples);
}

function figureOf(size: number, beside: Stats, alone: Stats): Figure {
  const told = ({ p50, p95, p99 }: Stats) => `p50 ${ms(p50)}, p95 ${ms(p95)}, p99 ${ms(p99)}`;
  return {
    what: `${size.toLocaleString("en")} records: another person's searches beside ${AT_ONCE} at a time`,
    figure: told(beside),
    floor: `${told(alone)} alone`,
    target: `p99 under ${MOST_MS} ms`,
    met: beside.p99 < MOST_MS,
  };
}
