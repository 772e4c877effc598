import type { FastifyInstance } from "fastify";

/**
 * What a page may load and do. Nothing but its own files, except pictures: those in the markdown of records may stand anywhere
 * on the web, and the page loads one when somebody asks for it or a manager of the dataset allowed its host. React Aria writes style elements. Framing is not forbidden: Postil works embedded in other pages (PRD-09).
 */
const PAGE_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: https: http:",
  "font-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
].join("; ");

export function registerSecurityHeaders(app: FastifyInstance): void {
  app.addHook("onSend", async (_request, reply) => {
    reply.header("x-content-type-options", "nosniff").header("referrer-policy", "same-origin");
    const type = String(reply.getHeader("content-type") ?? "");
    if (type.startsWith("text/html") && !reply.hasHeader("content-security-policy")) {
      reply.header("content-security-policy", PAGE_POLICY);
    }
  });
}
