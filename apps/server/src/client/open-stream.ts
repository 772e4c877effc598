import { addressOf, type CallInput, type Values } from "@postil/contract/call";
import type { Route } from "@postil/contract/route";
import { type RouteName, routes } from "@postil/contract/routes";
import { StartFailure } from "../start-failure.ts";
import { ApiRefusal, refusalText } from "./api-client.ts";

/** A reply whose body is a stream. */
export type Opened = { readonly headers: Headers; readonly bytes: AsyncIterable<Uint8Array> };

/** Makes one API call whose reply is a stream. Rejects with an {@link ApiRefusal} if the reply is not a success. */
export type Open = <N extends RouteName>(name: N, input: CallInput<N>, signal: AbortSignal) => Promise<Opened>;

/** Uses a socket even for a server in the same process, because an in-memory call would hold the whole body at once. */
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
