/** The rooms of the workbench from the floor up. A room knows those below it; two in one line know nothing of each other. */
const WORKBENCH = [
  ["family", "labels", "list", "spans"],
  ["record", "saving"],
  ["export", "frame", "search"],
  ["snapshots"],
];

/** What of the domain is about one family of datasets alone. */
const OF_ONE_FAMILY = [
  "answers/",
  "bulk/bulk-answer\\.",
  "datasets/(field|question)\\.",
  "records/record\\.",
  "search/(feedback-address|known-criteria|sort-offer|task-)",
  "tasks/",
];

/** The rooms of task datasets in the page, likewise; what is no room stands on the lowest line. */
const TASKS = [
  ["saving", "wire"],
  ["state"],
  ["classification", "flags-and-views", "pace", "query", "similar", "text2text", "tokens"],
  ["export", "panel", "record"],
  ["list"],
  ["rules"],
  ["page"],
  ["preview"],
];

/** The rooms of the domain from the floor up. Files outside of a room stand on the floor, beside `text`. */
const DOMAIN = [
  ["text"],
  ["datasets", "spans"],
  ["accounts", "labels", "records"],
  ["answers"],
  ["search"],
  ["settings", "tasks"],
  ["outbox"],
  ["queue"],
  ["bulk", "exports", "jobs", "preferences", "webhooks"],
];

/** Each room of a folder is listed, and knows those of the lines before its own; tests use what they like. */
function ordered(name, folder, lines, pathNot) {
  const inRoom = (rooms) => `^${folder}/(${rooms.join("|")})/`;
  return [
    {
      name: `${name}-rooms-are-listed`,
      severity: "error",
      from: { path: `^${folder}/[^/]+/`, pathNot: inRoom(lines.flat()) },
      to: {},
    },
    ...lines.map((rooms, line) => ({
      name: `${name}-${rooms.join("-")}`,
      comment: `The order of the rooms stands in ${name.toUpperCase()}.`,
      severity: "error",
      from: { path: inRoom(rooms), ...(pathNot === undefined ? {} : { pathNot }) },
      to: {
        path: `^${folder}/[^/]+/`,
        pathNot: [inRoom(["$1"]), ...(line === 0 ? [] : [inRoom(lines.slice(0, line).flat())])],
      },
    })),
  ];
}
const TESTS = "\\.(test|fixture|contract)\\.tsx?$";

/** What each room of the server may know of the others; of use cases, jobs know what they are called and what changes tell. */
const SERVER = {
  storage: [],
  records: ["storage/"],
  jobs: ["storage/", "usecases/(registry|feedback/tell)\\.ts$"],
  usecases: ["jobs/", "records/", "storage/"],
  export: ["records/", "snapshots/content-hash\\.ts$", "storage/", "usecases/"],
  snapshots: ["export/(streams|take-snapshot)\\.ts$", "jobs/", "storage/", "usecases/(registry|snapshots)\\.ts$"],
  backup: ["providers/settings\\.ts$", "storage/", "usecases/registry\\.ts$"],
  providers: [],
  shared: ["storage/store\\.ts$", "usecases/(registry|shared-state)\\.ts$"],
  client: [],
  import: ["client/"],
  webhooks: ["storage/", "usecases/(registry|webhook-deliveries)\\.ts$"],
  watch: ["storage/store\\.ts$", "usecases/(registry|upkeep)\\.ts$"],
  uploads: ["client/", "export/writer\\.ts$", "import/", "storage/"],
  http: [
    "backup/",
    "client/",
    "export/",
    "jobs/",
    "providers/",
    "shared/",
    "snapshots/",
    "storage/",
    "uploads/",
    "usecases/",
    "watch/",
    "webhooks/",
  ],
  demo: ["client/"],
  migrate: ["client/"],
  cli: ["backup/", "client/", "demo/", "import/", "migrate/", "snapshots/", "storage/"],
};

const serverRooms = () => [
  {
    name: "server-rooms-are-listed",
    severity: "error",
    from: { path: "^apps/server/src/[^/]+/", pathNot: `^apps/server/src/(${Object.keys(SERVER).join("|")})/` },
    to: {},
  },
  ...Object.entries(SERVER).map(([room, known]) => ({
    name: `server-${room}`,
    comment: "What each room may know stands in SERVER. Tests ask as people do.",
    severity: "error",
    from: {
      path: `^apps/server/src/${room}/`,
      // Gathers the operations of all rooms for the threads of the store.
      pathNot: "\\.(test|fixture|contract)\\.ts$|^apps/server/src/usecases/registry\\.ts$",
    },
    to: { path: "^apps/server/src/[^/]+/", pathNot: `^apps/server/src/(${[`${room}/`, ...known].join("|")})` },
  })),
];

// The layers of docs/architecture.md, as patterns. An arrow that is not allowed here is a mistake in the code, not in the list.
/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: "no-circles",
      comment: "Through types too: what goes in a circle can be read, moved and tested only as one piece.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "domain-is-the-floor",
      severity: "error",
      from: { path: "^packages/domain/" },
      to: { path: "^(packages/contract|apps)/" },
    },
    ...ordered("domain", "packages/domain/src", DOMAIN, TESTS),
    {
      name: "domain-floor",
      severity: "error",
      from: { path: "^packages/domain/src/[^/]+$", pathNot: TESTS },
      to: { path: "^packages/domain/src/[^/]+/", pathNot: "^packages/domain/src/text/" },
    },
    {
      name: "domain-is-pure",
      comment: "The rules know no I/O and no framework. any-ascii is a table of letters.",
      severity: "error",
      from: { path: "^packages/domain/src", pathNot: "\\.(test|fixture)\\.ts$" },
      to: { dependencyTypesNot: ["local", "type-only"], pathNot: "^packages/domain/|^node_modules/any-ascii/" },
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
      from: { path: "^packages/contract/src/.*mapping\\.ts$" },
      to: {
        path: "^packages/contract/src/|node_modules/zod/",
        pathNot: "mapping\\.ts$",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "apps-are-strangers",
      severity: "error",
      from: { path: "^apps/([^/]+)/" },
      to: { path: "^apps/", pathNot: "^apps/$1/" },
    },
    ...serverRooms(),
    {
      name: "sql-by-hand-in-its-room",
      comment: "Others know Kysely by its types alone: what they ask for they ask through the builder they are handed.",
      severity: "error",
      from: {
        path: "^apps/server/src/",
        pathNot: "^apps/server/src/storage/((?:sql|sqlite|postgres)/|compiled\\.ts$)|\\.test\\.ts$",
      },
      to: { path: "node_modules/kysely/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "engine-behind-its-face",
      comment:
        "All others speak to storage/engine.ts. open-store.ts and the workers build an engine; backups copy and examine the files of the embedded one.",
      severity: "error",
      from: {
        path: "^apps/server/src/",
        pathNot:
          "^apps/server/src/((open-store|worker|job-worker)\\.ts$|backup/|storage/(sqlite|postgres)/)|\\.(test|fixture)\\.ts$",
      },
      to: { path: "^apps/server/src/storage/(sqlite|postgres)/" },
    },
    {
      name: "sqlite-in-its-room",
      comment:
        "Of the engine itself nobody else knows; the lock of the home is one of its locks. By hand written SQL: biome.json.",
      severity: "error",
      from: { path: "^apps/server/src/", pathNot: "^apps/server/src/(storage/sqlite/|home\\.ts$)|\\.test\\.ts$" },
      to: { path: "^(node:)?sqlite$", dependencyTypes: ["core"] },
    },
    {
      name: "lib-below-ui",
      comment: "The page's ui draws what its lib knows.",
      severity: "error",
      from: { path: "^apps/web/src/lib/", pathNot: "\\.test\\.tsx?$" },
      to: { path: "^apps/web/src/ui/" },
    },
    {
      name: "usecases-know-no-wire",
      severity: "error",
      from: { path: "^apps/server/src/(usecases|records|storage|jobs)/", pathNot: "\\.test\\.ts$" },
      to: { path: "^packages/contract/" },
    },
    {
      name: "only-the-roots-build-the-graph",
      comment: "main.ts builds the process, the workers the insides of its threads.",
      severity: "error",
      from: { pathNot: "^apps/server/(src/(main|worker|intake-worker|job-worker)\\.ts|tests/)|\\.test\\.ts$" },
      to: { path: "^apps/server/src/(main|worker|intake-worker|job-worker)\\.ts$" },
    },
    {
      name: "features-are-strangers",
      severity: "error",
      from: { path: "^apps/web/src/features/([^/]+)/" },
      to: { path: "^apps/web/src/features/", pathNot: "^apps/web/src/features/$1/" },
    },
    {
      name: "ui-and-lib-below-unsent",
      severity: "error",
      from: { path: "^apps/web/src/(ui|lib)/", pathNot: "\\.test\\.tsx?$" },
      to: { path: "^apps/web/src/(unsent|workbench|features|app)/" },
    },
    {
      name: "unsent-below-workbench",
      severity: "error",
      from: { path: "^apps/web/src/unsent/", pathNot: "\\.test\\.tsx?$" },
      to: { path: "^apps/web/src/(workbench|features|app)/" },
    },
    {
      name: "lib-takes-families-from-a-field",
      comment: "Entries and drafts name their family. Only what is written down or read back asks familyOf.",
      severity: "error",
      from: { path: "^apps/web/src/lib/(drafts|outbox|kept-work)/", pathNot: "\\.(test|fixture)\\.tsx?$" },
      to: { path: "^packages/domain/src/tasks/record-key\\." },
    },
    {
      name: "workbench-below-features",
      comment: "What any family of dataset labels with knows none of the families.",
      severity: "error",
      from: { path: "^apps/web/src/workbench/" },
      to: { path: "^apps/web/src/(features|app)/" },
    },
    {
      name: "workbench-knows-no-family",
      comment:
        "A record and an answer are what their family hands in; what both have stands in records/labeled-record. Snapshots of both are exported by one call.",
      severity: "error",
      from: { path: "^apps/web/src/workbench/", pathNot: "^apps/web/src/workbench/snapshots/snapshot-export-api\\." },
      to: {
        path: [
          `^packages/domain/src/(${OF_ONE_FAMILY.join("|")})`,
          "^packages/contract/src/(datasets|feedback|tasks)/(labeling|record|search)-mapping\\.",
          "^apps/web/src/lib/api/open-stream\\.",
        ],
      },
    },
    ...ordered("workbench", "apps/web/src/workbench", WORKBENCH),
    ...ordered("tasks", "apps/web/src/features/tasks", TASKS, TESTS),
    {
      name: "tasks-floor",
      severity: "error",
      from: { path: "^apps/web/src/features/tasks/[^/]+$", pathNot: TESTS },
      to: { path: "^apps/web/src/features/tasks/[^/]+/", pathNot: "^apps/web/src/features/tasks/(saving|wire)/" },
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
    exclude: { path: "^(apps|packages)/[^/]+/dist/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.base.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "default"],
      extensions: [".ts", ".tsx", ".js", ".json"],
    },
  },
};
