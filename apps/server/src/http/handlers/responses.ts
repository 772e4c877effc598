import { responseInput } from "@postil/contract/inputs/responses";
import { responseToWire } from "@postil/contract/mapping/responses";
import type { Saved } from "../../usecases/responses/save-own-responses.ts";
import { itemErrorText } from "../errors.ts";
import type { Handlers } from "../handler.ts";
import type { HandlerParts } from "../handler-parts.ts";

const shown = (headers: { "x-postil-shown-ms"?: number | null | undefined }) => headers["x-postil-shown-ms"] ?? null;

/** Both members stand in every entry, one of them null (FBU-05). */
const savedToWire = (saved: Saved) =>
  "response" in saved
    ? { item: responseToWire(saved.response), error: null }
    : { item: null, error: { detail: itemErrorText(saved.refusal) } };

export function responseHandlers({ store }: Pick<HandlerParts, "store">) {
  return {
    createResponse: async ({ params, headers, body }, { caller }) => {
      const asked = { recordId: params.record_id, response: responseInput(body), shownMs: shown(headers) };
      return responseToWire(await store.write("createResponse", caller, asked));
    },
    updateResponse: async ({ params, headers, body }, { caller }) => {
      const asked = { responseId: params.response_id, response: responseInput(body), shownMs: shown(headers) };
      return responseToWire(await store.write("updateResponse", caller, asked));
    },
    deleteResponse: async ({ params, headers }, { caller }) => {
      const asked = { responseId: params.response_id, shownMs: shown(headers) };
      return responseToWire(await store.write("deleteResponse", caller, asked));
    },
    bulkSaveResponses: async ({ headers, body }, { caller }) => {
      const items = body.items.map((item) => ({ recordId: item.record_id, ...responseInput(item) }));
      const saved = await store.write("saveOwnResponses", caller, { items, shownMs: shown(headers) });
      return { items: saved.map(savedToWire) };
    },
  } satisfies Partial<Handlers>;
}
