import { readdirSync, readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import type { Settings } from "./config.ts";
import { DRAIN_MS } from "./lifecycle.ts";
import { localAddress } from "./public-address.ts";
import { reasonOf, StartFailure } from "./start-failure.ts";

/** How often a draining server looks for connections whose last call is over. */
const SWEEP_MS = 50;

/**
 * When the server is told to end: closes each kept-alive connection as soon as its call is answered, and after
 * {@link DRAIN_MS} those that still talk; a slow upload must not hold it up.
 */
export function limitDraining(app: FastifyInstance): void {
  app.addHook("preClose", async () => {
    const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS);
    const cut = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
    app.server.once("close", () => {
      clearInterval(sweep);
      clearTimeout(cut);
    });
  });
}

/** Starts to accept connections. Returns where this machine reaches it, without a slash at the end. */
export async function listen(app: FastifyInstance, { host, port }: Pick<Settings, "host" | "port">): Promise<string> {
  try {
    await app.listen({ host, port, listenTextResolver: () => "listening" });
  } catch (error) {
    const reason = reasonOf(error);
    if (!reason) throw error;
    throw new StartFailure(`POSTIL_HOST=${host} and POSTIL_PORT=${port} cannot be used: ${reason}.`);
  }
  // Further ones are closed at once: with no file left to open, those there are would not be answered either.
  const most = mostConnections();
  if (most !== null) app.server.maxConnections = most;
  const bound = app.server.address();
  const actual = typeof bound === "object" && bound ? bound.port : port;
  return localAddress(host, actual);
}

/** Files that threads started later, the page's files and the store's journals take. */
const SPARE = 64;

/**
 * How many connections the process may hold and still open the files it works with; null where the system does not tell. What
 * is open already is counted, so this is asked when everything is up.
 */
function mostConnections(): number | null {
  try {
    const limit = Number(/^Max open files +(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1]);
    const left = limit - readdirSync("/proc/self/fd").length;
    // NaN: unlimited.
    return Number.isNaN(left) ? null : Math.max(1, left - Math.min(SPARE, Math.ceil(left / 2)));
  } catch {
    return null;
  }
}
