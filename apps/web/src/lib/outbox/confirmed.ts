import type { KnownResponse } from "@postil/domain/records/labeled-record";
import type { Delivery } from "./ports.ts";

/** The number of server confirmations at a moment. */
export type Mark = number;

/**
 * The server's last confirmed response of each record in this session. Code that read records at a mark asks for later
 * confirmations.
 */
export function createConfirmed() {
  const last = new Map<string, { readonly response: KnownResponse | null; readonly at: Mark }>();
  let count = 0;
  return {
    note({ recordId, response }: Delivery): void {
      count += 1;
      last.set(recordId, { response, at: count });
    },
    mark: (): Mark => count,
    /** Null: the record has no response now. Undefined: the server has confirmed nothing since. */
    of(recordId: string, since: Mark): KnownResponse | null | undefined {
      const said = last.get(recordId);
      return said !== undefined && said.at > since ? said.response : undefined;
    },
  };
}
