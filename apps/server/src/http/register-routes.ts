import type { Route } from "@postil/contract/route";
import { type RouteName, routes } from "@postil/contract/routes";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Answer, type AnyHandler, answerOf } from "./answer.ts";
import { ask } from "./ask.ts";
import type { Authenticate } from "./authenticate.ts";
import type { Sent } from "./bodies.ts";
import type { Handlers } from "./handler.ts";
import type { Intake } from "./intake/intake.ts";
import { leftOf } from "./left.ts";
import { routerPath } from "./router-path.ts";

export type RouteParts = {
  readonly handlers: Handlers;
  readonly authenticate: Authenticate;
  readonly intake: Intake;
};

/** Registers every route of the table with its handler; the order of checks is the contract's (api-v1 1.2). */
export function registerRoutes(app: FastifyInstance, { handlers, authenticate, intake }: RouteParts): void {
  for (const name of Object.keys(routes) as RouteName[]) {
    const route: Route = routes[name];
    const handler = handlers[name] as unknown as AnyHandler;
    const answer = async (request: FastifyRequest, reply: FastifyReply) => {
      const requester = await authenticate(request, route.access);
      const context = { ...requester, left: leftOf(reply) };
      const { params, query, headers, body } = request;
      const given = { params, query, headers };
      const sent = body as Sent | undefined; // every parser makes one
      if (sent && "large" in sent) {
        return sent.use(async () => {
          const taken = await intake.take({ name, given, body: sent.large, requester });
          if (taken.kind === "answered") return sendJson(reply, taken.status, taken.json);
          // The thread has read it by the schemas of the route.
          return sendResult(reply, route, await handler(taken.asked as Parameters<AnyHandler>[0], context));
        });
      }
      return sendResult(reply, route, await handler(ask(route, given, sent?.small), context));
    };
    app.route({
      method: route.method,
      url: routerPath(route.path),
      exposeHeadRoute: false,
      config: { call: route },
      handler: answer,
    });
  }
}

export function sendResult(reply: FastifyReply, route: Route, result: unknown): FastifyReply {
  const { status, json, headers, stream } = answerOf(route, result);
  for (const [name, value] of Object.entries(headers)) reply.header(name, value);
  return stream ? reply.code(status).send(stream) : sendJson(reply, status, json);
}

function sendJson(reply: FastifyReply, status: number, json: Answer["json"]): FastifyReply {
  if (json === null) return reply.code(status).send();
  return reply
    .code(status)
    .type("application/json; charset=utf-8")
    .send(typeof json === "string" ? json : Buffer.from(json.buffer));
}
