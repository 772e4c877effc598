import type { FastifyInstance } from "fastify";

/**
 * What a page may load and do. Nothing but its own files, except pictures: those in the markdown of records may stand anywhere on
 * the web, and the page loads one when somebody asks for it or a manager of the dataset allowed its host. React Aria writes style
 * elements.
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

/** Of every reply, whatever it is. */
export const ALWAYS = { "x-content-type-options": "nosniff", "referrer-policy": "same-origin" } as const;

/**
 * `frameOrigins`: whose pages may show this one in a frame, beside its own (PRD-09); `*` means anybody's. In a frame of a stranger
 * people could be made to click on what they do not see.
 */
export function registerSecurityHeaders(app: FastifyInstance, frameOrigins: readonly string[]): void {
  const policy = `${PAGE_POLICY}; frame-ancestors ${["'self'", ...frameOrigins].join(" ")}`;
  app.addHook("onSend", async (_request, reply) => {
    reply.headers(ALWAYS);
    const type = String(reply.getHeader("content-type") ?? "");
    if (type.startsWith("text/html") && !reply.hasHeader("content-security-policy")) {
      reply.header("content-security-policy", policy);
    }
  });
}
