import { historyEntryToWire, taskHistoryEntryToWire } from "@postil/contract/mapping/history";
import type { Handlers } from "../handler.ts";
import type { HandlerParts } from "../handler-parts.ts";
import { taskDatasetAt } from "../task-dataset-at.ts";

export function historyHandlers({ store }: HandlerParts) {
  return {
    getRecordHistory: async ({ params, query }, { caller }) => {
      const asked = { recordId: params.record_id, before: query.before ?? null, limit: query.limit };
      const { entries, more } = await store.read("getRecordHistory", caller, asked);
      return { items: entries.map(historyEntryToWire), more };
    },
    getTaskRecordHistory: async (asked, { caller }) => {
      const { before = null, limit } = asked.query;
      const at = { ...taskDatasetAt(asked), id: asked.params.id };
      const { entries, more } = await store.read("getTaskRecordHistory", caller, { ...at, before, limit });
      return { items: entries.map(taskHistoryEntryToWire), more };
    },
  } satisfies Partial<Handlers>;
}
