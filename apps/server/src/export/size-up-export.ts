import { gzipSync } from "node:zlib";
import { countBits } from "@postil/domain/queue/bitmap";
import { runsOf, type SeqSet } from "../records/seq-set.ts";
import { exportedRows } from "../storage/exported-rows.ts";
import type { Context } from "../storage/store.ts";
import { type DatasetRow, loadDatasetForManager } from "../usecases/datasets/load-dataset.ts";
import { listSuggestionAgents } from "../usecases/suggestions/list-suggestion-agents.ts";
import { readDefinition } from "./definition.ts";
import { type ExportDataset, scopeOf, wantedRecords, writerFor } from "./export-dataset.ts";

/** What an export would hold; of responses and suggestions those of the whole dataset. */
export type ExportSize = {
  readonly records: number;
  readonly responses: number;
  readonly people: number;
  readonly suggestions: number;
  readonly agents: number;
  readonly properties: number;
  readonly vectors: readonly { readonly name: string; readonly dimensions: number }[];
  readonly bytes: number;
  readonly vectorBytes: number;
};

/** So many records are written to see how large one is. */
const SAMPLE = 100;

/** What an export would hold and about how large it would be, before it is made (EXP-04). */
export async function sizeUpExport(
  context: Context,
  wish: ExportDataset & { readonly gzip: boolean },
): Promise<ExportSize> {
  const { db } = context;
  const dataset = await loadDatasetForManager(context, wish.datasetId);
  const definition = await readDefinition(db, dataset);
  const set = await wantedRecords(context, dataset, wish);
  const records = countBits(set);
  const seqs = firstOf(set);
  const bytesWith = async (vectors: boolean) => {
    const parts = { ...wish.parts, vectors };
    const writer = writerFor({ ...wish, parts }, definition);
    let text = "";
    for await (const rows of exportedRows(db, scopeOf(dataset, definition, { parts }), [seqs], set))
      text += writer.write(rows, null);
    const bytes = Buffer.from(text);
    const size = wish.gzip ? gzipSync(bytes).length : bytes.length;
    return seqs.length === 0 ? 0 : Math.round((size * records) / seqs.length);
  };
  const plain = await bytesWith(false);
  const vectorBytes = definition.vectors.length === 0 ? 0 : (await bytesWith(true)) - plain;
  const agents = await listSuggestionAgents(context, { datasetId: dataset.id });
  return {
    records,
    ...(await countAnswers(context, dataset)),
    agents: new Set(agents.flatMap((one) => one.agents)).size,
    properties: definition.properties.length,
    vectors: definition.vectors.map(({ name, dimensions }) => ({ name, dimensions })),
    bytes: plain + (wish.parts.vectors ? vectorBytes : 0),
    vectorBytes,
  };
}

function firstOf(set: SeqSet): readonly number[] {
  const first: number[] = [];
  for (const run of runsOf(set)) {
    first.push(...run.slice(0, SAMPLE - first.length));
    if (first.length === SAMPLE) break;
  }
  return first;
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
