import { lazyRouteComponent } from "@tanstack/react-router";
import i18next from "i18next";
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
    const code = await load().catch((cause: unknown) => {
      // The router would reload by a rule of its own if it saw the original error.
      throw new PageError(500, i18next.t("errors.codeMissing"), { cause });
    });
    // Without code and without an error the page is about to reload; nothing is to be seen of that.
    return code ?? new Promise<never>(() => undefined);
  }, name);
}
