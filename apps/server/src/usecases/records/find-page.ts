import { stepsFromHome } from "@postil/domain/queue-round";
import type { RawBuilder, SqlBool } from "kysely";
import { compileFilter, compileSort, hasStatus } from "../../search/compile.ts";
import type { SearchScene } from "../../search/target.ts";
import { homeOf, type Page, pageInOrder, pageOfRound } from "../../storage/record-pages.ts";
import type { Context } from "../../storage/store.ts";
import type { RecordsPlan } from "./records-plan.ts";

/** The numbers of the records a plan asks for, and how many match in all. */
export function findPage({ db }: Pick<Context, "db">, plan: RecordsPlan): Promise<Page> {
  const { datasetKey, viewer, statuses, filters, sort } = plan;
  if (filters.length > 0 || sort.length > 0) return pageBySql({ db }, plan);
  const matching = { datasetKey, userKey: viewer?.key ?? null, statuses };
  return viewer ? pageOfRound(db, matching, viewer.id, plan) : pageInOrder(db, matching, plan);
}

/** With filters or a sort every record of the dataset is looked at. */
async function pageBySql({ db }: Pick<Context, "db">, plan: RecordsPlan): Promise<Page> {
  const { datasetKey, datasetId, viewer, statuses, properties, questions, offset, limit } = plan;
  const scene: SearchScene = { datasetId, properties, questions, viewerKey: viewer?.key ?? null };
  const conditions: RawBuilder<SqlBool>[] = plan.filters.map((filter) => compileFilter(scene, filter));
  if (statuses.length > 0) conditions.push(hasStatus(scene.viewerKey, statuses));
  const matching = db.selectFrom("record").where("dataset_key", "=", datasetKey);
  const where = conditions.reduce((query, condition) => query.where(condition), matching);
  const { total } = await where.select(({ fn }) => fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  if (viewer && plan.sort.length === 0) {
    const home = await homeOf(db, datasetKey, viewer.id);
    const all = await where.select("seq").execute();
    const inOrder = all.map(({ seq }) => ({ seq, at: stepsFromHome(home, seq) })).sort((a, b) => a.at - b.at);
    return { seqs: inOrder.slice(offset, offset + limit).map(({ seq }) => seq), total };
  }
  const sorted = where.select("seq").orderBy(compileSort(scene, plan.sort));
  const rows = await sorted.offset(offset).limit(limit).execute();
  return { seqs: rows.map((row) => row.seq), total };
}
