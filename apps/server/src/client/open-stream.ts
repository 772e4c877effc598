import { addressOf, type CallInput, type Values } from "@postil/contract/call";
import type { Route } from "@postil/contract/route";
import { type RouteName, routes } from "@postil/contract/routes";
import { StartFailure } from "../start-failure.ts";
import { ApiRefusal, refusalText } from "./api-client.ts";

/** A reply whose body comes part by part. */
export type Opened = { readonly headers: Headers; readonly bytes: AsyncIterable<Uint8Array> };

/** One call of the API that is answered by a stream. Rejects with an {@link ApiRefusal} when the answer is no success. */
export type Open = <N extends RouteName>(name: N, input: CallInput<N>, signal: AbortSignal) => Promise<Opened>;

/** Over a socket, also to a server of the same process: what goes through memory would be whole there. */
export function createOpen(address: string, headers: { readonly [name: string]: string }): Open {
  return async (name, { params, query, body }, signal) => {
    const { path, method }: Route = routes[name];
    const sent = { method, signal, headers: { ...headers, "content-type": "application/json" } };
    const reply = await fetch(address + addressOf(path, params as Values | undefined, query as Values | undefined), {
      ...sent,
      body: JSON.stringify(body),
    }).catch((error: unknown) => {
      if (signal.aborted) throw error;
      throw new StartFailure(`The server at ${address} does not answer any more.`);
    });
    if (!reply.ok || !reply.body)
      throw new ApiRefusal(reply.status, refusalText(await reply.text()) ?? `The server answered ${reply.status}.`);
    return { headers: reply.headers, bytes: reply.body };
  };
}
