import { isMember, maySeeProperty } from "@postil/domain/accounts/policies";
import {
  type MetadataMetrics,
  type MetadataProperty,
  type MetadataSettings,
  MOST_VECTORS,
  PROPERTIES_BOUND,
  type VectorSettings,
} from "@postil/domain/datasets/metadata-property";
import { Refusal } from "@postil/domain/refusal";
import { exactly, fromOrderText } from "@postil/domain/text/whole-numbers";
import { addJob } from "../../jobs/add-job.ts";
import { metadataPropertyFromRow, vectorSettingsFromRow } from "../../storage/dataset-rows.ts";
import type { Bounds, ValuesAt } from "../../storage/engine-values.ts";
import { addProperty, filterTargets, metadataTarget } from "../../storage/feedback-family.ts";
import { sizeOfProperties } from "../../storage/sizes.ts";
import { rowsOf } from "../../storage/statements.ts";
import type { Context } from "../../storage/store.ts";
import { exactTarget } from "../../storage/value-sources.ts";
import { forbidden, refuseBeyond, refuseUnfinished, requireCaller } from "../refuse.ts";
import { loadDataset, loadDatasetForManager, loadDatasetForMember, type OfDataset } from "./load.ts";
import { type NewPart, partsOf } from "./parts.ts";

export const properties = partsOf("metadata_property", { noun: "Metadata property" }, metadataPropertyFromRow);

type OfProperty = { readonly propertyId: string };

/** The properties that the caller may see, in the order of their creation (contract api-v1 row 17, ROL-04). */
async function listOwnMetadataProperties(context: Context, { datasetId }: OfDataset): Promise<MetadataProperty[]> {
  const caller = requireCaller(context);
  await loadDatasetForMember(context, datasetId);
  return (await properties.list(context, datasetId)).filter((property) => maySeeProperty(caller, property));
}

/** Adds a metadata property to a draft or a published dataset (contract api-v1 row 18). */
export async function createMetadataProperty(
  context: Context,
  input: NewPart & {
    readonly settings: MetadataSettings;
    readonly visibleForAnnotators: boolean;
  },
): Promise<MetadataProperty> {
  const { datasetId, name, title, settings, visibleForAnnotators } = input;
  const { db } = context;
  const dataset = await loadDatasetForManager(context, datasetId);
  await properties.refuseTaken(context, input);
  const json = JSON.stringify(settings);
  const [there = { count: 0, bytes: 0 }] = await sizeOfProperties(db, datasetId);
  refuseBeyond(PROPERTIES_BOUND, there, [name, title, json]);
  const own = { settings: json, visible_for_annotators: visibleForAnnotators ? 1 : 0 } as const;
  const made = await properties.insert(context, input, own);
  const [target] = filterTargets([{ key: made.key, name, settings }], []).properties;
  if (target) await addProperty(db, dataset, target);
  return metadataPropertyFromRow(made);
}

type UpdateMetadataProperty = OfProperty & {
  readonly title: string | undefined;
  readonly visibleForAnnotators: boolean | undefined;
};

/** Changes the title of a property, or who sees it (contract api-v1 row 19, FSE-26). */
async function updateMetadataProperty(
  context: Context,
  { propertyId, ...change }: UpdateMetadataProperty,
): Promise<MetadataProperty> {
  const { part } = await properties.loadForManager(context, propertyId);
  return properties.change(context, part, change, ({ title, visibleForAnnotators }) => ({
    title,
    visible_for_annotators: visibleForAnnotators ? 1 : 0,
  }));
}

/** Deletes a property. The values in the records stay (contract api-v1 row 20, 10.3); a job purges the filter values. */
async function deleteMetadataProperty(context: Context, { propertyId }: OfProperty): Promise<MetadataProperty> {
  const { row, part, dataset } = await properties.loadForManager(context, propertyId);
  await properties.remove(context, part, dataset);
  const about = { vectorSettingsKey: null, target: metadataTarget(row.key) };
  await addJob(context, { name: "purge", dataset, about, total: dataset.next_seq });
  return part;
}

/** Maximum number of distinct terms that are listed. Further terms count only in the total. */
const TERMS = 16_384;
const DECIMALS = 5;

/** The values a property has in the stored records (contract api-v1 row 21, FEN-20, ROL-04). */
async function getMetadataPropertyMetrics(context: Context, { propertyId }: OfProperty): Promise<MetadataMetrics> {
  const caller = requireCaller(context);
  const row = await properties.load(context, propertyId);
  const property = metadataPropertyFromRow(row);
  const dataset = await loadDataset(context, property.datasetId);
  refuseUnfinished(context, dataset, () => properties.unknown(propertyId));
  if (!isMember(caller, dataset.workspace_id) || !maySeeProperty(caller, property)) throw forbidden();
  const { type } = property.settings;
  const values = { datasetKey: dataset.key, target: metadataTarget(row.key) };
  if (type === "terms") return { type, ...(await context.db.values.countTerms(values, TERMS)) };
  const { min, max } = await context.db.values.boundsOfNumbers(values);
  if (type === "float") return { type, min: rounded(min), max: rounded(max) };
  return { type, ...(await exactBounds(context, values, { min, max })) };
}

/** Minimum and maximum of whole numbers; beyond 2^53 with all their digits (FFI-28). */
async function exactBounds({ db }: Context, values: ValuesAt, { min, max }: Bounds) {
  const isBeyond = (end: number | null) => end !== null && typeof exactly(end) === "string";
  if (!isBeyond(min) && !isBeyond(max)) return { min: rounded(min), max: rounded(max) };
  const beyond = await db.values.boundsOfTexts({ ...values, target: exactTarget(values.target) });
  const end = (rough: number | null, text: string | null) =>
    isBeyond(rough) && text !== null ? fromOrderText(text) : rounded(rough);
  return { min: end(min, beyond.min), max: end(max, beyond.max) };
}

const rounded = (value: number | null) => (value === null ? null : Number(value.toFixed(DECIMALS)));

// The reference leaves out the word "id" here.
export const vectorSettings = partsOf("vector_settings", { noun: "Vector settings", id: "" }, vectorSettingsFromRow);

type OfSettings = { readonly settingsId: string };

/** The vector settings, in the order of their creation (contract api-v1 row 22, FEN-15). */
async function listVectorSettings(context: Context, { datasetId }: OfDataset): Promise<VectorSettings[]> {
  await loadDatasetForMember(context, datasetId);
  return vectorSettings.list(context, datasetId);
}

type CreateVectorSettings = NewPart & { readonly dimensions: number };

/** Adds a kind of vector to a draft or a published dataset; the number is checked before the name (api-v1 row 23). */
export async function createVectorSettings(context: Context, input: CreateVectorSettings): Promise<VectorSettings> {
  const { datasetId, dimensions } = input;
  await loadDatasetForManager(context, datasetId);
  if ((await vectorSettings.rows(context, datasetId)).length >= MOST_VECTORS) {
    const message = `The maximum number of vector settings has been reached for dataset with id \`${datasetId}\``;
    throw new Refusal("unprocessable", message);
  }
  await vectorSettings.refuseTaken(context, input);
  return vectorSettingsFromRow(await vectorSettings.insert(context, input, { dimensions }));
}

/** Changes the title of vector settings (contract api-v1 row 24, FSE-25). */
async function updateVectorSettings(
  context: Context,
  { settingsId, ...change }: OfSettings & { readonly title: string | undefined },
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
  const records = await rowsOf(db, "record", { dataset_key: dataset.key })
    .select(["id", "seq"])
    .where("id", "in", recordIds)
    .execute();
  if (records.length === 0) return [];
  const seqs = records.map(({ seq }) => seq);
  const holders = await Promise.all(
    (await vectorSettings.rows(context, datasetId)).map(async ({ key, name }) => {
      const rows = await rowsOf(db, "vector", { dataset_key: dataset.key, vector_settings_key: key })
        .select("seq")
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

export const propertyAndVectorCalls = {
  reads: { listOwnMetadataProperties, getMetadataPropertyMetrics, listVectorSettings, listVectorsOfRecords },
  writes: {
    ...{ createMetadataProperty, updateMetadataProperty, deleteMetadataProperty },
    ...{ createVectorSettings, updateVectorSettings, deleteVectorSettings },
  },
};
