import { responseInput, seenInput } from "@postil/contract/inputs/responses";
import { responseToWire } from "@postil/contract/mapping/responses";
import type { Saved } from "../../usecases/feedback/responses.ts";
import { itemErrorText } from "../errors.ts";
import type { Handlers } from "../handler.ts";
import type { HandlerParts } from "../handler-parts.ts";

const shown = (headers: { "x-postil-shown-ms"?: number | null | undefined }) => headers["x-postil-shown-ms"] ?? null;

/** Every entry has both members, and one of them is null (FBU-05). Both are null where a response was withdrawn. */
function savedToWire(saved: Saved) {
  if ("response" in saved) return { item: saved.response && responseToWire(saved.response), error: null };
  if ("refusal" in saved) return { item: null, error: { detail: itemErrorText(saved.refusal) } };
  const error = { detail: "The response was changed since it was seen" };
  return { item: null, error, postil_now: saved.changed && responseToWire(saved.changed) };
}

export function responseHandlers({ store }: Pick<HandlerParts, "store">) {
  return {
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
  } satisfies Partial<Handlers>;
}
