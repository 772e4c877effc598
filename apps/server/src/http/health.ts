import type { FastifyInstance } from "fastify";
import type { PostilStore } from "./handler.ts";

/** Health checks for service managers and load balancers. They need no key and show no data about anybody. */
export function registerHealth(app: FastifyInstance, store: PostilStore): void {
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
}
