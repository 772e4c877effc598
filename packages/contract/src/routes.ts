import type { Route } from "./route.ts";
import { accountRoutes } from "./routes/accounts.ts";

/** The one table of routes. The server must have a handler for each name, the browser's client is derived from it. */
export const routes = {
  ...accountRoutes,
} as const satisfies { readonly [name: string]: Route };

export type Routes = typeof routes;
export type RouteName = keyof Routes;
