import { readdirSync, readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import type { Settings } from "./config.ts";
import { DRAIN_MS } from "./lifecycle.ts";
import { reasonOf, StartFailure } from "./start-failure.ts";

/** The public address of a server that answers at `address`, without a slash at the end. */
export function publicAddress({ baseUrl }: Settings, address: string): string {
  return (baseUrl.origin ?? address) + baseUrl.path.slice(0, -1);
}

/** The address at which this machine reaches the server. */
export function localAddress(host: string, port: number): string {
  const anywhere = host === "0.0.0.0" || host === "::";
  const name = anywhere ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

/** How often a stopping server looks for idle connections. */
const SWEEP_MS = 50;

/**
 * On shutdown, closes each kept-alive connection as soon as its call is answered. After {@link DRAIN_MS} closes all others, so
 * that a slow upload does not delay the shutdown.
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

/** How long the last calls may take once all connections are closed, ms. */
const LAST_CALLS_MS = 200;

/** Closes the app. A store that does not answer holds up what its services wait for; closing the store ends that. */
export async function closeOrLeave(app: FastifyInstance): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, DRAIN_MS + LAST_CALLS_MS);
  await Promise.race([app.close(), late.promise]);
  clearTimeout(timer);
}

/** Starts to accept connections. Returns the address for this machine, without a slash at the end. */
export async function listen(app: FastifyInstance, { host, port }: Pick<Settings, "host" | "port">): Promise<string> {
  try {
    await app.listen({ host, port, listenTextResolver: () => "listening" });
  } catch (error) {
    const reason = reasonOf(error);
    if (!reason) throw error;
    throw new StartFailure(`POSTIL_HOST=${host} and POSTIL_PORT=${port} cannot be used: ${reason}.`);
  }
  // More connections are closed at once. If all file handles were used up, existing connections would get no answers either.
  const most = mostConnections();
  if (most !== null) app.server.maxConnections = most;
  const bound = app.server.address();
  const actual = typeof bound === "object" && bound ? bound.port : port;
  return localAddress(host, actual);
}

/** File handles for threads that start later, for the files of the page, and for the journals of the database. */
const SPARE = 64;

/**
 * The maximum number of connections that leaves enough file handles for the process; null if the system does not tell. Handles
 * that are open already are counted, so call this after everything has started.
 */
function mostConnections(): number | null {
  try {
    const limit = Number(/^Max open files +(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1]);
    const left = limit - readdirSync("/proc/self/fd").length;
    // NaN means unlimited.
    return Number.isNaN(left) ? null : Math.max(1, left - Math.min(SPARE, Math.ceil(left / 2)));
  } catch {
    return null;
  }
}
