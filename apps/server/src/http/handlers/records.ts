import { historyEntryToWire, taskHistoryEntryToWire } from "@postil/contract/datasets/labeling-mapping";
import { includesOwnResponse, recordsQuery } from "@postil/contract/feedback/query";
import { recordToWire, responseToWire, suggestionToWire } from "@postil/contract/feedback/record-mapping";
import { newRecord, recordChange, recordUpsert, suggestionInput } from "@postil/contract/feedback/records";
import { responseInput, seenInput } from "@postil/contract/feedback/responses";
import { searchFromWire } from "@postil/contract/feedback/search";
import type { Merged } from "../../usecases/feedback/merge-records.ts";
import type { Saved } from "../../usecases/feedback/responses.ts";
import { itemErrorText } from "../errors.ts";
import { type Handlers, noBody, ReplyWith, WrittenReply } from "../handler.ts";
import type { HandlerParts } from "../handler-parts.ts";
import { timedReply } from "../similarity.ts";
import { taskRecordAt } from "../task-dataset-at.ts";

export function recordReadHandlers({ store, reads }: HandlerParts) {
  return {
    /** For managers of the dataset: programs read the whole dataset with this call. */
    listRecords: async ({ params, query }, context) => {
      const asked = { datasetId: params.dataset_id, query: recordsQuery(query) };
      const page = await store.readText("listRecords", context.caller, asked, context.left);
      reads.note(context, { id: params.dataset_id });
      return new WrittenReply(page);
    },
    listMyRecords: async ({ params, query }, { caller, left }) => {
      const asked = { datasetId: params.dataset_id, query: recordsQuery(query) };
      return new WrittenReply(await store.readText("listOwnRecords", caller, asked, left));
    },
    searchMyRecords: async ({ params, query, body }, { caller, left }) => {
      const asked = { datasetId: params.dataset_id, query: recordsQuery(query), search: searchFromWire(body) };
      const read = asked.search.vector ? "searchOwnSimilarRecords" : "searchOwnRecords";
      return timedReply(await store.readText(read, caller, asked, left));
    },
    searchRecords: async ({ params, query, body }, { caller, left }) => {
      const asked = { datasetId: params.dataset_id, query: recordsQuery(query), search: searchFromWire(body) };
      const read = asked.search.vector ? "searchSimilarRecords" : "searchRecords";
      return timedReply(await store.readText(read, caller, asked, left));
    },
    listSuggestionOptions: async ({ params }, { caller }) => ({
      items: await store.read("listSuggestionAgents", caller, { datasetId: params.dataset_id }),
    }),
    getRecordHistory: async ({ params, query }, { caller }) => {
      const asked = { recordId: params.record_id, before: query.before ?? null, limit: query.limit };
      const { entries, more } = await store.read("getRecordHistory", caller, asked);
      return { items: entries.map(historyEntryToWire), more };
    },
    getTaskRecordHistory: async (asked, { caller }) => {
      const { before = null, limit } = asked.query;
      const wanted = { ...taskRecordAt(asked), before, limit };
      const { entries, more } = await store.read("getTaskRecordHistory", caller, wanted);
      return { items: entries.map(taskHistoryEntryToWire), more };
    },
  } satisfies Partial<Handlers>;
}

const shown = (headers: { "x-postil-shown-ms"?: number | null | undefined }) => headers["x-postil-shown-ms"] ?? null;

/** Every entry has both members, and one of them is null (FBU-05). Both are null where a response was withdrawn. */
function savedToWire(saved: Saved) {
  if ("response" in saved) return { item: saved.response && responseToWire(saved.response), error: null };
  if ("refusal" in saved) return { item: null, error: { detail: itemErrorText(saved.refusal) } };
  const error = { detail: "The response was changed since it was seen" };
  return { item: null, error, postil_now: saved.changed && responseToWire(saved.changed) };
}

const mergedToWire = ({ changesText, changes, ...merged }: Merged) => ({
  ...merged,
  changes_text: changesText,
  changes: changes && [...changes],
});

/** Calls on records, responses and suggestions. The thread for large bodies answers them too. */
export function recordHandlers({ store }: Pick<HandlerParts, "store">) {
  return {
    createRecords: ({ params, body }, { caller }) => {
      const records = body.items.map(newRecord);
      return noBody(store.write("createRecords", caller, { datasetId: params.dataset_id, records }));
    },
    updateRecords: ({ params, body }, { caller }) => {
      const changes = body.items.map((item) => ({ id: item.id, ...recordChange(item) }));
      return noBody(store.write("changeRecords", caller, { datasetId: params.dataset_id, changes }));
    },
    bulkCreateRecords: async ({ params, body }, { caller }) => {
      const asked = { datasetId: params.dataset_id, records: body.items.map(newRecord) };
      return new WrittenReply(await store.writeText("bulkCreateRecords", caller, asked));
    },
    bulkUpsertRecords: async ({ params, body }, { caller }) => {
      const asked = { datasetId: params.dataset_id, records: body.items.map(recordUpsert) };
      return new WrittenReply(await store.writeText("bulkUpsertRecords", caller, asked));
    },
    mergeRecords: async ({ params, body }, { caller, left }) => {
      const asked = {
        datasetId: params.dataset_id,
        records: body.items.map(newRecord),
        existing: body.existing,
        samples: body.samples ?? 0,
      };
      const merged = body.dry_run
        ? await store.read("tryMergeRecords", caller, asked, left)
        : await store.write("mergeRecords", caller, { ...asked, columns: body.columns ?? null });
      return { items: merged.map(mergedToWire) };
    },
    getRecord: async ({ params, query }, { caller }) => {
      const asked = { recordId: params.record_id, withOwnResponse: includesOwnResponse(query) };
      return recordToWire(await store.read("getRecord", caller, asked));
    },
    updateRecord: async ({ params, body }, { caller }) => {
      const asked = { recordId: params.record_id, change: recordChange(body) };
      return recordToWire(await store.write("changeRecord", caller, asked));
    },

    createResponse: async ({ params, headers, body }, { caller }) => {
      const asked = { recordId: params.record_id, response: responseInput(body), shownMs: shown(headers) };
      return responseToWire(await store.write("createResponse", caller, asked));
    },
    updateResponse: async ({ params, headers, body }, { caller }) => {
      const asked = {
        ...{ responseId: params.response_id, response: responseInput(body), shownMs: shown(headers) },
        ...seenInput(body.postil_seen),
      };
      return responseToWire(await store.write("updateResponse", caller, asked));
    },
    deleteResponse: async ({ params, query, headers }, { caller }) => {
      const asked = { responseId: params.response_id, shownMs: shown(headers), ...seenInput(query.postil_seen) };
      return responseToWire(await store.write("deleteResponse", caller, asked));
    },
    bulkSaveResponses: async ({ headers, body }, { caller }) => {
      const items = body.items.map((item) => ({
        ...{ recordId: item.record_id, ...responseInput(item), ...seenInput(item.postil_seen) },
        ...("postil_clear" in item && item.postil_clear === true ? { withdrawn: true } : {}),
      }));
      const saved = await store.write("saveOwnResponses", caller, { items, shownMs: shown(headers) });
      return { items: saved.map(savedToWire) };
    },

    listSuggestions: async ({ params }, { caller }) => {
      const suggestions = await store.read("listSuggestions", caller, { recordId: params.record_id });
      return { items: suggestions.map(suggestionToWire) };
    },
    upsertSuggestion: async ({ params, body }, { caller }) => {
      const asked = { recordId: params.record_id, suggestion: suggestionInput(body) };
      const { suggestion, created } = await store.write("upsertSuggestion", caller, asked);
      return new ReplyWith(suggestionToWire(suggestion), { status: created ? 201 : 200 });
    },
    deleteSuggestions: ({ params, query }, { caller }) =>
      noBody(store.write("deleteSuggestions", caller, { recordId: params.record_id, ids: query.ids })),
    deleteSuggestion: async ({ params }, { caller }) =>
      suggestionToWire(await store.write("deleteSuggestion", caller, { suggestionId: params.suggestion_id })),
  } satisfies Partial<Handlers>;
}
