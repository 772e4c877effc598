import { apiOf } from "../e2e/support/api.ts";
import { type RunningServer, removeHome, startServer } from "../e2e/support/server.ts";
import { addFigures } from "./add.ts";
import { trainingFigures } from "./export.ts";
import { newDatasetFigures, parquetFigures, previewFigures } from "./import.ts";
import { told } from "./lib/figures.ts";
import { type Figure, writeReport } from "./lib/report.ts";
import { readRows } from "./lib/rows.ts";
import { migrateFigures } from "./migrate.ts";
import { webhookFigures } from "./webhooks.ts";

/** Measures files in and out: one part after the other, on the records that the first one has made. */

/** Of 100,000 rows: the largest file that may be sent, and a million rows of Parquet. */
const [BYTES_A_ROW, PARQUET_A_ROW] = [4990, 10];
/** Records that stay without an answer, for the webhook. */
const UNANSWERED = 1000;

export async function benchFiles(size: number): Promise<void> {
  const rows = readRows();
  const figures: Figure[] = [];
  const measure = async (what: string, part: () => Promise<readonly Figure[]>) => {
    console.log(`-- ${what}`);
    figures.push(...told(await part()));
  };
  const server = await startServer();
  try {
    await measure("large files", () => previewFigures(server, rows, size * BYTES_A_ROW));
    await measure("Parquet", () => parquetFigures(server, rows, size * PARQUET_A_ROW));
    console.log("-- a new dataset from a file");
    const made = await newDatasetFigures(server, rows, size);
    figures.push(...told(made.figures));
    await measure("rows for a dataset", () => addFigures(server, size, size / made.filled.secondsOfUpserts));
    const values = { intent: { value: made.filled.labels[0] } };
    const left = await answerAll(server, made.filled.datasetId, values);
    await measure("export for training", () => trainingFigures(server, made.filled.datasetId, size - UNANSWERED));
    await measure("an answer with a webhook", () => webhookFigures(server, left, values));
    await measure("migration", () => migrateFigures(server, made.filled.datasetId));
  } finally {
    await server.stop();
    removeHome(server.home);
  }
  writeReport("files", figures);
}

const [PAGE, AT_ONCE] = [1000, 100];

/** Answers all records but a few, and returns the ids of these. */
async function answerAll({ port }: RunningServer, datasetId: string, values: object): Promise<readonly string[]> {
  const api = apiOf(port);
  const pending = async () => {
    const path = `/api/v1/me/datasets/${datasetId}/records?response_status=pending&limit=${PAGE}`;
    return api.get<{ readonly items: readonly { readonly id: string }[]; readonly total: number }>(path);
  };
  for (;;) {
    const { items, total } = await pending();
    const some = items.slice(0, Math.max(0, total - UNANSWERED));
    for (let from = 0; from < some.length; from += AT_ONCE) {
      const answers = some
        .slice(from, from + AT_ONCE)
        .map(({ id }) => ({ record_id: id, status: "submitted", values }));
      await api.post("/api/v1/me/responses/bulk", { items: answers });
    }
    if (some.length === 0) return items.map(({ id }) => id);
  }
}
