import { routes as everybody } from "virtual:postil-routes/everybody";
import type { Method } from "@postil/contract/route";
import type { RouteName } from "@postil/contract/routes";

export type LeanRoute = readonly [method: Method, path: string, encoding?: "json" | "form"];
export type LeanRoutes = { readonly [Name in RouteName]?: LeanRoute };

const known: { [Name in RouteName]?: LeanRoute } = { ...everybody };

/** Makes calls known that a page brings with it: the sign-in page does without those that need somebody who is signed in. */
export function addRoutes(more: LeanRoutes): void {
  Object.assign(known, more);
}

export function routeOf(name: RouteName): LeanRoute {
  const route = known[name];
  if (route === undefined) throw new Error(`The page that calls ${name} has not loaded it`);
  return route;
}
