import type { KnownResponse } from "@postil/domain/records/record-status";
import type { Delivery } from "./ports.ts";

/** How much the server had confirmed at a moment. */
export type Mark = number;

/** What the server last said of each record in this session. Who read records at a mark asks for what came after it. */
export function createConfirmed() {
  const last = new Map<string, { readonly response: KnownResponse | null; readonly at: Mark }>();
  let count = 0;
  return {
    note({ recordId, response }: Delivery): void {
      count += 1;
      last.set(recordId, { response, at: count });
    },
    mark: (): Mark => count,
    /** Null: by now there is no response. Undefined: nothing was said since. */
    of(recordId: string, since: Mark): KnownResponse | null | undefined {
      const said = last.get(recordId);
      return said !== undefined && said.at > since ? said.response : undefined;
    },
  };
}
