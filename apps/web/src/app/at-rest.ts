import type { RegisteredRouter } from "@tanstack/react-router";
import { connection } from "../lib/connection/current.ts";

/** A page that is busy for so long waits no longer for a quiet moment, ms. */
const AT_THE_LATEST = 2000;

/** What signed-in people can wait for, and no page needs to start, comes when the first page has come to rest. */
export function whenAtRest(router: RegisteredRouter): void {
  whenIdle(() => void begin(router));
}

/** Where the code did not come, because the server had gone by then, it is asked for again once the server answers. */
async function begin(router: RegisteredRouter): Promise<void> {
  const code: typeof import("./after-start.ts") | undefined = await import("./after-start.ts").catch(() => undefined);
  if (code !== undefined) return code.goOn(router);
  const stop = connection.onChange(() => {
    if (!connection.isOnline()) return;
    stop();
    void begin(router);
  });
}

/** Safari has no such callback. */
function whenIdle(run: () => void): void {
  if (typeof requestIdleCallback === "function") requestIdleCallback(run, { timeout: AT_THE_LATEST });
  else setTimeout(run, AT_THE_LATEST);
}
