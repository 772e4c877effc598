import { isMember, maySeeProperty } from "@postil/domain/accounts/policies";
import {
  type MetadataMetrics,
  type MetadataProperty,
  type MetadataSettings,
  PROPERTIES_BOUND,
} from "@postil/domain/datasets/metadata-property";
import { exactly, fromOrderText } from "@postil/domain/text/whole-numbers";
import { addJob } from "../../jobs/add-job.ts";
import { metadataPropertyFromRow } from "../../storage/dataset-rows.ts";
import { exactTarget, filterTargets, metadataTarget } from "../../storage/filter-targets.ts";
import { addProperty } from "../../storage/search-derived.ts";
import {
  type Bounds,
  boundsOfNumbers,
  boundsOfTexts,
  countTerms,
  type ValuesAt,
} from "../../storage/sqlite/value-figures.ts";
import { sizeOfProperties } from "../../storage/sqlite/whole-sizes.ts";
import type { Context } from "../../storage/store.ts";
import { forbidden } from "../refuse.ts";
import { refuseBeyond } from "../refuse-beyond.ts";
import { refuseUnfinished } from "../refuse-unfinished.ts";
import { requireCaller } from "../require-caller.ts";
import { loadDataset, loadDatasetForManager, loadDatasetForMember } from "./load-dataset.ts";
import { type NewPart, type OfDataset, partsOf } from "./parts.ts";

const properties = partsOf("metadata_property", { noun: "Metadata property" }, metadataPropertyFromRow);

type OfProperty = { readonly propertyId: string };

/** The properties that the caller may see, in the order of their creation (contract api-v1 row 17, ROL-04). */
async function listOwnMetadataProperties(context: Context, { datasetId }: OfDataset): Promise<MetadataProperty[]> {
  const caller = requireCaller(context);
  await loadDatasetForMember(context, datasetId);
  const rows = await properties.rows(context, datasetId);
  return rows.map(metadataPropertyFromRow).filter((property) => maySeeProperty(caller, property));
}

type CreateMetadataProperty = NewPart & {
  readonly settings: MetadataSettings;
  readonly visibleForAnnotators: boolean;
};

/** Adds a metadata property to a draft or a published dataset (contract api-v1 row 18). */
export async function createMetadataProperty(
  context: Context,
  input: CreateMetadataProperty,
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
  if (type === "terms") return { type, ...(await countTerms(context.db, values, TERMS)) };
  const { min, max } = await boundsOfNumbers(context.db, values);
  if (type === "float") return { type, min: rounded(min), max: rounded(max) };
  return { type, ...(await exactBounds(context, values, { min, max })) };
}

/** Minimum and maximum of whole numbers; beyond 2^53 with all their digits (FFI-28). */
async function exactBounds({ db }: Context, values: ValuesAt, { min, max }: Bounds) {
  const isBeyond = (end: number | null) => end !== null && typeof exactly(end) === "string";
  if (!isBeyond(min) && !isBeyond(max)) return { min: rounded(min), max: rounded(max) };
  const beyond = await boundsOfTexts(db, { ...values, target: exactTarget(values.target) });
  const end = (rough: number | null, text: string | null) =>
    isBeyond(rough) && text !== null ? fromOrderText(text) : rounded(rough);
  return { min: end(min, beyond.min), max: end(max, beyond.max) };
}

const rounded = (value: number | null) => (value === null ? null : Number(value.toFixed(DECIMALS)));

export const metadataPropertyCalls = {
  reads: { listOwnMetadataProperties, getMetadataPropertyMetrics },
  writes: { createMetadataProperty, updateMetadataProperty, deleteMetadataProperty },
};
