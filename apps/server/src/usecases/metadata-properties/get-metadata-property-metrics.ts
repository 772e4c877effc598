import { isMember, maySeeProperty } from "@postil/domain/accounts/policies";
import type { MetadataMetrics } from "@postil/domain/datasets/metadata-property";
import { metadataPropertyFromRow } from "../../storage/dataset-rows.ts";
import { metadataTarget } from "../../storage/filter-targets.ts";
import { boundsOfNumbers, countTerms } from "../../storage/sqlite/value-figures.ts";
import type { Context } from "../../storage/store.ts";
import { loadDataset } from "../datasets/load-dataset.ts";
import { mindImport } from "../imports/mind-import.ts";
import { forbidden } from "../refuse.ts";
import { requireCaller } from "../require-caller.ts";
import { loadMetadataProperty, noMetadataProperty } from "./load-metadata-property.ts";

/** More different terms than these are counted in the total only. */
const TERMS = 16_384;
const DECIMALS = 5;

/** The values a property has in the stored records (contract api-v1 row 21, FEN-20, ROL-04). */
export async function getMetadataPropertyMetrics(
  context: Context,
  { propertyId }: { readonly propertyId: string },
): Promise<MetadataMetrics> {
  const caller = requireCaller(context);
  const row = await loadMetadataProperty(context, propertyId);
  const property = metadataPropertyFromRow(row);
  const dataset = await loadDataset(context, property.datasetId);
  mindImport(context, dataset, () => noMetadataProperty(propertyId));
  if (!isMember(caller, dataset.workspace_id) || !maySeeProperty(caller, property)) throw forbidden();
  const { type } = property.settings;
  const values = { datasetKey: dataset.key, target: metadataTarget(row.key) };
  if (type === "terms") return { type, ...(await countTerms(context.db, values, TERMS)) };
  const { min, max } = await boundsOfNumbers(context.db, values);
  return { type, min: rounded(min), max: rounded(max) };
}

const rounded = (value: number | null) => (value === null ? null : Number(value.toFixed(DECIMALS)));
