import { countBits } from "@postil/domain/queue/bitmap";
import { exportedRows } from "../storage/exported-rows.ts";
import type { Context } from "../storage/store.ts";
import { type DatasetRow, loadDatasetForManager } from "../usecases/feedback/load-dataset.ts";
import { listSuggestionAgents } from "../usecases/feedback/suggestions.ts";
import { readDefinition } from "./definition.ts";
import { type ExportDataset, scopeOf, wantedRecords, writerFor } from "./export-dataset.ts";
import { type ExportSize, likelyBytes } from "./likely-bytes.ts";

/** The content and the estimated size of an export, before it is made (EXP-04). */
export async function sizeUpExport(
  context: Context,
  wish: ExportDataset & { readonly gzip: boolean },
): Promise<ExportSize> {
  const { db } = context;
  const dataset = await loadDatasetForManager(context, wish.datasetId);
  const definition = await readDefinition(db, dataset);
  const set = await wantedRecords(context, dataset, wish);
  const bytes = await likelyBytes(set, wish, definition.vectors.length > 0, (parts, seqs) => ({
    writer: writerFor({ ...wish, parts }, definition),
    batches: exportedRows(db, scopeOf(dataset, definition, { parts }), [seqs], set),
  }));
  const agents = await listSuggestionAgents(context, { datasetId: dataset.id });
  return {
    records: countBits(set),
    ...(await countAnswers(context, dataset)),
    agents: new Set(agents.flatMap((one) => one.agents)).size,
    properties: definition.properties.length,
    vectors: definition.vectors.map(({ name, dimensions }) => ({ name, dimensions })),
    ...bytes,
  };
}

async function countAnswers({ db }: Context, { key }: DatasetRow) {
  const people = await db
    .selectFrom("user_counts")
    .select(["draft", "submitted", "discarded"])
    .where("dataset_key", "=", key)
    .execute();
  const counts = people.map(({ draft, submitted, discarded }) => draft + submitted + discarded);
  const { count } = await db
    .selectFrom("suggestion")
    .select((one) => one.fn.countAll<number>().as("count"))
    .where("dataset_key", "=", key)
    .executeTakeFirstOrThrow();
  return {
    responses: counts.reduce((total, one) => total + one, 0),
    people: counts.filter((one) => one > 0).length,
    suggestions: count,
  };
}
