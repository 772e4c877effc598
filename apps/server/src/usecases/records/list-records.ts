import type { FeedbackRecord } from "@postil/domain/entities";
import type { RecordsQuery } from "@postil/domain/records-query";
import { readRecords } from "../../storage/read-records.ts";
import type { Caller, Context } from "../../storage/store.ts";
import { type DatasetRow, loadDatasetForManager, loadDatasetForMember } from "../datasets/load-dataset.ts";
import { requireCaller } from "../require-caller.ts";
import { findPage } from "./find-page.ts";
import { metadataSeen } from "./metadata-seen.ts";
import { planRecords } from "./records-plan.ts";

export type ListRecords = { readonly datasetId: string; readonly query: RecordsQuery };
/** `total`: on all pages. */
export type RecordsPage = { readonly items: readonly FeedbackRecord[]; readonly total: number };

/** A page of a dataset's records in the order they came, with everybody's responses (contract api-v1 row 26, ROL-09). */
export async function listRecords(context: Context, { datasetId, query }: ListRecords): Promise<RecordsPage> {
  const dataset = await loadDatasetForManager(context, datasetId);
  return readPage(context, dataset, null, query);
}

/** A page of the caller's queue: the caller's order, the caller's responses (FQU-03, FQU-06, FQU-07). */
export async function listOwnRecords(context: Context, { datasetId, query }: ListRecords): Promise<RecordsPage> {
  const caller = requireCaller(context);
  const dataset = await loadDatasetForMember(context, datasetId);
  return readPage(context, dataset, caller, query);
}

async function readPage(
  context: Context,
  dataset: DatasetRow,
  viewer: Caller | null,
  query: RecordsQuery,
): Promise<RecordsPage> {
  const { db } = context;
  const plan = await planRecords(context, dataset, viewer && { key: viewer.key, id: viewer.id }, query);
  const { seqs, total } = await findPage(context, plan);
  const reading = {
    datasetKey: dataset.key,
    datasetId: dataset.id,
    include: query.include,
    viewerKey: viewer && viewer.key,
    metadataSeen: viewer && (await metadataSeen(db, viewer, dataset.id)),
  };
  return { items: await readRecords(db, reading, seqs), total };
}
