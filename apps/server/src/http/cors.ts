import type { FastifyInstance } from "fastify";

const METHODS = "DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT";
const PREFLIGHT_SECONDS = "600";

/**
 * Lets pages of the configured origins call the API; `*` means any origin. Other origins get no headers (contract api-v1 1).
 */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  const allowed = new Set(origins);
  app.addHook("onRequest", async (request, reply) => {
    const { origin } = request.headers;
    reply.header("vary", "Origin");
    if (origin === undefined || !(allowed.has(origin) || allowed.has("*"))) return;
    reply.header("access-control-allow-origin", origin).header("access-control-allow-credentials", "true");
    if (request.method !== "OPTIONS" || !request.headers["access-control-request-method"]) return;
    const asked = request.headers["access-control-request-headers"];
    if (asked) reply.header("access-control-allow-headers", asked);
    return reply
      .code(200)
      .header("access-control-allow-methods", METHODS)
      .header("access-control-max-age", PREFLIGHT_SECONDS)
      .type("text/plain; charset=utf-8")
      .send("OK");
  });
}
