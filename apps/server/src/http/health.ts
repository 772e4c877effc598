import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { Interrupted, StorageFailure } from "../storage/failure.ts";
import type { Metrics, MetricsSources } from "../watch/metrics.ts";
import { bearerOf } from "./authenticate.ts";
import type { PostilStore } from "./handler.ts";

/** What service managers, load balancers and Prometheus ask. It shows no data about anybody. */

export type MetricsParts = { readonly metrics: Metrics; readonly token: string; readonly sources: MetricsSources };

type HealthParts = {
  readonly store: PostilStore;
  readonly isFull: () => boolean;
  /** The server is about to end, and still answers. */
  readonly isEnding: () => boolean;
  readonly metrics: MetricsParts | null;
};

/** How long the store may take to be ready, ms. */
const READY_WITHIN_MS = 5000;
/** One look answers all who ask within this time: strangers may ask as often as they like, ms. */
const LOOK_KEPT_MS = 1000;

export function registerHealth(app: FastifyInstance, { store, isFull, isEnding, metrics }: HealthParts): void {
  // Answers as long as the process runs.
  app.get("/livez", async () => ({ status: "ok" }));
  // Checks with one query that the store answers too.
  app.get("/healthz", async (_request, reply) => {
    try {
      await store.read("findOwner", null, { username: "" });
      return { status: "ok" };
    } catch (error) {
      app.log.error(error);
      return reply.code(503).send({ status: "failed", detail: "The store does not answer." });
    }
  });
  registerReadiness(app, { store, isFull, isEnding });
  if (metrics) registerMetrics(app, metrics);
}

type Readiness = { readonly status: "ok" | "full" | "failed" | "ending"; readonly detail?: string };

const FULL: Readiness = {
  status: "full",
  detail: "The disk is full: people can sign in, read and export, and nothing can be saved.",
};

const ENDING: Readiness = { status: "ending", detail: "The server is about to end, and answers until then." };

/** WAT-02. The server listens only after migrations, so nobody is told that it is ready before. */
function registerReadiness(app: FastifyInstance, { store, isFull, isEnding }: Omit<HealthParts, "metrics">): void {
  const look = async (): Promise<Readiness> => {
    try {
      const late = AbortSignal.timeout(READY_WITHIN_MS);
      await Promise.race([
        // A write without anything to write: it waits for its turn, and costs the disk nothing.
        Promise.all([
          store.read("findOwner", null, { username: "" }),
          store.write("addMissingWorkspaces", null, { names: [] }),
        ]),
        new Promise((_resolve, reject) => late.addEventListener("abort", () => reject(late.reason), { once: true })),
      ]);
      return isFull() ? FULL : { status: "ok" };
    } catch (error) {
      if (isFull()) return FULL;
      app.log.error(error);
      const isLate = error instanceof DOMException && error.name === "TimeoutError";
      const seconds = READY_WITHIN_MS / 1000;
      const isTold = error instanceof Interrupted || error instanceof StorageFailure;
      const why = isTold ? error.message : "The store does not answer.";
      const detail = isLate ? `The store did not answer within ${seconds} seconds.` : why;
      return { status: "failed", detail };
    }
  };
  let kept: { readonly at: number; readonly readiness: Promise<Readiness>; over: boolean } | null = null;
  app.get("/readyz", async (_request, reply) => {
    if (isEnding()) return reply.code(503).send(ENDING);
    if (kept === null || (kept.over && performance.now() - kept.at > LOOK_KEPT_MS)) {
      const looking = { at: performance.now(), readiness: look(), over: false };
      void looking.readiness.finally(() => {
        looking.over = true;
      });
      kept = looking;
    }
    const readiness = await kept.readiness;
    return reply.code(readiness.status === "failed" ? 503 : 200).send(readiness);
  });
}

const digestOf = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Only for who has the token: behind a proxy everybody comes from this machine, so no address is trusted. */
function registerMetrics(app: FastifyInstance, { metrics, token, sources }: MetricsParts): void {
  const expected = digestOf(token);
  app.get("/metrics", async (request, reply) => {
    const given = bearerOf(request.headers.authorization);
    if (given === null || !timingSafeEqual(digestOf(given), expected))
      return reply
        .code(401)
        .header("www-authenticate", "Bearer")
        .send({ detail: "Send the token of POSTIL_METRICS_TOKEN as a bearer token" });
    return reply.type(metrics.contentType).send(await metrics.text(sources));
  });
}
