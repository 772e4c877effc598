// The layers of docs/architecture.md, as patterns. An arrow that is not allowed here is a mistake in the code, not in the list.
/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: "no-circles",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "domain-is-the-floor",
      severity: "error",
      from: { path: "^packages/domain/" },
      to: { path: "^(packages/contract|apps)/" },
    },
    {
      name: "domain-is-pure",
      comment: "The rules know no I/O and no framework.",
      severity: "error",
      from: { path: "^packages/domain/src", pathNot: "\\.test\\.ts$" },
      to: { dependencyTypes: ["core", "npm", "npm-dev"] },
    },
    {
      name: "contract-knows-domain-only",
      severity: "error",
      from: { path: "^packages/contract/" },
      to: { path: "^apps/" },
    },
    {
      name: "mapping-without-schemas",
      comment: "The page reads replies by it; a schema there would weigh 24 kB on every page.",
      severity: "error",
      from: { path: "^packages/contract/src/mapping/", pathNot: "\\.test\\.ts$" },
      to: {
        path: "^packages/contract/src/(entities|inputs|routes)/|/wire/(leaf|shape)\\.ts$|node_modules/zod/",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "apps-are-strangers",
      severity: "error",
      from: { path: "^apps/([^/]+)/" },
      to: { path: "^apps/", pathNot: "^apps/$1/" },
    },
    {
      name: "usecases-below-http",
      severity: "error",
      from: { path: "^apps/server/src/usecases/" },
      to: { path: "^apps/server/src/(http|cli)/" },
    },
    {
      name: "storage-is-the-bottom",
      severity: "error",
      from: { path: "^apps/server/src/storage/" },
      to: { path: "^apps/server/src/(http|cli|usecases|records)/" },
    },
    {
      name: "only-the-roots-build-the-graph",
      comment: "main.ts builds the process, the workers the insides of its threads.",
      severity: "error",
      from: { pathNot: "^apps/server/(src/(main|worker|intake-worker)\\.ts|tests/)|\\.test\\.ts$" },
      to: { path: "^apps/server/src/(main|worker|intake-worker)\\.ts$" },
    },
    {
      name: "features-are-strangers",
      severity: "error",
      from: { path: "^apps/web/src/features/([^/]+)/" },
      to: { path: "^apps/web/src/features/", pathNot: "^apps/web/src/features/$1/" },
    },
    {
      name: "ui-and-lib-below-features",
      severity: "error",
      from: { path: "^apps/web/src/(ui|lib)/" },
      to: { path: "^apps/web/src/(features|app)/" },
    },
    {
      name: "features-below-app",
      severity: "error",
      from: { path: "^apps/web/src/features/" },
      to: { path: "^apps/web/src/app/" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)(dist|node_modules)/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.base.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "default"],
      extensions: [".ts", ".tsx", ".js", ".json"],
    },
  },
};
