import { isIP } from "node:net";
import type { FastifyInstance } from "fastify";

const NAME = "x-forwarded-for";
/** An address, or one with the port that some proxies write behind it. */
const WITH_PORT = /^(?:\[([^\]]+)\]|([^:]+))(?::\d+)?$/;

/**
 * Makes every request come from an address (AUT-14): not from a port of it, and not from a text that is none. Says once that
 * somebody who is not trusted told of one: it may be a proxy whose callers all count as one.
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
 * The addresses in the order they were told, without ports. What cannot be read hides who called before it: whoever told
 * of it counts instead, so nobody counts as somebody else by writing another text each time.
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
