import { suggestionInput } from "@postil/contract/inputs/suggestions";
import { suggestionToWire } from "@postil/contract/mapping/suggestions";
import { type Handlers, ReplyWith } from "../handler.ts";
import type { HandlerParts } from "../handler-parts.ts";

export function suggestionHandlers({ store }: Pick<HandlerParts, "store">) {
  return {
    listSuggestions: async ({ params }, { caller }) => {
      const suggestions = await store.read("listSuggestions", caller, { recordId: params.record_id });
      return { items: suggestions.map(suggestionToWire) };
    },
    upsertSuggestion: async ({ params, body }, { caller }) => {
      const asked = { recordId: params.record_id, suggestion: suggestionInput(body) };
      const { suggestion, created } = await store.write("upsertSuggestion", caller, asked);
      return new ReplyWith(suggestionToWire(suggestion), { status: created ? 201 : 200 });
    },
    deleteSuggestions: async ({ params, query }, { caller }) => {
      await store.write("deleteSuggestions", caller, { recordId: params.record_id, ids: query.ids });
      return null;
    },
    deleteSuggestion: async ({ params }, { caller }) =>
      suggestionToWire(await store.write("deleteSuggestion", caller, { suggestionId: params.suggestion_id })),
  } satisfies Partial<Handlers>;
}
