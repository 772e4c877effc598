import { useSyncExternalStore } from "react";
import { underBase } from "../base-path.ts";
import { createConnection, isFull, type Reach } from "./connection.ts";

/** If the cheapest request takes longer than this, the server counts as not answering, ms. */
const PATIENCE = 2000;

/** The page's connection. In tests use `createConnection` with surroundings of the test's own. */
export const connection = createConnection({
  probe: async () => {
    const limits = { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) } as const;
    const reply = await fetch(underBase("/api/v1/version"), limits);
    return isFull(reply) ? "full" : reply.ok;
  },
  hasNetwork: () => navigator.onLine,
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  random: Math.random,
});

window.addEventListener("online", connection.networkChanged);
window.addEventListener("offline", connection.networkChanged);
// Timers pause in a hidden page. A user who returns needs the state at once.
document.addEventListener("visibilitychange", () => {
  if (!connection.isOnline()) void connection.check();
});

export function useReach(): Reach {
  return useSyncExternalStore(connection.onChange, connection.reach);
}

export const useIsFull = (): boolean => useSyncExternalStore(connection.onChange, connection.isFull);
