import type { Asked, Route } from "@postil/contract/route";
import { type RouteName, routes } from "@postil/contract/routes";
import { type WireError, wireErrors } from "@postil/contract/wire/errors";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import type { Authenticate } from "./authenticate.ts";
import { Malformed } from "./errors.ts";
import { type Handlers, type Visit, WithStatus } from "./handler.ts";
import { leftOf } from "./left.ts";
import { type Body, bodyFor } from "./parse-body.ts";

/**
 * A larger body is read for known callers only: parsing one takes seconds in which nobody is answered. A smaller one is
 * read first, because anybody is told of malformed JSON (contract api-v1 1.2).
 */
const READ_FOR_ANYBODY = 64 * 1024;

const hasLargeBody = ({ headers }: FastifyRequest): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > READ_FOR_ANYBODY;

type AnyHandler = (asked: Asked<Route>, visit: Visit) => Promise<unknown>;

/** Registers every route of the table with its handler; the order of checks is the contract's (api-v1 1.2). */
export function registerRoutes(app: FastifyInstance, handlers: Handlers, authenticate: Authenticate): void {
  for (const name of Object.keys(routes) as RouteName[]) {
    const route: Route = routes[name];
    // A handler takes what its own route asks for; here, where all are treated alike, that link is beyond the types.
    const handler = handlers[name] as unknown as AnyHandler;
    app.route({
      method: route.method,
      url: route.path,
      exposeHeadRoute: false,
      ...(route.bodyLimit === undefined ? {} : { bodyLimit: route.bodyLimit }),
      preParsing: async (request, _reply, payload) => {
        if (hasLargeBody(request)) await authenticate(request, route.access);
        return payload;
      },
      handler: async (request, reply) => {
        const visit = await authenticate(request, route.access);
        const result = await handler(ask(route, request), { ...visit, left: leftOf(reply) });
        return send(reply, route, result);
      },
    });
  }
}

function ask(route: Route, request: FastifyRequest): Asked<Route> {
  const errors: WireError[] = [];
  const read = (
    schema: z.ZodType | undefined,
    value: unknown,
    where: "path" | "query" | "header" | "body",
  ): unknown => {
    if (!schema) return {};
    const result = schema.safeParse(value, { reportInput: true });
    if (result.success) return result.data;
    errors.push(...wireErrors(result.error.issues, where));
    return undefined;
  };
  const sent = request.body as Body | undefined; // every parser makes one
  const asked = {
    params: read(route.params, request.params, "path"),
    query: read(route.query, request.query, "query"),
    headers: read(route.headers, request.headers, "header"),
    body: read(route.body, bodyFor(route.encoding ?? "json", sent), "body"),
  };
  if (errors.length > 0) throw new Malformed(errors);
  return asked as Asked<Route>; // each part was read by its own schema
}

function send(reply: FastifyReply, route: Route, result: unknown): FastifyReply {
  const [usual] = Object.keys(route.replies);
  const status = result instanceof WithStatus ? result.status : Number(usual);
  const body = result instanceof WithStatus ? result.body : result;
  if (status === 204) return reply.code(204).send();
  return reply.code(status).type("application/json; charset=utf-8").send(JSON.stringify(body));
}
