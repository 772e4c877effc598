import type { RegisteredRouter } from "@tanstack/react-router";
import { connection } from "../lib/connection/current.ts";

/** After this time the code does not wait longer for an idle moment, ms. */
const AT_THE_LATEST = 2000;

/** Starts work that no page needs for its start, once the first page is idle. */
export function whenAtRest(router: RegisteredRouter): void {
  whenIdle(() => void begin(router));
}

/** If the code could not be loaded because the server was away, it is requested again once the server answers. */
async function begin(router: RegisteredRouter): Promise<void> {
  const code: typeof import("./after-start.ts") | undefined = await import("./after-start.ts").catch(() => undefined);
  if (code !== undefined) return code.goOn(router);
  const stop = connection.onChange(() => {
    if (!connection.isOnline()) return;
    stop();
    void begin(router);
  });
}

/** Safari has no `requestIdleCallback`. */
function whenIdle(run: () => void): void {
  if (typeof requestIdleCallback === "function") requestIdleCallback(run, { timeout: AT_THE_LATEST });
  else setTimeout(run, AT_THE_LATEST);
}
