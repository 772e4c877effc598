import type { FastifyInstance } from "fastify";
import type { PostilStore } from "./handler.ts";

/** What service managers and balancers ask, without a key: it tells nothing about anybody. */
export function registerHealth(app: FastifyInstance, store: PostilStore): void {
  // The process runs and answers.
  app.get("/livez", async () => ({ status: "ok" }));
  // So does its store: one look at it.
  app.get("/healthz", async (_request, reply) => {
    try {
      await store.read("findOwner", null, { username: "" });
      return { status: "ok" };
    } catch (error) {
      app.log.error(error);
      return reply.code(503).send({ status: "failed", detail: "The store does not answer." });
    }
  });
}
