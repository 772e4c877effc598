/** The contract's table without its schemas, in parts by who may call; `routes-plugin.ts` makes them at build time. */
declare module "virtual:postil-routes/*" {
  export const routes: import("./routes.ts").LeanRoutes;
}
