import { fillPath } from "@postil/contract/path";
import type { Reply, Route } from "@postil/contract/route";
import { type RouteName, type Routes, routes } from "@postil/contract/routes";
import { expect } from "vitest";
import { openApi } from "../../src/http/openapi.ts";

/** The parts of a request. The types are loose because many tests send invalid values. */
export type Sending = {
  readonly params?: { readonly [name: string]: string };
  /** A list sends the parameter several times. */
  readonly query?: { readonly [name: string]: string | readonly string[] };
  readonly body?: unknown;
  readonly headers?: { readonly [name: string]: string };
};
export type Answer = { readonly status: number; readonly body: unknown; readonly headers: Headers };

export type Client = {
  /** Makes a call of the table. Checks that a successful response has exactly the members of the table's schema. */
  call(name: RouteName, sending?: Sending): Promise<Answer>;
  /** Makes a call that must succeed, and returns the response body. */
  must<N extends RouteName>(name: N, sending?: Sending): Promise<Reply<Routes[N]>>;
};

/** A client that sends this API key. Null: it sends no key. */
export function createClient(url: string, apiKey: string | null): Client {
  const call = async (name: RouteName, { params = {}, query = {}, body, headers = {} }: Sending = {}) => {
    const route: Route = routes[name];
    const path = fillPath(route.path, (parameter) => encodeURIComponent(params[parameter] ?? ""));
    const search = entriesOf(query).toString();
    const response = await fetch(`${url}${path}${search && `?${search}`}`, {
      method: route.method,
      redirect: "manual",
      headers: {
        ...(apiKey === null ? {} : { "x-postil-api-key": apiKey }),
        ...(body === undefined || route.encoding === "form" ? {} : { "content-type": TYPES[route.encoding ?? "json"] }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: encoded(route, body) }),
    });
    const text = await response.text();
    const { status, headers: told } = response;
    const answer = { status, body: readBody(route, status, text), headers: told };
    checkReply(name, answer);
    return answer;
  };
  return {
    call,
    must: async (name, sending) => {
      const answer = await call(name, sending);
      expect(answer.status, `${name}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
      return answer.body as Reply<Routes[typeof name]>; // checkReply has read it by the schema
    },
  };
}

function entriesOf(query: NonNullable<Sending["query"]>): URLSearchParams {
  const entries = new URLSearchParams();
  for (const [name, given] of Object.entries(query)) {
    for (const value of [given].flat()) entries.append(name, value);
  }
  return entries;
}

const TYPES = { json: "application/json", bytes: "application/octet-stream" } as const;

function encoded(route: Route, body: unknown): string | URLSearchParams | Uint8Array<ArrayBuffer> {
  if (route.encoding === "form") return new URLSearchParams(body as { [name: string]: string }); // forms are flat
  return route.encoding === "bytes" ? (body as string | Uint8Array<ArrayBuffer>) : JSON.stringify(body); // a file
}

/** Returns null for a streamed response, which is not JSON: tests of such calls read it themselves. */
export const readBody = (route: Route, status: number, text: string): unknown =>
  text === "" || route.carries?.[status]?.stream ? null : JSON.parse(text);

const described = openApi("/").paths;

export function checkReply(name: RouteName, { status, body }: Answer): void {
  const route: Route = routes[name];
  const operation = described[fillPath(route.path, (parameter) => `{${parameter}}`)]?.[route.method.toLowerCase()];
  expect(Object.keys(operation?.responses ?? {}), `${name}: what the description lists`).toContain(String(status));
  if (status >= 400) {
    expect(body, `${name} ${status}`).toHaveProperty("detail");
    return;
  }
  const schema = route.replies[status];
  expect(schema, `${name} answers ${status}, which the table does not know`).toBeDefined();
  // The parsed body must equal the body: the parser drops members that the schema does not name.
  expect(schema?.parse(body), name).toEqual(body);
}
