import { t } from "i18next";
import { PageError } from "../lib/page-error.ts";

/**
 * The guards named by a route, in the same order.
 * @throws PageError 500 `Unknown middleware` when one of them is not registered (RTE-30)
 */
export function guardsNamed<Guard>(
  names: readonly string[],
  registered: { readonly [name: string]: Guard },
): readonly Guard[] {
  return names.map((name) => {
    const guard = Object.hasOwn(registered, name) ? registered[name] : undefined;
    if (guard === undefined) throw new PageError(500, t("errors.unknownMiddleware"));
    return guard;
  });
}
