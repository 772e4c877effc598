import { isMember, maySeeProperty } from "@postil/domain/accounts/policies";
import type { MetadataMetrics } from "@postil/domain/datasets/metadata-property";
import { sql } from "kysely";
import { metadataPropertyFromRow } from "../../storage/dataset-rows.ts";
import { metadataTarget } from "../../storage/filter-targets.ts";
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
  const row = await loadMetadataProperty(context, propertyId);
  const property = metadataPropertyFromRow(row);
  const dataset = await loadDataset(context, property.datasetId);
  if (!isMember(caller, dataset.workspace_id) || !maySeeProperty(caller, property)) throw forbidden();
  const { type } = property.settings;
  const values = { datasetKey: dataset.key, target: metadataTarget(row.key) };
  return type === "terms" ? countTerms(context, values) : { type, ...(await readBounds(context, values)) };
}

type Values = { readonly datasetKey: number; readonly target: number };

/** The values records have, in their order: `not indexed` means by the primary key. A record counts once for each of its values. */
const valuesOf = ({ datasetKey, target }: Values) => sql`
  from filter_value not indexed where dataset_key = ${datasetKey} and target = ${target}`;

async function countTerms({ db }: Context, of: Values): Promise<MetadataMetrics> {
  const { rows } = await sql<{ term: string; count: number; total: number }>`
    select value as term, count(*) as count, sum(count(*)) over () as total ${valuesOf(of)}
    group by value order by count desc, value limit ${sql.lit(TERMS)}
  `.execute(db);
  const values = rows.map(({ term, count }) => ({ term, count }));
  return { type: "terms", total: rows[0]?.total ?? 0, values };
}

/** Two looks at the ends of an index. Whole numbers beyond 2^53, which JSON may hold, cannot be read as integers. */
async function readBounds({ db }: Context, of: Values) {
  const { rows } = await sql<{ min: number | null; max: number | null }>`
    select cast((select min(value) ${valuesOf(of)}) as real) as min, cast((select max(value) ${valuesOf(of)}) as real) as max
  `.execute(db);
  const rounded = (value: number | null | undefined) => (value == null ? null : Number(value.toFixed(DECIMALS)));
  return { min: rounded(rows[0]?.min), max: rounded(rows[0]?.max) };
}
