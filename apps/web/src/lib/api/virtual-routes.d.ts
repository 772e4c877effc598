/** The contract's table without its schemas; `routes-plugin.ts` makes it at build time. */
declare module "virtual:postil-routes" {
  export const routes: {
    readonly [Name in import("@postil/contract/routes").RouteName]: readonly [
      method: import("@postil/contract/route").Method,
      path: string,
      encoding?: "json" | "form",
    ];
  };
}
