import type { RegisteredRouter } from "@tanstack/react-router";

/** A page that is busy for so long waits no longer for a quiet moment, ms. */
const AT_THE_LATEST = 2000;

/** What signed-in people can wait for, and no page needs to start, comes when the first page has come to rest. */
export function whenAtRest(router: RegisteredRouter): void {
  whenIdle(() => {
    import("./after-start.ts").then(({ goOn }) => goOn(router), console.warn);
  });
}

/** Safari has no such callback. */
function whenIdle(run: () => void): void {
  if (typeof requestIdleCallback === "function") requestIdleCallback(run, { timeout: AT_THE_LATEST });
  else setTimeout(run, AT_THE_LATEST);
}
