import { join } from "node:path";
import { findFacets } from "../apps/server/src/records/find-facets.ts";
import { findPage } from "../apps/server/src/records/find-page.ts";
import { openDatabase } from "../apps/server/src/storage/sqlite/database.ts";
import { kyselyOver } from "../apps/server/src/storage/sqlite/dialect.ts";
import { fieldOf } from "../apps/server/src/usecases/records/feedback-fields.ts";
import { planRecords } from "../apps/server/src/usecases/records/records-plan.ts";
import type { Figure } from "./lib/report.ts";
import { ms, timed } from "./lib/stats.ts";
import { label, type SearchStage } from "./search.ts";

/** How many records of a result have each of a hundred values, in this process: there is no call that asks for it yet. */

const RUNS = 50;
const VALUES = 100;
const MOST_MS = [2, 15] as const;
const scope = (property: string) => ({ entity: "metadata", property }) as const;

export async function facetFigures(stage: SearchStage): Promise<Figure[]> {
  const database = openDatabase(join(stage.server.home, "postil.db"), "reader");
  const db = kyselyOver(database);
  const dataset = await db
    .selectFrom("dataset")
    .selectAll()
    .where("id", "=", stage.data.datasetId)
    .executeTakeFirstOrThrow();
  const include = { responses: false, suggestions: false, vectors: "none" } as const;
  const asked = { include, statuses: [], metadata: [], sort: [], offset: 0, limit: 10 };
  const filters = [{ type: "range", scope: scope("words"), ge: 5, le: 15 } as const];
  const search = { text: null, vector: null, filters, sort: [{ scope: scope("words"), order: "asc" } as const] };
  const plan = await planRecords({ db }, dataset, null, asked, search);
  const fields = [fieldOf(scope("bucket"))];
  const facet = () => findFacets({ db }, { ...plan, fields, most: VALUES });
  const filter = () => findFacets({ db }, { ...plan, fields: [], most: VALUES });
  // The first of them make the copies in memory.
  await timed(RUNS, facet);
  const [found] = await facet();
  if (found?.total !== VALUES) throw new Error(`${found?.total} values were counted.`);
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
