import { isIP } from "node:net";
import type { FastifyInstance } from "fastify";

const NAME = "x-forwarded-for";
/** An address, or one with the port that some proxies write behind it. */
const WITH_PORT = /^(?:\[([^\]]+)\]|([^:]+))(?::\d+)?$/;

/** Makes every request come from an address (AUT-14): not from a port of it, and not from a text that is none. */
export function readForwardedFor(app: FastifyInstance): void {
  app.addHook("onRequest", async ({ raw: { headers } }) => {
    const header = headers[NAME];
    if (typeof header === "string") headers[NAME] = readableAddresses(header);
  });
}

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
