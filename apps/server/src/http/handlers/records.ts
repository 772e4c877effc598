import { newRecord, recordChange, recordUpsert } from "@postil/contract/inputs/records";
import { includesOwnResponse, recordsQuery } from "@postil/contract/inputs/records-query";
import { recordToWire } from "@postil/contract/mapping/records";
import { type Handlers, WrittenReply } from "../handler.ts";
import type { HandlerParts } from "../handler-parts.ts";

/** For managers of the dataset: programs read the whole dataset with this call. */
export function recordListHandlers({ store, reads }: Pick<HandlerParts, "store" | "reads">) {
  return {
    listRecords: async ({ params, query }, context) => {
      const asked = { datasetId: params.dataset_id, query: recordsQuery(query) };
      const page = await store.readText("listRecords", context.caller, asked, context.left);
      reads.note(context, { id: params.dataset_id });
      return new WrittenReply(page);
    },
  } satisfies Partial<Handlers>;
}

export function recordHandlers({ store }: Pick<HandlerParts, "store">) {
  return {
    listMyRecords: async ({ params, query }, { caller, left }) => {
      const asked = { datasetId: params.dataset_id, query: recordsQuery(query) };
      return new WrittenReply(await store.readText("listOwnRecords", caller, asked, left));
    },
    createRecords: async ({ params, body }, { caller }) => {
      const records = body.items.map(newRecord);
      await store.write("createRecords", caller, { datasetId: params.dataset_id, records });
      return null;
    },
    updateRecords: async ({ params, body }, { caller }) => {
      const changes = body.items.map((item) => ({ id: item.id, ...recordChange(item) }));
      await store.write("changeRecords", caller, { datasetId: params.dataset_id, changes });
      return null;
    },
    deleteRecords: async ({ params, query }, { caller }) => {
      await store.write("deleteRecords", caller, { datasetId: params.dataset_id, ids: query.ids });
      return null;
    },
    bulkCreateRecords: async ({ params, body }, { caller }) => {
      const records = body.items.map(newRecord);
      const asked = { datasetId: params.dataset_id, records };
      return new WrittenReply(await store.writeText("bulkCreateRecords", caller, asked));
    },
    bulkUpsertRecords: async ({ params, body }, { caller }) => {
      const records = body.items.map(recordUpsert);
      const asked = { datasetId: params.dataset_id, records };
      return new WrittenReply(await store.writeText("bulkUpsertRecords", caller, asked));
    },
    getRecord: async ({ params, query }, { caller }) => {
      const asked = { recordId: params.record_id, withOwnResponse: includesOwnResponse(query) };
      return recordToWire(await store.read("getRecord", caller, asked));
    },
    updateRecord: async ({ params, body }, { caller }) => {
      const asked = { recordId: params.record_id, change: recordChange(body) };
      return recordToWire(await store.write("changeRecord", caller, asked));
    },
    deleteRecord: async ({ params }, { caller }) =>
      recordToWire(await store.write("deleteRecord", caller, { recordId: params.record_id })),
  } satisfies Partial<Handlers>;
}
