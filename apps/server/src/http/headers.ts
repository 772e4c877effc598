import { isIP } from "node:net";
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

const METHODS = "DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT";
const PREFLIGHT_SECONDS = "600";

/** Lets pages of the configured origins call the API; `*` means any. Others get no headers (contract api-v1 1). */
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

const NAME = "x-forwarded-for";
/** An IP address, optionally with the port that some proxies add. */
const WITH_PORT = /^(?:\[([^\]]+)\]|([^:]+))(?::\d+)?$/;

/**
 * Gives every request a valid IP address as its origin (AUT-14): without a port, and never an invalid text. Logs once if an
 * untrusted client sends `X-Forwarded-For`: it may be a proxy, and all its callers would count as one.
 */
export function readForwardedFor(app: FastifyInstance): void {
  let isSaid = false;
  app.addHook("onRequest", async (request) => {
    const { headers } = request.raw;
    const header = headers[NAME];
    if (typeof header !== "string") return;
    headers[NAME] = readableAddresses(header);
    if (isSaid || headers[NAME] === "" || (request.ips?.length ?? 1) > 1) return;
    isSaid = true;
    app.log.warn(untrusted(request.ip));
  });
}

const untrusted = (address: string): string =>
  `${address} tells in X-Forwarded-For for whom it calls, and is not among POSTIL_TRUSTED_PROXIES: all who call through it are counted as one, and the failed sign-ins of one keep the others waiting. If it is your proxy, set POSTIL_TRUSTED_PROXIES to its address (docs/operations.md#behind-a-proxy).`;

/**
 * The addresses in their original order, without ports. An unreadable entry hides all entries before it. The address after it
 * counts instead, so a client cannot pretend to be somebody else by sending a new text each time.
 */
export function readableAddresses(header: string): string {
  const nearestFirst: string[] = [];
  for (const entry of header.split(",").toReversed()) {
    const text = entry.trim();
    if (text === "") continue;
    const [, bracketed, plain] = WITH_PORT.exec(text) ?? [];
    const address = bracketed ?? plain ?? text;
    if (isIP(address) === 0) break;
    nearestFirst.push(address);
  }
  return nearestFirst.toReversed().join(", ");
}
