import { countBits } from "@postil/domain/queue/bitmap";
import { placeOf, startOf } from "@postil/domain/queue/places";
import { weightOf } from "@postil/domain/queue/queue-round";
import { matchingBlocks } from "../storage/matching-blocks.ts";
import { pageInOrder, pageOfRound } from "../storage/record-pages.ts";
import type { Context } from "../storage/store.ts";
import type { RecordsPlan } from "../usecases/records/records-plan.ts";
import { compileFilters } from "./condition.ts";
import { countedPage } from "./counted-page.ts";
import { findMatching } from "./find-matching.ts";
import { rankedPage } from "./ranked-page.ts";
import type { Search } from "./search.ts";
import { blocksOfSet } from "./seq-set.ts";
import { compileSort, firstSorted, type SortKey } from "./sorted-page.ts";
import type { SearchScene } from "./target.ts";

/** Numbers of records in the order of the page, how many match in all, and how well each does where that gives the order. */
export type FoundPage = {
  readonly seqs: readonly number[];
  readonly total: number;
  readonly scores: readonly number[] | null;
};

/** The numbers of the records a plan asks for, and how many match in all. */
export async function findPage({ db }: Pick<Context, "db">, plan: RecordsPlan): Promise<FoundPage> {
  const { datasetKey, size, viewer, statuses, filters, sort, text, offset, limit } = plan;
  const scene = sceneOf(plan);
  const keys = compileSort(scene, sort);
  if (filters.length === 0 && sort.length === 0 && text === null) {
    const blocks = await matchingBlocks(db, { datasetKey, userKey: viewer?.key ?? null, statuses });
    const page = viewer ? await pageOfRound(db, datasetKey, blocks, viewer.id, plan) : await pageInOrder(blocks, plan);
    return { ...page, scores: null };
  }
  const counted = await countPlanned({ db }, plan, keys);
  if (counted) return { seqs: counted.seqs.slice(offset), total: counted.total, scores: null };
  const { set, scores } = await findPlanned({ db }, plan, sort.length === 0);
  const total = countBits(set);
  if (sort.length > 0) {
    const search: Search = { db, datasetKey, size, viewerKey: scene.viewerKey };
    const first = await firstSorted(search, set, keys, offset + limit);
    return { seqs: first.slice(offset), total, scores: null };
  }
  if (scores) return { ...rankedPage(set, scores, weightFor(plan), plan), total };
  const blocks = blocksOfSet(set);
  const page = viewer ? await pageOfRound(db, datasetKey, blocks, viewer.id, plan) : await pageInOrder(blocks, plan);
  return { ...page, scores: null };
}

export const sceneOf = ({ datasetId, datasetKey, viewer, questions, properties }: RecordsPlan): SearchScene => ({
  datasetId,
  datasetKey,
  questions,
  properties,
  viewerKey: viewer?.key ?? null,
});

/** Nothing but one condition and one key to sort by: what a list does that is opened at what a model was unsure of. */
async function countPlanned({ db }: Pick<Context, "db">, plan: RecordsPlan, [key, ...others]: readonly SortKey[]) {
  const { datasetKey, size, statuses, filters, text, offset, limit } = plan;
  if (!key || others.length > 0 || statuses.length > 0 || text) return null;
  const scene = sceneOf(plan);
  const [condition, ...rest] = compileFilters(scene, filters);
  if (condition?.kind !== "rows" || rest.length > 0) return null;
  return countedPage({ db, datasetKey, size, viewerKey: scene.viewerKey }, condition, key, offset + limit);
}

/** All records a plan asks for, whatever their order; `scored`: with how well they match the text. */
export async function findPlanned({ db }: Pick<Context, "db">, plan: RecordsPlan, scored: boolean) {
  const { datasetKey, size, statuses, filters, text } = plan;
  const scene = sceneOf(plan);
  const conditions = compileFilters(scene, filters);
  const search: Search = { db, datasetKey, size, viewerKey: scene.viewerKey };
  const wanted = text && plan.published ? { q: text.q, field: text.column, scored } : null;
  return findMatching(search, { statuses, conditions, text: wanted });
}

/** For a viewer the best matches are weighed by the place on the circle (search-semantics 2.5). */
function weightFor({ viewer }: RecordsPlan): (seq: number) => number {
  if (!viewer) return () => 1;
  const start = startOf(viewer.id);
  return (seq) => weightOf(start, placeOf(seq));
}
