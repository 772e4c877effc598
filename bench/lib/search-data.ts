import { type Connection, openConnection } from "./connection.ts";
import { createRandom, spread } from "./random.ts";
import type { Row } from "./rows.ts";

/** The dataset for the search measurements, made through the API. Every value follows from the record's number. */

export const DIMENSIONS = 384;
/** At most this number of records have a vector. */
export const MOST_VECTORS = 200_000;
const BATCH = 500;
const ANSWERED = 0.3;
const ANNOTATORS = 3;

export type SearchData = {
  readonly datasetId: string;
  /** The API keys of the annotators. Each annotator has answered three of ten records. */
  readonly keys: readonly string[];
  readonly seconds: number;
};

/** The values of a record. The searches use all of them. */
export const valuesOf = (rows: readonly Row[], index: number) => {
  const row = rows[index % rows.length];
  if (!row) throw new Error("There are no rows.");
  const [best] = row.predictions;
  return {
    text: `${row.text} (${index})`,
    words: row.words,
    part: `p${(index * 7919) % 50}`,
    bucket: (index * 31) % 100,
    label: best?.label ?? row.label,
    score: best?.score ?? 0,
    rating: 1 + (index % 5),
  };
};

/** A vector near one of 77 directions. Its numbers are fractions of 4096, which four-byte floats keep exactly. */
export function vectorOf(index: number): Float32Array {
  const [centre, own] = [createRandom((index * 7919) % 77), createRandom(1000 + index)];
  const vector = new Float32Array(DIMENSIONS);
  for (let i = 0; i < DIMENSIONS; i++) vector[i] = Math.round((spread(centre) + spread(own)) * 1024) / 4096;
  return vector;
}

export async function fillForSearch(port: number, ownerKey: string, rows: readonly Row[], count: number) {
  const connection = await openConnection(port, ownerKey);
  const ask = createAsk(connection);
  const workspace = await ask("POST", "/api/v1/workspaces", { name: `search${count}` });
  const dataset = await ask("POST", "/api/v1/datasets", { name: `search${count}`, workspace_id: workspace.id });
  const at = `/api/v1/datasets/${dataset.id}`;
  const questions = await describe(ask, at, rows);
  const users = await addAnnotators(ask, workspace.id);
  const begun = performance.now();
  const ids = users.map(({ id }) => id);
  for (let from = 0; from < count; from += BATCH) {
    const length = Math.min(BATCH, count - from);
    const items = Array.from({ length }, (_, i) => recordOf(rows, from + i, questions, ids));
    await ask("PUT", `${at}/records/bulk`, { items });
  }
  connection.close();
  const seconds = (performance.now() - begun) / 1000;
  return { datasetId: dataset.id, keys: users.map(({ api_key }) => api_key ?? ""), seconds } satisfies SearchData;
}

type Made = { readonly id: string; readonly api_key?: string };
type Ask = (method: string, path: string, body?: unknown) => Promise<Made>;

const createAsk =
  (connection: Connection): Ask =>
  async (method, path, body) => {
    const reply = await connection.ask(method, path, body);
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.body.slice(0, 300)}`);
    return reply.body === "" ? { id: "" } : JSON.parse(reply.body);
  };

type Questions = { readonly intent: string; readonly clarity: string };

async function describe(ask: Ask, at: string, rows: readonly Row[]): Promise<Questions> {
  const labels = [...new Set(rows.flatMap((row) => [row.label, ...row.predictions.map(({ label }) => label)]))].sort();
  await ask("POST", `${at}/fields`, { name: "text", title: "Text", required: true, settings: { type: "text" } });
  const options = labels.map((value) => ({ value, text: value }));
  const label = { name: "intent", title: "Intent", required: true, settings: { type: "label_selection", options } };
  const stars = { type: "rating", options: [1, 2, 3, 4, 5].map((value) => ({ value })) };
  const intent = await ask("POST", `${at}/questions`, label);
  const clarity = await ask("POST", `${at}/questions`, { name: "clarity", title: "Clarity", settings: stars });
  for (const [name, type] of [
    ["words", "integer"],
    ["part", "terms"],
    ["bucket", "integer"],
  ])
    await ask("POST", `${at}/metadata-properties`, { name, title: name, settings: { type } });
  await ask("POST", `${at}/vectors-settings`, { name: "mini", title: "Mini", dimensions: DIMENSIONS });
  await ask("PUT", `${at}/publish`);
  return { intent: intent.id, clarity: clarity.id };
}

async function addAnnotators(ask: Ask, workspaceId: string): Promise<Made[]> {
  const users: Made[] = [];
  for (let index = 0; index < ANNOTATORS; index++) {
    const username = `reader${index}`;
    const user = await ask("POST", "/api/v1/users", { first_name: "R", username, password: "reader-password" });
    await ask("POST", `/api/v1/workspaces/${workspaceId}/users`, { user_id: user.id });
    users.push(user);
  }
  return users;
}

function recordOf(rows: readonly Row[], index: number, { intent, clarity }: Questions, users: readonly string[]) {
  const { text, words, part, bucket, label, score, rating } = valuesOf(rows, index);
  const luck = createRandom(index);
  return {
    external_id: `r-${index}`,
    fields: { text },
    metadata: { words, part, bucket },
    suggestions: [
      { question_id: intent, value: label, score, agent: "tfidf" },
      { question_id: clarity, value: rating, score: 0.5, agent: "words" },
    ],
    responses: users.flatMap((user_id) =>
      luck() < ANSWERED ? { user_id, status: "submitted", values: { intent: { value: label } } } : [],
    ),
    vectors: index < MOST_VECTORS ? { mini: [...vectorOf(index)] } : {},
  };
}
