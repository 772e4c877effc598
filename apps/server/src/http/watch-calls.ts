import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type CallWatch, mainLane, type WatchedCall } from "../watch/calls.ts";
import type { Metrics } from "../watch/metrics.ts";

/** What is written down of each request: its id, a line of the access log, a line if it was slow, and its numbers (WAT-04 to WAT-06). */

declare module "fastify" {
  interface FastifyRequest {
    watched: WatchedCall | null;
  }
}

export type LogOptions = {
  /** True if each request has a line. */
  readonly access: boolean;
  /** A request for which the server itself took longer has a line, ms; 0: none has. */
  readonly slowMs: number;
};

export const NO_LOGS: LogOptions = { access: false, slowMs: 0 };

/** Lines about slow requests in a minute: a server that is too slow for everybody shall not fill its disk with them. */
const SLOW_LINES = 100;
const MINUTE_MS = 60_000;

/** An id that a client or a proxy may give to its request: it goes into lines and headers as it is. */
const PLAIN_ID = /^[\w.-]{1,64}$/;

/** The ids of requests: no two servers and no two starts have the same. */
export function createRequestIds(): (raw: Pick<IncomingMessage, "headers">) => string {
  const start = randomBytes(4).toString("hex");
  let last = 0;
  return ({ headers }) => {
    const given = headers["x-request-id"];
    if (typeof given === "string" && PLAIN_ID.test(given)) return given;
    last++;
    return `${start}-${last.toString(36)}`;
  };
}

type WatchParts = LogOptions & { readonly metrics: Metrics | null };

export function watchCalls(app: FastifyInstance, { access, slowMs, metrics }: WatchParts): void {
  app.decorateRequest("watched", null);
  app.addHook("onSend", async (request, reply) => {
    reply.header("x-request-id", request.id);
    if (request.watched) request.watched.answeredMs ??= reply.elapsedTime;
  });
  if (!access && slowMs === 0 && metrics === null) return;
  // These lines are wanted whatever the level of the others is.
  const accessLog = access ? app.log.child({}, { level: "info" }) : null;
  const slowLog = slowMs > 0 ? createSlowLog(app.log.child({}, { level: "warn" })) : null;
  app.addHook("onResponse", async (request, reply) => {
    const { watched: call } = request;
    const ms = reply.elapsedTime;
    const answered = { ...routeOf(request, reply), status: reply.statusCode, ms, call };
    metrics?.request(answered);
    const line = () => ({
      request: request.id,
      ...{ method: answered.method, route: answered.route, status: answered.status },
      ms: Math.round(ms * 10) / 10,
      person: call?.person ?? null,
    });
    accessLog?.info(line(), "answered");
    if (slowLog && call && ownMs(call, ms) >= slowMs) slowLog({ ...line(), ...slownessOf(call, ms) });
  });
}

/** Runs the work of a call; what it asks of the store is counted for it. */
export function watched<T>(watch: CallWatch, request: FastifyRequest, reply: FastifyReply, work: () => T): T {
  const call: WatchedCall = { person: null, readMs: reply.elapsedTime, answeredMs: null, lanes: new Map() };
  request.watched = call;
  return watch.run(call, work);
}

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]);

/** The pattern of the route, in which no name and no search stands. */
function routeOf(request: FastifyRequest, reply: FastifyReply): { readonly method: string; readonly route: string } {
  const { config, url } = request.routeOptions;
  if (request.is404) {
    const route = reply.statusCode < 400 ? "page" : "unknown";
    return { method: METHODS.has(request.method) ? request.method : "other", route };
  }
  return { method: request.method, route: config.call?.path ?? url ?? "unknown" };
}

/** Without the time in which the request came and the reply went. */
const ownMs = ({ readMs, answeredMs }: WatchedCall, ms: number): number => (answeredMs ?? ms) - readMs;

/** Where the time went: a lane of the store, in its queue or at work, or outside of the store. */
function slownessOf(call: WatchedCall, ms: number) {
  const own = ownMs(call, ms);
  const main = mainLane(call);
  const inStore = [...call.lanes.values()].reduce((sum, lane) => sum + lane.ms, 0);
  const outside = own - inStore;
  const [waited, worked] = main ? [main.waitedMs, main.ms - main.waitedMs] : [0, 0];
  const inLane = `${waited >= worked ? "waited" : "worked"} in the lane ${main?.lane}`;
  const reason = outside >= Math.max(waited, worked) ? "worked outside of the store" : inLane;
  const round = Math.round;
  return {
    reason,
    ...(main && { lane: main.lane, call: main.longest.name, waited_ms: round(main.waitedMs), lane_ms: round(main.ms) }),
    own_ms: round(own),
    read_ms: round(call.readMs),
    sent_ms: round(ms - (call.answeredMs ?? ms)),
  };
}

function createSlowLog(log: FastifyInstance["log"]): (line: object) => void {
  let since = Number.NEGATIVE_INFINITY;
  let lines = 0;
  let leftOut = 0;
  return (line) => {
    const now = performance.now();
    if (now - since > MINUTE_MS) {
      since = now;
      lines = 0;
    }
    if (++lines > SLOW_LINES) {
      leftOut++;
      return;
    }
    log.warn(leftOut > 0 ? { ...line, left_out_before: leftOut } : line, "slow");
    leftOut = 0;
  };
}
