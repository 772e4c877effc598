import { recordToWire } from "@postil/contract/mapping/records";
import { taskRecordToWire } from "@postil/contract/mapping/task-records";
import type { FeedbackRecord } from "@postil/domain/records/record";
import { parseDocument } from "@postil/domain/tasks/task-record";
import { asFloat } from "@postil/domain/text/json-numbers";
import type { Writers } from "../storage/store.ts";
import type { FoundPage } from "../usecases/records/search-records.ts";
import type { Reads } from "../usecases/registry.ts";

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

/** Replies that grow with what is asked for, as they go out: they are written in the thread that has read what is in them. */
export const replyWriters = {
  listRecords: writePage,
  listOwnRecords: writePage,
  searchRecords: writeFound,
  searchOwnRecords: writeFound,
  searchSimilarRecords: writeFound,
  searchOwnSimilarRecords: writeFound,
  getTaskRecord: (document: string) => JSON.stringify(taskRecordToWire(parseDocument(document))),
} as const satisfies Writers<Reads>;
