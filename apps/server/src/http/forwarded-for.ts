import { isIP } from "node:net";
import type { FastifyInstance } from "fastify";

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
