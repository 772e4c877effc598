import type { FeedbackRecord } from "@postil/domain/records/record";
import type { RecordsQuery } from "@postil/domain/search/records-query";
import type { SearchQuery } from "@postil/domain/search/search-query";
import { findPage } from "../../records/find-page.ts";
import { findSimilar } from "../../records/vectors/find-similar.ts";
import { readRecords } from "../../storage/read-records.ts";
import type { Caller, Context } from "../../storage/store.ts";
import type { DatasetRow } from "../datasets/load-dataset.ts";
import { metadataSeen } from "./metadata-seen.ts";
import { planRecords } from "./records-plan.ts";

/** `total`: on all pages. */
export type RecordsPage = {
  readonly items: readonly FeedbackRecord[];
  readonly total: number;
  /** Of each item, where it gives the order. */
  readonly scores: readonly number[] | null;
};

/** A page of a dataset's records as `viewer` sees them; null sees everybody's responses and all metadata. */
export async function readPage(
  context: Context,
  dataset: DatasetRow,
  viewer: Caller | null,
  query: RecordsQuery,
  search: SearchQuery | null = null,
): Promise<RecordsPage> {
  const { db } = context;
  const plan = await planRecords(context, dataset, viewer && { key: viewer.key, id: viewer.id }, query, search);
  const { similarTo } = plan;
  const { seqs, total, scores } = similarTo
    ? await findSimilar(context, plan, similarTo)
    : await findPage(context, plan);
  const reading = {
    datasetKey: dataset.key,
    datasetId: dataset.id,
    include: query.include,
    viewerKey: viewer?.key ?? null,
    metadataSeen: viewer && (await metadataSeen(db, viewer, dataset.id)),
  };
  return { items: await readRecords(db, reading, seqs), total, scores };
}
