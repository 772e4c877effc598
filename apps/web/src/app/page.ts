import { lazyRouteComponent } from "@tanstack/react-router";
import { t } from "i18next";
import { isReloading } from "../lib/chunk-reload.ts";
import { stillHere } from "../lib/leaving-page.ts";
import { PageError } from "../lib/page-error.ts";

/**
 * The component of a route. Its code is loaded when the route is first visited. A failed load reloads the page (ERR-05,
 * `lib/chunk-reload.ts`). If that was tried within the last minute, the error page is shown.
 */
export function page<Name extends string>(
  load: () => Promise<{ readonly [Key in Name]: React.ComponentType } | undefined>,
  name: Name,
) {
  return lazyRouteComponent(async () => {
    // The router has its own reload rule for the original error, so it gets this one instead.
    const missing = (cause?: unknown) => new PageError(500, t("errors.codeMissing"), { cause });
    const code = await load().catch(async (cause: unknown) => {
      await stillHere();
      throw missing(cause);
    });
    if (code !== undefined) return code;
    if (!(await isReloading())) throw missing();
    // The page is about to reload, so it shows nothing.
    return new Promise<never>(() => undefined);
  }, name);
}
