import { addressOf, type CallInput, type CallReply, type Values } from "@postil/contract/call";
import type { Route } from "@postil/contract/route";
import { type RouteName, routes } from "@postil/contract/routes";
import { parseWithNames } from "@postil/domain/text/json-text";
import { StartFailure } from "../start-failure.ts";

/** Makes one API call by its name. Rejects with an {@link ApiRefusal} if the reply is not a success. */
export type Call = <N extends RouteName>(name: N, input: CallInput<N>) => Promise<CallReply<N>>;

/** A body whose JSON was written before: while the call before it was under way, and to know its length. */
export class Written {
  readonly json: string;
  constructor(json: string) {
    this.json = json;
  }
}

export type Outgoing = {
  readonly method: Route["method"];
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string | undefined;
};
/** The way of a request: over a socket, or directly into the server of this process. */
export type Transport = (outgoing: Outgoing) => Promise<{ readonly status: number; readonly text: string }>;

/** The server refused the request; the message is the server's own text. */
export class ApiRefusal extends Error {
  override readonly name = "ApiRefusal";
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** A client for the table of routes, with the identity that `headers` prove. */
export function createCall(
  transport: Transport,
  headers: { readonly [name: string]: string },
  parse: (text: string) => unknown = parseWithNames,
): Call {
  return async (name, { params, query, body }) => {
    const route: Route = routes[name];
    const { status, text } = await transport({
      method: route.method,
      // The caller's types have checked both values.
      url: addressOf(route.path, params as Values | undefined, query as Values | undefined),
      headers: body === undefined ? headers : { ...headers, "content-type": "application/json" },
      body: body === undefined ? undefined : body instanceof Written ? body.json : JSON.stringify(body),
    });
    if (status >= 300) throw refusalOf(status, text);
    return (text === "" ? null : parse(text)) as CallReply<typeof name>; // the server is typed by the same table
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
      throw unanswered(address);
    }
  };
}

/** A reply whose body is a stream. */
export type Opened = { readonly headers: Headers; readonly bytes: AsyncIterable<Uint8Array> };

/** The same for a call whose reply is a stream. */
export type Open = <N extends RouteName>(name: N, input: CallInput<N>, signal?: AbortSignal) => Promise<Opened>;

/** Uses a socket even for a server in the same process, because an in-memory call would hold the whole body at once. */
export function createOpen(address: string, headers: { readonly [name: string]: string }): Open {
  return async (name, { params, query, body }, signal) => {
    const { path, method }: Route = routes[name];
    const reply = await fetch(address + addressOf(path, params as Values | undefined, query as Values | undefined), {
      method,
      signal: signal ?? null,
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(body),
    }).catch((error: unknown) => {
      throw signal?.aborted ? error : unanswered(address);
    });
    if (!reply.ok || !reply.body) throw refusalOf(reply.status, await reply.text());
    return { headers: reply.headers, bytes: reply.body };
  };
}

/** fetch fails only for connection errors, and its own message adds nothing. */
const unanswered = (address: string) => new StartFailure(`The server at ${address} does not answer any more.`);

const refusalOf = (status: number, text: string) =>
  new ApiRefusal(status, refusalText(text) ?? `The server answered ${status}.`);

/** The message of an error body, in one line (contract api-v1 1.3). */
function refusalText(text: string): string | null {
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
    // The body is not from this server, perhaps from a proxy, so only the status is used.
    return null;
  }
}

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && name in value ? (value as Values)[name] : undefined; // an object has members
}
