import { routes as everybody } from "virtual:postil-routes/everybody";
import type { Method } from "@postil/contract/route";
import type { RouteName } from "@postil/contract/routes";

type LeanRoute = readonly [method: Method, path: string, encoding?: "json" | "form" | "bytes"];
export type LeanRoutes = { readonly [Name in RouteName]?: LeanRoute };

const known: { [Name in RouteName]?: LeanRoute } = { ...everybody };

/**
 * Registers more calls, which the code of a page brings. The sign-in page works without the calls that need a signed-in user.
 */
export function addRoutes(more: LeanRoutes): void {
  Object.assign(known, more);
}

export function routeOf(name: RouteName): LeanRoute {
  const route = known[name];
  if (route === undefined) throw new Error(`The page that calls ${name} has not loaded it`);
  return route;
}
