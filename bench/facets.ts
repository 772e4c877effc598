import { join } from "node:path";
import { compileTree } from "../apps/server/src/records/compile-tree.ts";
import { findMatching } from "../apps/server/src/records/find-matching.ts";
import { findPage } from "../apps/server/src/records/find-page.ts";
import { countValues } from "../apps/server/src/records/found-records.ts";
import { resolveField } from "../apps/server/src/records/registry.ts";
import { searchOf } from "../apps/server/src/records/search.ts";
import { openDatabase } from "../apps/server/src/storage/sqlite/database.ts";
import { engineOver } from "../apps/server/src/storage/sqlite/engine.ts";
import { planRecords } from "../apps/server/src/usecases/feedback/find-records.ts";
import { fieldOf } from "../apps/server/src/usecases/feedback/search-fields.ts";
import type { Figure } from "./lib/report.ts";
import { label, type SearchStage } from "./lib/search-stage.ts";
import { ms, timed } from "./lib/stats.ts";

/** Measures the record counts of a hundred values in a result. It runs in this process, because no API call exists yet. */

const RUNS = 50;
const VALUES = 100;
const MOST_MS = [2, 15] as const;
const scope = (property: string) => ({ entity: "metadata", property }) as const;

export async function facetFigures(stage: SearchStage): Promise<Figure[]> {
  const database = openDatabase(join(stage.server.home, "postil.db"), "reader");
  const db = engineOver(database);
  const dataset = await db
    .selectFrom("dataset")
    .selectAll()
    .where("id", "=", stage.data.datasetId)
    .executeTakeFirstOrThrow();
  const include = { responses: false, suggestions: false, vectors: "none" } as const;
  const asked = { include, statuses: [], metadata: [], sort: [], offset: 0, limit: 10 };
  const filters = [{ type: "range", scope: scope("words"), ge: 5, le: 15 } as const];
  const search = { text: null, vector: null, filters, sort: [{ scope: scope("words"), order: "asc" } as const] };
  const plan = await planRecords({ db }, { ...dataset, active_at: null }, null, asked, search);
  const found = searchOf(db, plan);
  const bucket = resolveField(plan.registry, fieldOf(scope("bucket")));
  if (bucket.kind !== "values") throw new Error("The buckets have no values.");
  const filter = async () => (await findMatching(found, compileTree(plan.registry, plan.tree), false)).set;
  const facet = async () => countValues(found, await filter(), bucket, VALUES);
  // The first runs make the copies in memory.
  await timed(RUNS, facet);
  const { total: counted } = await facet();
  if (counted !== VALUES) throw new Error(`${counted} values were counted.`);
  const [with_, without] = [await timed(RUNS, facet), await timed(RUNS, filter)];
  const { total } = await findPage({ db }, plan);
  database.close();
  const most = MOST_MS[stage.size > 100_000 ? 1 : 0];
  return [
    {
      what: label(stage, `a facet of ${VALUES} values over ${total.toLocaleString("en")} records that a filter keeps`),
      figure: `p50 ${ms(with_.p50)}`,
      floor: `${ms(without.p50)} without it`,
      target: `at most ${most} ms more`,
      met: with_.p50 - without.p50 < most,
    },
  ];
}
