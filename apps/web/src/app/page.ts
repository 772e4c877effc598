import { lazyRouteComponent } from "@tanstack/react-router";
import { t } from "i18next";
import { isReloading } from "../lib/chunk-reload.ts";
import { stillHere } from "../lib/leaving-page.ts";
import { PageError } from "../lib/page-error.ts";

/**
 * The component of a route, loaded with its code when the route is first visited. A failed load reloads the page
 * (ERR-05, `lib/chunk-reload.ts`); when that was tried within the minute it ends on the error page.
 */
export function page<Name extends string>(
  load: () => Promise<{ readonly [Key in Name]: React.ComponentType } | undefined>,
  name: Name,
) {
  return lazyRouteComponent(async () => {
    // The router would reload by a rule of its own if it saw the original error.
    const missing = (cause?: unknown) => new PageError(500, t("errors.codeMissing"), { cause });
    const code = await load().catch(async (cause: unknown) => {
      await stillHere();
      throw missing(cause);
    });
    if (code !== undefined) return code;
    if (!(await isReloading())) throw missing();
    // Nothing is to be seen of a page that is about to go.
    return new Promise<never>(() => undefined);
  }, name);
}
