import type { FastifyInstance } from "fastify";

/**
 * The things that a page may load and do: only its own files, except pictures. Pictures in the markdown of records may come
 * from any web address. The page loads one if a person asks for it or a manager of the dataset allowed its host. React Aria
 * adds style elements.
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

/** Headers of every reply. */
export const ALWAYS = { "x-content-type-options": "nosniff", "referrer-policy": "same-origin" } as const;

/**
 * `frameOrigins`: other origins that may show this page in a frame (PRD-09); `*` means any. In a frame of a strange page,
 * people could be tricked into clicks on hidden content.
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
