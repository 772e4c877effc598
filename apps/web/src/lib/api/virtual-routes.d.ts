/** The contract's route table without its schemas, split by who may call. `routes-plugin.ts` generates it at build time. */
declare module "virtual:postil-routes/*" {
  export const routes: import("./routes.ts").LeanRoutes;
}
