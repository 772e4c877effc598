import { readTaskRecordKey } from "@postil/domain/tasks/record-key";
import { responsesApi } from "../features/feedback/wire/responses-api.ts";
import type { ResponsesApi } from "../lib/outbox/ports.ts";

/** How answers to records of either family go over the wire; the code for task datasets comes with the first of theirs. */
export const eitherFamily: ResponsesApi = {
  create: async (id, ...rest) => (await of(id)).create(id, ...rest),
  update: async (id, ...rest) => (await of(id)).update(id, ...rest),
  remove: async (id, ...rest) => (await of(id)).remove(id, ...rest),
  upsert: async (items, note) => (await of(items[0]?.recordId ?? "")).upsert(items, note),
};

/** Of task datasets a record's response has the key of the record. */
async function of(id: string): Promise<ResponsesApi> {
  if (readTaskRecordKey(id) === null) return responsesApi;
  return (await import("../features/tasks/wire/save-record.ts")).taskResponsesApi;
}
