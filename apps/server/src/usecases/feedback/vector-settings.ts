import type { VectorSettings } from "@postil/domain/datasets/vector-settings";
import { Refusal } from "@postil/domain/refusal";
import { addJob } from "../../jobs/add-job.ts";
import { vectorSettingsFromRow } from "../../storage/dataset-rows.ts";
import type { Context } from "../../storage/store.ts";
import { loadDatasetForManager, loadDatasetForMember } from "./load-dataset.ts";
import { type NewPart, type OfDataset, partsOf } from "./parts.ts";

// The reference leaves out the word "id" here.
const vectorSettings = partsOf("vector_settings", { noun: "Vector settings", id: "" }, vectorSettingsFromRow);

type OfSettings = { readonly settingsId: string };

/** The vector settings, in the order of their creation (contract api-v1 row 22, FEN-15). */
async function listVectorSettings(context: Context, { datasetId }: OfDataset): Promise<VectorSettings[]> {
  await loadDatasetForMember(context, datasetId);
  return (await vectorSettings.rows(context, datasetId)).map(vectorSettingsFromRow);
}

/** Maximum number of kinds of vectors in a dataset. */
const PER_DATASET = 5;

type CreateVectorSettings = NewPart & { readonly dimensions: number };

/**
 * Adds a kind of vector to a draft or a published dataset; the number is checked before the name (contract api-v1 row 23).
 */
export async function createVectorSettings(context: Context, input: CreateVectorSettings): Promise<VectorSettings> {
  const { datasetId, dimensions } = input;
  await loadDatasetForManager(context, datasetId);
  if ((await vectorSettings.rows(context, datasetId)).length >= PER_DATASET) {
    const message = `The maximum number of vector settings has been reached for dataset with id \`${datasetId}\``;
    throw new Refusal("unprocessable", message);
  }
  await vectorSettings.refuseTaken(context, input);
  return vectorSettingsFromRow(await vectorSettings.insert(context, input, { dimensions }));
}

type UpdateVectorSettings = OfSettings & { readonly title: string | undefined };

/** Changes the title of vector settings (contract api-v1 row 24, FSE-25). */
async function updateVectorSettings(
  context: Context,
  { settingsId, ...change }: UpdateVectorSettings,
): Promise<VectorSettings> {
  const { part } = await vectorSettings.loadForManager(context, settingsId);
  return vectorSettings.change(context, part, change, ({ title }) => ({ title }));
}

/** Deletes vector settings (contract api-v1 row 25). Their vectors cannot be reached any more; a job removes their rows. */
async function deleteVectorSettings(context: Context, { settingsId }: OfSettings): Promise<VectorSettings> {
  const { row, part, dataset } = await vectorSettings.loadForManager(context, settingsId);
  await vectorSettings.remove(context, part, dataset);
  const about = { vectorSettingsKey: row.key, target: null };
  await addJob(context, { name: "purge", dataset, about, total: dataset.next_seq });
  return part;
}

type OfRecords = OfDataset & { readonly recordIds: readonly string[] };
type VectorsOfRecord = { readonly recordId: string; readonly vectors: readonly string[] };

/**
 * The vector names of records, in the order of the settings, without reading the vectors: a similarity search can use them
 * (FFI-22). Records of other datasets are left out.
 */
async function listVectorsOfRecords(context: Context, { datasetId, recordIds }: OfRecords): Promise<VectorsOfRecord[]> {
  const { db } = context;
  const dataset = await loadDatasetForMember(context, datasetId);
  const records = await db
    .selectFrom("record")
    .select(["id", "seq"])
    .where("dataset_key", "=", dataset.key)
    .where("id", "in", recordIds)
    .execute();
  if (records.length === 0) return [];
  const seqs = records.map(({ seq }) => seq);
  const holders = await Promise.all(
    (await vectorSettings.rows(context, datasetId)).map(async ({ key, name }) => {
      const rows = await db
        .selectFrom("vector")
        .select("seq")
        .where("dataset_key", "=", dataset.key)
        .where("vector_settings_key", "=", key)
        .where("seq", "in", seqs)
        .execute();
      return { name, seqs: new Set(rows.map(({ seq }) => seq)) };
    }),
  );
  return records.map(({ id, seq }) => ({
    recordId: id,
    vectors: holders.filter((holder) => holder.seqs.has(seq)).map(({ name }) => name),
  }));
}

export const vectorSettingsCalls = {
  reads: { listVectorSettings, listVectorsOfRecords },
  writes: { createVectorSettings, updateVectorSettings, deleteVectorSettings },
};
