import { recordToWire } from "@postil/contract/mapping/records";
import { aggregationsToWire } from "@postil/contract/mapping/task-aggregations";
import { metricSummaryToJson } from "@postil/contract/mapping/task-metrics";
import { taskRecordToWire } from "@postil/contract/mapping/task-records";
import { withoutNullKeys } from "@postil/contract/wire/without-nulls";
import type { FeedbackRecord } from "@postil/domain/records/record";
import { parseDocument } from "@postil/domain/tasks/task-record";
import { asFloat } from "@postil/domain/text/json-numbers";
import type { Writers } from "../storage/store.ts";
import type { UpsertedRecords } from "../usecases/feedback/add-records.ts";
import type { FoundPage } from "../usecases/feedback/find-records.ts";
import type { Reads, Writes } from "../usecases/registry.ts";
import type { FoundTaskRecords } from "../usecases/tasks/find-records.ts";
import type { ScannedTaskRecords } from "../usecases/tasks/scan-records.ts";

type Page = { readonly items: readonly FeedbackRecord[]; readonly total: number };

const writePage = ({ items, total }: Page) => JSON.stringify({ items: items.map(recordToWire), total });

const writeFound = ({ items, total }: FoundPage) =>
  JSON.stringify({
    items: items.map(({ record, queryScore }) => ({
      record: recordToWire(record),
      query_score: queryScore === null ? null : asFloat(queryScore),
    })),
    total,
  });

const writeFoundTasks = ({ total, records, metrics, aggregations }: FoundTaskRecords) => {
  // One after the other: what is read of one is forgotten before the next.
  const shown = records.map(({ json, keywords }) =>
    JSON.stringify(withoutNullKeys(taskRecordToWire(parseDocument(json), { metrics, searchKeywords: keywords }))),
  );
  const told = aggregations ? `,"aggregations":${aggregationsToWire(aggregations)}` : "";
  return `{"total":${total},"records":[${shown.join()}]${told}}`;
};

/** What is stored as JSON already is pasted. */
const writeScannedTasks = ({ documents, nextId, place }: ScannedTaskRecords) =>
  `{"records":[${documents.join()}],"next_idx":${JSON.stringify(nextId)},"next_page_cfg":${JSON.stringify(place)}}`;

/** Replies that grow with what is asked for, as they go out: they are written in the thread that has what is in them. */
export const replyWriters = {
  listRecords: writePage,
  listOwnRecords: writePage,
  searchRecords: writeFound,
  searchOwnRecords: writeFound,
  searchSimilarRecords: writeFound,
  searchOwnSimilarRecords: writeFound,
  searchTaskRecords: writeFoundTasks,
  scanTaskRecords: writeScannedTasks,
  getTaskRecord: (document: string) => JSON.stringify(taskRecordToWire(parseDocument(document))),
  summarizeTaskMetric: metricSummaryToJson,
  bulkCreateRecords: (items: readonly FeedbackRecord[]) => JSON.stringify({ items: items.map(recordToWire) }),
  bulkUpsertRecords: ({ items, updatedIds }: UpsertedRecords) =>
    JSON.stringify({ items: items.map(recordToWire), updated_item_ids: updatedIds }),
} as const satisfies Writers<Reads & Writes>;
