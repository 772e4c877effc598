import { withoutNullKeys } from "@postil/contract/datasets/mapping";
import { recordToWire } from "@postil/contract/feedback/record-mapping";
import { taskRecordToWire } from "@postil/contract/tasks/record-mapping";
import { aggregationsToWire, metricSummaryToJson } from "@postil/contract/tasks/summary-mapping";
import { eventBody } from "@postil/contract/webhook-mapping";
import type { FeedbackRecord } from "@postil/domain/records/record";
import { parseDocument } from "@postil/domain/tasks/task-record";
import { asFloat } from "@postil/domain/text/json-text";
import type { Writers } from "../storage/store.ts";
import type { UpsertedRecords } from "../usecases/feedback/add-records.ts";
import type { FoundPage } from "../usecases/feedback/find-records.ts";
import type { Reads, Writes } from "../usecases/registry.ts";
import type { FoundTaskRecords } from "../usecases/tasks/find-records.ts";
import type { ScannedTaskRecords } from "../usecases/tasks/scan-records.ts";
import type { WaitingEvents } from "../usecases/webhook-deliveries.ts";
import { withTiming } from "./similarity.ts";

const writePage = ({ items, total }: { readonly items: readonly FeedbackRecord[]; readonly total: number }) =>
  JSON.stringify({ items: items.map(recordToWire), total });

const writeFound = ({ items, total, similarity }: FoundPage) => {
  const found = items.map(({ record, queryScore }) => ({
    record: recordToWire(record),
    query_score: queryScore === null ? null : asFloat(queryScore),
  }));
  return withTiming(similarity, JSON.stringify({ items: found, total }));
};

const writeFoundTasks = ({ total, records, metrics, aggregations, similarity }: FoundTaskRecords) => {
  // One record after the other: the parsed data of one is freed before the next.
  const shown = records.map(({ json, keywords }) =>
    JSON.stringify(withoutNullKeys(taskRecordToWire(parseDocument(json), { metrics, searchKeywords: keywords }))),
  );
  const told = aggregations ? `,"aggregations":${aggregationsToWire(aggregations)}` : "";
  return withTiming(similarity, `{"total":${total},"records":[${shown.join()}]${told}}`);
};

/** Stored JSON is copied without parsing. */
const writeScannedTasks = ({ documents, nextId, place, similarity }: ScannedTaskRecords) =>
  withTiming(
    similarity,
    `{"records":[${documents.join()}],"next_idx":${JSON.stringify(nextId)},"next_page_cfg":${JSON.stringify(place)}}`,
  );

/** Writers of replies that grow with the request. They run in the thread that has read the data. */
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
  /** A line with the events, then a line for each body. */
  readWaitingEvents: ({ events, abouts }: WaitingEvents) => {
    const parsed = new Map([...abouts].map(([key, about]) => [key, JSON.parse(about)]));
    const lines = events.map(({ type, at, told, about_key }) =>
      eventBody({ type, at, told: JSON.parse(told), about: about_key === null ? null : parsed.get(about_key) }),
    );
    return [JSON.stringify(events.map(({ key, id }) => ({ key, id }))), ...lines].join("\n");
  },
} as const satisfies Writers<Reads & Writes>;
