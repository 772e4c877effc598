import { partsOfPath } from "@postil/contract/path";
import type { Route } from "@postil/contract/route";
import { type RouteName, routes } from "@postil/contract/routes";
import { isOwner, isPrivileged } from "@postil/domain/accounts/policies";
import { Refusal } from "@postil/domain/refusal";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Caller } from "../storage/store.ts";
import { IMPORT_CALLS } from "../uploads/import-calls.ts";
import { forbidden, refuseLongerAccess } from "../usecases/refuse.ts";
import type { CallWatch } from "../watch/calls.ts";
import { type Authenticate, UNKNOWN } from "./authenticate.ts";
import type { Sent } from "./bodies.ts";
import { type AnyHandler, answerOf, type Handlers, WrittenReply } from "./handler.ts";
import type { Intake } from "./intake/intake.ts";
import { ask } from "./parse-body.ts";
import type { Recipient, Replies } from "./replies.ts";
import { watched } from "./watch-calls.ts";

type RouteParts = {
  readonly handlers: Handlers;
  readonly authenticate: Authenticate;
  readonly intake: Intake;
  readonly replies: Replies;
  readonly watch: CallWatch;
};

/** Registers every route of the table with its handler; the order of checks is the contract's (api-v1 1.2). */
export function registerRoutes(app: FastifyInstance, parts: RouteParts): void {
  const { handlers, authenticate, intake, replies, watch } = parts;
  for (const name of Object.keys(routes) as RouteName[]) {
    const route: Route = routes[name];
    const handler = handlers[name] as unknown as AnyHandler;
    const answer = async (request: FastifyRequest, reply: FastifyReply) => {
      const requester = await authenticate(request, route.access);
      watch.by(requester.caller?.id ?? null);
      refuseOfImport(name, requester.caller);
      refuseByRole(route, requester.caller);
      refuseByKey(route, requester.caller);
      const to = replies.recipient(reply, requester);
      const { params, query, headers, body } = request;
      const given = { params, query, headers };
      const sent = body as Sent | undefined; // every parser makes one
      const content = sent && "content" in sent ? sent.content : null;
      const context = { ...requester, left: to.left, content };
      if (sent && "large" in sent) {
        return sent.use(async () => {
          await replies.enter(to);
          const taken = await intake.take({ name, given, body: sent.large, requester });
          if (taken.kind === "answered") return replies.send(reply, taken, to, false);
          // The thread has parsed the input with the schemas of the route.
          const result = await handler(taken.asked as Parameters<AnyHandler>[0], context);
          return sendResult(replies, reply, route, result, to);
        });
      }
      const small = sent && "small" in sent ? sent.small : undefined;
      return sendResult(replies, reply, route, await handler(ask(route, given, small), context), to);
    };
    app.route({
      method: route.method,
      url: routerPath(route.path),
      exposeHeadRoute: false,
      config: { call: route },
      handler: (request, reply) => watched(watch, request, reply, () => answer(request, reply)),
    });
  }
}

export function sendResult(
  replies: Pick<Replies, "send">,
  reply: FastifyReply,
  route: Route,
  result: unknown,
  to: Recipient,
): FastifyReply {
  const { stream, headers, ...answer } = answerOf(route, result);
  for (const [name, value] of Object.entries(headers)) reply.header(name, value);
  if (stream) return reply.code(answer.status).send(stream);
  return replies.send(reply, answer, to, route.method === "GET" || result instanceof WrittenReply);
}

/** A path of the table in the router's syntax, which says where a parameter ends if more of the segment follows. */
const routerPath = (path: string): string =>
  partsOfPath(path)
    .map((part, index, parts) => {
      if ("text" in part) return part.text.replaceAll(":", "::");
      const next = parts[index + 1];
      const isWhole = !next || !("text" in next) || next.text.startsWith("/");
      // The router matches the decoded part, in which %3A or %2F is already a colon or a slash.
      const pattern = part.words ?? (isWhole ? null : "[^]+");
      return `:${part.name}${pattern === null ? "" : `(${pattern})`}`;
    })
    .join("");

/** The calls of an import come from a process that reads what anybody wrote. For other calls its key is none. */
function refuseOfImport(name: RouteName, caller: Caller | null): void {
  if (caller?.fills !== undefined && !IMPORT_CALLS.has(name)) throw new Refusal("unauthorized", UNKNOWN);
}

/** Prefix of Postil's own calls. */
const OWN = "/api/postil/";

/**
 * On Postil's own calls, a missing role is reported before mistakes in the request (ROL-12). The use case checks the role
 * again. Other calls report mistakes in the request first (contract api-v1 1.2).
 */
function refuseByRole({ path, access }: Route, caller: Caller | null): void {
  if (!caller || !path.startsWith(OWN)) return;
  if (access === "owner" && !isOwner(caller)) throw forbidden();
  if (access === "privileged" && !isPrivileged(caller)) throw forbidden();
}

/** An expiring key must not give lasting access (AUT-32). A caller without the role gets the role error instead. */
function refuseByKey({ access, givesAccess }: Route, caller: Caller | null): void {
  if (!caller || !givesAccess || (access === "owner" && !isOwner(caller))) return;
  refuseLongerAccess(caller, null);
}
