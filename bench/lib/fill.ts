import type { Connection } from "./connection.ts";
import type { Row } from "./rows.ts";

export type Filled = {
  readonly datasetId: string;
  readonly workspaceId: string;
  readonly labels: readonly string[];
  readonly secondsOfUpserts: number;
};

const BATCH = 500;

/** Makes a dataset of `count` records through the API: real text, two questions, suggestions, metadata and a vector. */
export async function fill(connection: Connection, name: string, rows: readonly Row[], count: number): Promise<Filled> {
  const post = async (path: string, body: unknown, method = "POST"): Promise<{ id: string }> => {
    const reply = await connection.ask(method, path, body);
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.body.slice(0, 300)}`);
    return JSON.parse(reply.body) as { id: string };
  };
  const labels = [...new Set(rows.map((row) => row.label))].sort();
  const workspace = await post("/api/v1/workspaces", { name: `${name}-workspace` });
  const dataset = await post("/api/v1/datasets", { name, workspace_id: workspace.id });
  const at = `/api/v1/datasets/${dataset.id}`;
  await post(`${at}/fields`, { name: "text", title: "Text", required: true, settings: { type: "text" } });
  const intent = await post(`${at}/questions`, {
    name: "intent",
    title: "Intent",
    required: true,
    settings: { type: "label_selection", options: labels.map((label) => ({ value: label, text: label })) },
  });
  const clarity = await post(`${at}/questions`, {
    name: "clarity",
    title: "Clarity",
    settings: { type: "rating", options: [1, 2, 3, 4, 5].map((value) => ({ value })) },
  });
  await post(`${at}/metadata-properties`, { name: "words", title: "Words", settings: { type: "integer" } });
  await post(`${at}/metadata-properties`, { name: "part", title: "Part", settings: { type: "terms" } });
  await post(`${at}/vectors-settings`, { name: "svd", title: "SVD", dimensions: 64 });
  await post(`${at}/publish`, undefined, "PUT");

  const record = (index: number) => {
    const row = rows[index % rows.length];
    if (!row) throw new Error("no rows");
    const [best] = row.predictions;
    return {
      external_id: `r-${index}`,
      fields: { text: `${row.text} (${index})` },
      metadata: { words: row.words, part: `p${index % 10}` },
      suggestions: [
        { question_id: intent.id, value: best?.label ?? row.label, score: best?.score ?? 0, agent: "tfidf" },
        { question_id: clarity.id, value: 1 + (index % 5), score: 0.5, agent: "words" },
      ],
      vectors: row.vector.length === 0 ? {} : { svd: row.vector },
    };
  };
  let spent = 0;
  for (let from = 0; from < count; from += BATCH) {
    const items = Array.from({ length: Math.min(BATCH, count - from) }, (_, i) => record(from + i));
    const begun = performance.now();
    const reply = await connection.ask("PUT", `${at}/records/bulk`, { items });
    spent += performance.now() - begun;
    if (reply.status !== 200) throw new Error(`upsert at ${from}: ${reply.status} ${reply.body.slice(0, 300)}`);
  }
  return { datasetId: dataset.id, workspaceId: workspace.id, labels, secondsOfUpserts: spent / 1000 };
}
