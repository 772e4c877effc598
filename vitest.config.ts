import { randomInt } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { defineConfig, type Plugin } from "vitest/config";
import { findPrograms } from "./apps/server/tests/support/postgres-programs.ts";

// Every test process and every server that a test starts would compile the same modules again: half the time of a start.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, "node_modules/.cache/compiled");

/** What is drawn by lot: the same in every `npm test`, anew in `npm run test:long`, or as it is given (CONTRIBUTING.md). */
const LONG = process.env.POSTIL_LONG === "1";
process.env.POSTIL_SEED ??= LONG ? String(randomInt(2 ** 31)) : "30";
if (LONG) console.log(`POSTIL_LONG=1 POSTIL_SEED=${process.env.POSTIL_SEED}`);
const SEEDED = { setupFiles: [join(import.meta.dirname, "scripts/lib/seed-fast-check.ts")] };

/** TEST_WORKERS: the same number for all (CONTRIBUTING.md). */
const GIVEN = Number(process.env.TEST_WORKERS) || null;
/**
 * Left to itself Vitest would leave one core idle, which on two is half of them; tests that measure measure CPU time. Each project
 * says so: where one would take fewer, no two run together.
 */
const ALL_CORES = { maxWorkers: GIVEN ?? "100%", sequence: { groupOrder: 1 } } as const;
/**
 * They wait for processes, periods of Postil and PostgreSQL: with one file for each core a fifth of the cores was idle. They run
 * first, because a group waits for its last file.
 */
const MORE_THAN_CORES = {
  maxWorkers: GIVEN ?? Math.ceil(1.5 * availableParallelism()),
  sequence: { groupOrder: 0 },
} as const;
/** A busy machine brings late what is waited for; Vitest itself gives up after a second. */
const PATIENT = { expect: { poll: { timeout: 10_000 } } } as const;
/** The threads and processes of a server inside a test are the built ones: from source each takes half a second more to start. */
const builtPrograms: Plugin = {
  name: "built-programs",
  enforce: "pre",
  transform: (code, id) =>
    id.endsWith("/apps/server/src/threads.ts")
      ? code.replaceAll(
          "import.meta.url",
          JSON.stringify(pathToFileURL(join(import.meta.dirname, "apps/server/dist/threads.js"))),
        )
      : undefined,
};
const SERVER = {
  ...ALL_CORES,
  ...SEEDED,
  ...PATIENT,
  globalSetup: "scripts/lib/build-for-tests.mjs",
  // Ten times the repetition, on a machine that has others to serve.
  testTimeout: LONG ? 1_200_000 : 120_000,
  hookTimeout: 120_000,
} as const;
/** Each drawing of a page leaves much behind: with more room for what is new, collecting takes a tenth of the processor time less. */
const ROOM = { execArgv: ["--min-semi-space-size=16", "--max-semi-space-size=64"] };
const PAGE = { ...ALL_CORES, ...SEEDED, ...PATIENT, ...ROOM, environment: "jsdom", testTimeout: 60_000 };
const PAGE_TESTS = "apps/web/src/**/*.test.{ts,tsx}";
/** The database of a browser works on after the end of a file, where nothing of the page is left that it could call. */
const WITH_DATABASE = globSync("apps/web/src/**/*.test.*", { cwd: import.meta.dirname }).filter((file) =>
  readFileSync(join(import.meta.dirname, file), "utf8").includes('"fake-indexeddb'),
);
const SERVER_TESTS = "apps/server/tests/**/*.test.ts";
/** They measure the process they run in. */
const ALONE = globSync(SERVER_TESTS, { cwd: import.meta.dirname }).filter((file) =>
  /\b(cpuUsage|memoryUsage|leastCpuMs|growsTooFast|heapMb)\b/.test(
    readFileSync(join(import.meta.dirname, file), "utf8"),
  ),
);

/**
 * Tests of the server whose code differs by engine: they run on PostgreSQL too, where it is installed. Others have a rule that no
 * engine knows; POSTIL_TEST_ENGINE runs any of them there (CONTRIBUTING.md).
 */
const ON_BOTH = [
  ...["export-gone", "jobs", "records", "search-hostile", "vectors-of-records"],
  ...(LONG ? ["fuzz", "fuzz-description", "role-matrix"] : []),
].map((name) => `apps/server/tests/${name}.test.ts`);
const HAS_POSTGRES = Boolean(process.env.POSTIL_TEST_DATABASE_URL) || findPrograms(15) !== null;
/** Tests that look into the file of the embedded store from their first line. */
const ON_FILE = ["backup", "brought-hashes", "migrate", "migrate-again"].map(
  (name) => `apps/server/tests/${name}.test.ts`,
);
const IS_ELSEWHERE = process.env.POSTIL_TEST_ENGINE === "postgres";
if (IS_ELSEWHERE)
  console.warn(`SKIPPED on PostgreSQL, as they look into the file of the embedded store: ${ON_FILE.join(" ")}`);

export default defineConfig({
  test: {
    ...ALL_CORES,
    projects: [
      {
        // Functions without state: one process for all of their tests does, in a third of the time.
        test: {
          name: "packages",
          include: ["packages/*/src/**/*.test.ts"],
          testTimeout: 60_000,
          isolate: false,
          ...ALL_CORES,
          ...SEEDED,
          ...PATIENT,
        },
      },
      // A process for many files: one for each costs 1.5 s more of processor time, most of it to load the server's modules again. A
      // file leaves nothing behind that another meets (`atEnd` in apps/server/tests/support).
      {
        plugins: [builtPrograms],
        test: { name: "server-units", include: ["apps/server/src/**/*.test.ts"], isolate: false, ...SERVER },
      },
      {
        plugins: [builtPrograms],
        test: {
          name: "server",
          include: [SERVER_TESTS],
          exclude: [...ALONE, ...(IS_ELSEWHERE ? ON_FILE : [])],
          isolate: false,
          ...SERVER,
          ...MORE_THAN_CORES,
        },
      },
      { plugins: [builtPrograms], test: { name: "server-alone", include: ALONE, ...SERVER } },
      {
        plugins: [builtPrograms],
        test: {
          name: "server-postgres",
          include: HAS_POSTGRES && !IS_ELSEWHERE ? ON_BOTH : [],
          env: { POSTIL_TEST_ENGINE: "postgres" },
          isolate: false,
          ...SERVER,
        },
      },
      {
        // A window of its own for each file, in a process for many: a process each costs 0.6 s more, most of it to load jsdom.
        extends: "./apps/web/vite.config.ts",
        test: {
          name: "web",
          include: [PAGE_TESTS],
          exclude: WITH_DATABASE,
          pool: "vmForks",
          vmMemoryLimit: "1GB",
          ...PAGE,
        },
      },
      // Projects run in the order of their names: its files are long, and would be the last ones, on one core.
      { extends: "./apps/web/vite.config.ts", test: { name: "page-database", include: WITH_DATABASE, ...PAGE } },
    ],
  },
});
