import { bodyLimitOf, type Route, STRANGERS_BYTES } from "@postil/contract/route";
import { WorkspaceHeaders } from "@postil/contract/tasks/datasets";
import { isOwner } from "@postil/domain/accounts/policies";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Limits } from "../limits.ts";
import type { CheckAccess } from "../usecases/check-access.ts";
import { forbidden } from "../usecases/refuse.ts";
import type { Authenticate } from "./authenticate.ts";
import { BodyRefused } from "./errors.ts";
import { type BodyRoom, createBodyRoom } from "./fair-room.ts";
import type { Content, PostilStore, Requester } from "./handler.ts";
import { ask, type Body, type BodyKind, parseBody, type Received } from "./parse-body.ts";
import { atPace, FILE_MS, type Patience, type Reading, readBody } from "./read-body.ts";
import { taskDatasetAt } from "./task-dataset-at.ts";

/** A small body is read at once. A large body is read and answered in a thread (intake). A file is read by its handler. */
export type Sent = { readonly small: Body | undefined } | Large | { readonly content: Content };

type Large = {
  readonly large: Received;
  /** Runs the work on the body. The memory of the body is released when the work ends. */
  readonly use: <T>(work: () => Promise<T>) => Promise<T>;
};

declare module "fastify" {
  interface FastifyContextConfig {
    readonly call?: Route;
  }
}

/** Reading more than this blocks the event loop long enough to delay other requests. */
const SMALL_BYTES = STRANGERS_BYTES;
/** Before the server reads more than this, it checks the caller's right to what the call names. */
const CHECKED_BYTES = 1024 * 1024;

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;
const FORM_TYPE = "application/x-www-form-urlencoded";

export type BodyParts = {
  readonly authenticate: Authenticate;
  readonly store: Pick<PostilStore, "read">;
  readonly patience: Patience;
  readonly limits: Pick<Limits, "bodyBytes">;
};

/** The allowed size is decided before the body is read (API-31): to refuse a body after reading it is expensive. */
export function readBodies(app: FastifyInstance, parts: BodyParts): void {
  const room = createBodyRoom(parts.patience.roomMs, parts.limits.bodyBytes);
  // A body that is being processed keeps its memory even after its client has left.
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
  const reader =
    (kindOf: (request: FastifyRequest) => BodyKind) =>
    async (request: FastifyRequest): Promise<Sent> => {
      if (request.routeOptions.config.call?.encoding === "bytes")
        return { content: contentOf(request, parts.patience) };
      try {
        const bytes = await readBody(request.raw, readingOf(request, parts, room));
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
  // A request without a content type counts as JSON.
  app.addContentTypeParser(
    "*",
    reader(({ headers }) => (headers["content-type"] ? "other" : "json")),
  );
}

function readingOf(request: FastifyRequest, { authenticate, store, patience }: BodyParts, room: BodyRoom): Reading {
  const route = request.routeOptions.config.call;
  const limit = route ? bodyLimitOf(route) : STRANGERS_BYTES;
  let requester: Requester | undefined;
  const makeKnown = async () => {
    if (route) requester = await authenticate(request, route.access);
  };
  return {
    gates: [
      { beyond: STRANGERS_BYTES, pass: makeKnown },
      { beyond: limit, pass: () => refuse(limit) },
      { beyond: CHECKED_BYTES, pass: () => route && requester && checkAccess(store, route, request, requester) },
    ],
    most: limit,
    makeRoom: async (bytes) => {
      if (request.raw.destroyed) throw new BodyRefused(400, "The connection was closed.");
      if (bytes > SMALL_BYTES) await room.take(request, requester?.caller?.id ?? "", bytes);
    },
    wholeMs: patience.requestMs,
    bodyMs: patience.bodyMs,
    urgentPace: () => (room.bytesInTheWay(request) / patience.roomMs) * 1000,
  };
}

/** Nothing is read before the handler takes the first part, so the caller and the right are checked before. */
function contentOf({ raw }: FastifyRequest, { bodyMs }: Patience): Content {
  const announced = raw.headers["content-length"];
  return {
    bytes: announced === undefined ? null : Number(announced),
    parts: atPace(raw, { wholeMs: FILE_MS, bodyMs, urgentPace: () => 0 }),
  };
}

function refuse(limit: number): never {
  throw new BodyRefused(413, `The request body is larger than ${limit} bytes, the most that this call takes.`);
}

type AtTaskDataset = Parameters<typeof taskDatasetAt>[0];

async function checkAccess(
  store: BodyParts["store"],
  route: Route,
  { params, query, headers }: FastifyRequest,
  { caller }: Requester,
): Promise<void> {
  // The path names nothing. A caller without a workspace has nothing that the body could name.
  if (route.access === "signed-in" && caller && !isOwner(caller) && caller.workspaceIds.length === 0) throw forbidden();
  // An owner may do everything, also to what is not there yet: the call itself says what it needs.
  if (route.access === "owner") {
    if (!caller || !isOwner(caller)) throw forbidden();
    return;
  }
  const { body: _, ...head } = route;
  const asked = ask(head, { params, query, headers }, undefined);
  // Path parameters are strings, keyed by their names in the path.
  const named = asked.params as CheckAccess["named"];
  const taskDataset = route.headers === WorkspaceHeaders ? taskDatasetAt(asked as AtTaskDataset) : null; // checked by `ask`
  await store.read("checkAccess", caller, { manages: route.access === "manager", named, taskDataset });
}
