import { historyEntryToWire } from "@postil/contract/mapping/history";
import type { Handlers } from "../handler.ts";
import type { HandlerParts } from "../handler-parts.ts";

export function historyHandlers({ store }: HandlerParts) {
  return {
    getRecordHistory: async ({ params, query }, { caller }) => {
      const asked = { recordId: params.record_id, before: query.before ?? null, limit: query.limit };
      const { entries, more } = await store.read("getRecordHistory", caller, asked);
      return { items: entries.map(historyEntryToWire), more };
    },
  } satisfies Partial<Handlers>;
}
