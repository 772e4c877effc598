import { existsSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { Connection } from "./connection.ts";
import { createRandom } from "./random.ts";
import type { Row } from "./rows.ts";

/** The datasets for the measurements of the older dataset family, made through the API. */

export const TEXTS = "texts";
export const TOKENS = "tokens";
const WORKSPACE = "default";
const BATCH = 500;

export type TaskCall = (method: string, path: string, body?: unknown) => Promise<string>;

/** Makes API calls; a path is the part after `/api/datasets`. */
export const taskCall =
  (connection: Connection): TaskCall =>
  async (method, path, body) => {
    const joint = path.includes("?") ? "&" : "?";
    const reply = await connection.ask(method, `/api/datasets${path}${joint}workspace=${WORKSPACE}`, body);
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.body.slice(0, 300)}`);
    return reply.body;
  };

/** A record as a client logs it. Every fifth is validated; one in ten of these has another label than the prediction. */
export function textRecord(rows: readonly Row[], index: number) {
  const row = rows[index % rows.length];
  if (!row) throw new Error("There are no rows.");
  const { text, label, words, predictions } = row;
  // With one correct label, the scores must sum to 1 at most.
  const whole = Math.max(
    1,
    predictions.reduce((sum, { score }) => sum + score, 0),
  );
  const labels = predictions.map((one) => ({ class: one.label, score: one.score / whole }));
  const annotation = { agent: "people", labels: [{ class: label }] };
  return {
    id: `r-${index}`,
    inputs: { text: `${text} (${index})` },
    metadata: { words, part: `p${(index * 7919) % 50}`, bucket: (index * 31) % 100 },
    prediction: { agent: "tfidf", labels },
    ...(index % 5 === 0 ? { annotation, status: "Validated" } : {}),
  };
}

export type TokenRow = {
  readonly text: string;
  readonly tokens: readonly string[];
  readonly entities: readonly { readonly label: string; readonly start: number; readonly end: number }[];
};

/** Reads `wnut17.jsonl.gz` if it exists. Otherwise uses the texts of the other rows, with one word of each as an entity. */
export function readTokenRows(rows: readonly Row[]): readonly TokenRow[] {
  const folder = process.env.POSTIL_BENCH_DATA ?? new URL("../../../shared/data", import.meta.url).pathname;
  const file = `${folder}/wnut17.jsonl.gz`;
  if (!existsSync(file)) return rows.map(({ text }) => tokenRow(text));
  const lines = gunzipSync(readFileSync(file)).toString("utf8").trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line) as TokenRow);
}

function tokenRow(text: string): TokenRow {
  const tokens = text.split(/\s+/).filter((token) => token !== "");
  const joined = tokens.join(" ");
  const [first = ""] = tokens;
  return { text: joined, tokens, entities: [{ label: "first", start: 0, end: [...first].length }] };
}

/** A record with annotated entities. The prediction lacks one in three of them. */
export function tokenRecord(rows: readonly TokenRow[], index: number) {
  const row = rows[index % rows.length];
  if (!row) throw new Error("There are no rows.");
  const luck = createRandom(index);
  const { text, tokens, entities } = row;
  return {
    id: `t-${index}`,
    text,
    tokens,
    metadata: { part: `p${index % 50}` },
    prediction: { agent: "crf", entities: entities.filter(() => luck() < 0.67), score: luck() },
    annotation: { agent: "people", entities },
  };
}

/** Logs `count` records and returns how many the server stored per second. */
export async function fillTasks(
  call: TaskCall,
  { name, task, count }: { readonly name: string; readonly task: string; readonly count: number },
  recordOf: (index: number) => unknown,
): Promise<number> {
  await call("POST", "", { name, task, workspace: WORKSPACE });
  let seconds = 0;
  for (let from = 0; from < count; from += BATCH) {
    const length = Math.min(BATCH, count - from);
    const records = Array.from({ length }, (_, index) => recordOf(from + index));
    const begun = performance.now();
    await call("POST", `/${name}/${task}:bulk`, { records });
    seconds += (performance.now() - begun) / 1000;
  }
  return count / seconds;
}
