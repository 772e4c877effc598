import { bodyLimitOf, STRANGERS_BYTES } from "@postil/contract/body-limit";
import type { Route } from "@postil/contract/route";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { CheckAccess } from "../usecases/check-access.ts";
import { ask } from "./ask.ts";
import type { Authenticate } from "./authenticate.ts";
import type { PostilStore, Visitor } from "./handler.ts";
import { BodyRefused } from "./http-errors.ts";
import { type Body, type BodyKind, parseBody, type Received } from "./parse-body.ts";
import type { Patience } from "./patience.ts";
import { type Gate, readBody } from "./read-body.ts";
import { createRoom } from "./room.ts";

/** A small body is read at once; a large one is read, and answered, in a thread (intake). */
export type Sent = { readonly small: Body | undefined } | { readonly large: Received };

declare module "fastify" {
  interface FastifyContextConfig {
    /** The entry of the route table. */
    readonly call?: Route;
  }
}

/** Reading more than this takes the event loop long enough to be felt by others. */
const SMALL_BYTES = STRANGERS_BYTES;
/** Before more than this is read, it is asked whether the caller has the right to what the call names. */
const CHECKED_BYTES = 1024 * 1024;

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;
const FORM_TYPE = "application/x-www-form-urlencoded";

export type BodyParts = {
  readonly authenticate: Authenticate;
  readonly store: Pick<PostilStore, "read">;
  readonly patience: Patience;
};

/** Who may send how much is settled before it is read (API-31): a body is the dearest thing to refuse afterwards. */
export function readBodies(app: FastifyInstance, { authenticate, store, patience }: BodyParts): void {
  const room = createRoom(patience.roomMs);
  app.addHook("onResponse", async (request) => room.leave(request));

  const gatesOf = (request: FastifyRequest): Gate[] => {
    const route = request.routeOptions.config.call;
    const limit = route ? bodyLimitOf(route) : STRANGERS_BYTES;
    const told = Number(request.headers["content-length"] ?? limit);
    let visitor: Visitor | undefined;
    const known: Gate[] = route
      ? [
          {
            beyond: STRANGERS_BYTES,
            pass: async () => {
              visitor = await authenticate(request, route.access);
            },
          },
        ]
      : [];
    return [
      ...known,
      { beyond: limit, pass: () => refuse(limit) },
      { beyond: CHECKED_BYTES, pass: () => route && visitor && checkAccess(store, route, request, visitor) },
      { beyond: SMALL_BYTES, pass: () => room.enter(request, visitor?.caller?.id ?? "", Math.min(told, limit)) },
    ];
  };

  const reader =
    (kindOf: (request: FastifyRequest) => BodyKind) =>
    async (request: FastifyRequest): Promise<Sent> => {
      const bytes = await readBody(request.raw, gatesOf(request), patience.bodyMs);
      const received = { kind: kindOf(request), bytes };
      return bytes.length > SMALL_BYTES ? { large: received } : { small: parseBody(received) };
    };
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    JSON_TYPE,
    reader(() => "json"),
  );
  app.addContentTypeParser(
    FORM_TYPE,
    reader(() => "form"),
  );
  // No type at all counts as JSON.
  app.addContentTypeParser(
    "*",
    reader(({ headers }) => (headers["content-type"] ? "other" : "json")),
  );
}

function refuse(limit: number): never {
  throw new BodyRefused(413, `The request body is larger than ${limit} bytes, the most that this call takes.`);
}

async function checkAccess(
  store: BodyParts["store"],
  route: Route,
  { params, query, headers }: FastifyRequest,
  { caller }: Visitor,
): Promise<void> {
  const { body: _, ...head } = route;
  const asked = ask(head, { params, query, headers }, undefined);
  // The parameters of a path are texts by the names that the path has for them.
  const named = asked.params as CheckAccess["named"];
  await store.read("checkAccess", caller, { manages: route.access === "manager", named });
}
