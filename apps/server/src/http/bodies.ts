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
export type Sent = { readonly small: Body | undefined } | Large;

type Large = {
  readonly large: Received;
  /** Does what is to be done with the body; the room that it takes is free from then on. */
  readonly use: <T>(work: () => Promise<T>) => Promise<T>;
};

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
  // What is worked on takes its room even when nobody waits for the answer any more.
  const inUse = new WeakSet<FastifyRequest>();
  app.addHook("onRequest", async (request, reply) => {
    reply.raw.once("close", () => inUse.has(request) || room.leave(request));
  });
  const useOf =
    (request: FastifyRequest): Large["use"] =>
    async (work) => {
      inUse.add(request);
      try {
        return await work();
      } finally {
        room.leave(request);
      }
    };

  const enter = (request: FastifyRequest, visitor: Visitor | undefined, bytes: number) => {
    if (request.raw.destroyed) throw new BodyRefused(400, "The connection was closed.");
    return room.enter(request, visitor?.caller?.id ?? "", bytes);
  };

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
      { beyond: SMALL_BYTES, pass: () => enter(request, visitor, Math.min(told, limit)) },
    ];
  };

  const reader =
    (kindOf: (request: FastifyRequest) => BodyKind) =>
    async (request: FastifyRequest): Promise<Sent> => {
      try {
        const bytes = await readBody(request.raw, gatesOf(request), patience.bodyMs);
        const received = { kind: kindOf(request), bytes };
        if (bytes.length > SMALL_BYTES) return { large: received, use: useOf(request) };
        room.leave(request);
        return { small: parseBody(received) };
      } catch (error) {
        room.leave(request);
        throw error;
      }
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
