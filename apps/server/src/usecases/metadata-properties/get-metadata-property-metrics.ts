import { isMember, maySeeProperty } from "@postil/domain/accounts/policies";
import type { MetadataMetrics } from "@postil/domain/datasets/metadata-property";
import { exactly, fromOrderText } from "@postil/domain/text/whole-numbers";
import { metadataPropertyFromRow } from "../../storage/dataset-rows.ts";
import { exactTarget, metadataTarget } from "../../storage/filter-targets.ts";
import {
  type Bounds,
  boundsOfNumbers,
  boundsOfTexts,
  countTerms,
  type ValuesAt,
} from "../../storage/sqlite/value-figures.ts";
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
  if (type === "float") return { type, min: rounded(min), max: rounded(max) };
  return { type, ...(await exactBounds(context, values, { min, max })) };
}

/** Of whole numbers the ends beyond 2^53 with all of their digits (FFI-28). */
async function exactBounds({ db }: Context, values: ValuesAt, { min, max }: Bounds) {
  const isBeyond = (end: number | null) => end !== null && typeof exactly(end) === "string";
  if (!isBeyond(min) && !isBeyond(max)) return { min: rounded(min), max: rounded(max) };
  const beyond = await boundsOfTexts(db, { ...values, target: exactTarget(values.target) });
  const end = (rough: number | null, text: string | null) =>
    isBeyond(rough) && text !== null ? fromOrderText(text) : rounded(rough);
  return { min: end(min, beyond.min), max: end(max, beyond.max) };
}

const rounded = (value: number | null) => (value === null ? null : Number(value.toFixed(DECIMALS)));
