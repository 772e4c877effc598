import type { MetadataMetrics, MetadataProperty } from "@postil/domain/entities";
import { isMember, maySeeProperty } from "@postil/domain/policies";
import { sql } from "kysely";
import { metadataPropertyFromRow } from "../../storage/dataset-rows.ts";
import type { Context } from "../../storage/store.ts";
import { loadDataset } from "../datasets/load-dataset.ts";
import { forbidden } from "../refuse.ts";
import { requireCaller } from "../require-caller.ts";
import { loadMetadataProperty } from "./load-metadata-property.ts";

/** More different terms than these are counted in the total only. */
const TERMS = 16_384;
const DECIMALS = 5;

/** The values a property has in the stored records (contract api-v1 row 21, FEN-20, ROL-04). */
export async function getMetadataPropertyMetrics(
  context: Context,
  { propertyId }: { readonly propertyId: string },
): Promise<MetadataMetrics> {
  const caller = requireCaller(context);
  const property = metadataPropertyFromRow(await loadMetadataProperty(context, propertyId));
  const dataset = await loadDataset(context, property.datasetId);
  if (!isMember(caller, dataset.workspace_id) || !maySeeProperty(caller, property)) throw forbidden();
  const { type } = property.settings;
  return type === "terms"
    ? countTerms(context, dataset.key, property)
    : { type, ...(await readBounds(context, dataset.key, property)) };
}

/**
 * Each value of the property in the records of a dataset, the elements of a list one by one. The name is of letters that
 * mean nothing inside a JSON path, but for the hyphen, hence the quotes.
 */
const valuesOf = (datasetKey: number, { name }: MetadataProperty) => sql`
  from record, json_each(record.metadata, ${`$."${name}"`}) as each
  where record.dataset_key = ${datasetKey} and each.type`;

async function countTerms({ db }: Context, datasetKey: number, property: MetadataProperty): Promise<MetadataMetrics> {
  const { rows } = await sql<{ term: string; count: number; total: number }>`
    select term, count(*) as count, sum(count(*)) over () as total from (
      select case each.type when 'true' then 'true' when 'false' then 'false' else cast(each.value as text) end as term
      ${valuesOf(datasetKey, property)} in ('text', 'integer', 'real', 'true', 'false'))
    group by term order by count desc, term limit ${sql.lit(TERMS)}
  `.execute(db);
  const values = rows.map(({ term, count }) => ({ term, count }));
  return { type: "terms", total: rows[0]?.total ?? 0, values };
}

async function readBounds({ db }: Context, datasetKey: number, property: MetadataProperty) {
  // Whole numbers beyond 2^53, which JSON may hold, cannot be read as integers.
  const { rows } = await sql<{ min: number | null; max: number | null }>`
    select min(cast(each.value as real)) as min, max(cast(each.value as real)) as max
    ${valuesOf(datasetKey, property)} in ('integer', 'real')
  `.execute(db);
  const rounded = (value: number | null | undefined) => (value == null ? null : Number(value.toFixed(DECIMALS)));
  return { min: rounded(rows[0]?.min), max: rounded(rows[0]?.max) };
}
