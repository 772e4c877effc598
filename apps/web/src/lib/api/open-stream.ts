import { routes } from "virtual:postil-routes";
import { addressOf, type CallInput, type Values } from "@postil/contract/call";
import type { RouteName } from "@postil/contract/routes";
import { underBase } from "../base-path.ts";
import { getSession } from "../session/store.ts";
import { ApiFailure } from "./failure.ts";

/** A reply whose body comes part by part, for as long as it takes. Throws an `ApiFailure` where there is none. */
export async function openStream<Name extends RouteName>(
  name: Name,
  { params, body }: CallInput<Name>,
  signal: AbortSignal,
): Promise<Response & { readonly body: ReadableStream<Uint8Array<ArrayBuffer>> }> {
  const [method, path] = routes[name];
  const session = getSession();
  const headers = {
    "content-type": "application/json",
    ...(session.status === "anonymous" ? {} : { Authorization: `Bearer ${session.token}` }),
  };
  const address = underBase(addressOf(path, params as Values | undefined));
  const response = await fetch(address, { method, headers, body: JSON.stringify(body), signal }).catch(
    (error: unknown) => {
      signal.throwIfAborted();
      throw new ApiFailure(null, null, "", error);
    },
  );
  if (response.ok && response.body) return response as typeof response & { body: NonNullable<typeof response.body> };
  throw new ApiFailure(response.status, await response.json().catch(() => null), response.statusText);
}
