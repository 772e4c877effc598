import { addressOf, type CallInput, type CallReply, type Values } from "@postil/contract/call";
import type { Route } from "@postil/contract/route";
import { type RouteName, routes } from "@postil/contract/routes";
import { parseWithNames } from "@postil/domain/text/json-names";
import { StartFailure } from "../start-failure.ts";

/** One call of the API by its name. Rejects with an {@link ApiRefusal} when the answer is no success. */
export type Call = <N extends RouteName>(name: N, input: CallInput<N>) => Promise<CallReply<N>>;

export type Outgoing = {
  readonly method: Route["method"];
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string | undefined;
};
/** How a request travels: over a socket, or straight into the server of the same process. */
export type Transport = (outgoing: Outgoing) => Promise<{ readonly status: number; readonly text: string }>;

/** The server understood and said no; the message is its own text. */
export class ApiRefusal extends Error {
  override readonly name = "ApiRefusal";
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** A client over the table of routes, in the name of whoever `headers` prove. */
export function createCall(transport: Transport, headers: { readonly [name: string]: string }): Call {
  return async (name, { params, query, body }) => {
    const route: Route = routes[name];
    const { status, text } = await transport({
      method: route.method,
      // The types of the caller have checked both.
      url: addressOf(route.path, params as Values | undefined, query as Values | undefined),
      headers: body === undefined ? headers : { ...headers, "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    if (status >= 300) throw new ApiRefusal(status, refusalText(text) ?? `The server answered ${status}.`);
    return (text === "" ? null : parseWithNames(text)) as CallReply<typeof name>; // the server is bound to the table's replies
  };
}

export function overHttp(address: string): Transport {
  return async ({ method, url, headers, body }) => {
    try {
      const reply = await fetch(address + url, {
        method,
        headers: { ...headers },
        ...(body === undefined ? {} : { body }),
      });
      return { status: reply.status, text: await reply.text() };
    } catch {
      // All that fetch fails with is the connection; its own words say no more than that.
      throw new StartFailure(`The server at ${address} does not answer any more.`);
    }
  };
}

/** What an error body says, in one line (contract api-v1 1.3). */
export function refusalText(text: string): string | null {
  const detail = member(parsed(text), "detail");
  if (typeof detail === "string") return detail;
  const params = member(detail, "params");
  const errors = member(params, "errors");
  if (Array.isArray(errors))
    return errors.map((error) => `${placeOf(error)}: ${String(member(error, "msg"))}`).join("; ");
  const words = member(params, "detail") ?? member(params, "message");
  return typeof words === "string" ? words : null;
}

function placeOf(error: unknown): string {
  const loc = member(error, "loc");
  return Array.isArray(loc) ? loc.slice(1).join(".") : "";
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not one of the server's own bodies, a proxy's perhaps: the status has to do.
    return null;
  }
}

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && name in value ? (value as Values)[name] : undefined; // an object has members
}
