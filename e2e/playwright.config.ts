import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";
import { findPrograms } from "../apps/server/tests/support/postgres-programs.ts";
import { firefoxProgram, launchOptions } from "./support/browser.ts";
import type { Worker } from "./support/test.ts";

const firefox = firefoxProgram();
const hasPostgres = Boolean(process.env.POSTIL_TEST_DATABASE_URL) || findPrograms(15) !== null;
/** Workers read this file too. */
const warnOnce = (line: string) => process.env.TEST_WORKER_INDEX ?? console.warn(line);
if (firefox === undefined) warnOnce("SKIPPED in Firefox, which is not installed: the main flows.");
if (!hasPostgres) warnOnce("SKIPPED on PostgreSQL, which is not installed: the main flows.");

export default defineConfig<object, Pick<Worker, "engine">>({
  testDir: ".",
  testMatch: "**/*.spec.ts",
  // They wait for pages and servers: with one for each core a quarter of the cores was idle (measured). TEST_WORKERS: another number.
  workers: Number(process.env.TEST_WORKERS) || Math.ceil(1.5 * availableParallelism()),
  fullyParallel: false,
  // Enough for a machine of half the speed with a second worker. Each single step must appear within `expect.timeout`.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  // The list names a test that passes only at its retry as flaky. Look into it; it does not fail the whole run.
  retries: 1,
  reporter: [["list"]],
  use: {
    viewport: { width: 1440, height: 900 },
    // Keeps the trace of a failed first try only. Snapshots before and after each step cost a twelfth of the processor time of
    // all tests (measured), so there is one screenshot, of the end.
    trace: { mode: "retain-on-first-failure", screenshots: false, snapshots: false, sources: false },
    screenshot: "only-on-failure",
    locale: "en-GB",
  },
  projects: [
    { name: "chromium", use: { launchOptions: launchOptions() } },
    // The main flows once more, in the other browser and on the other engine at the same time.
    ...(firefox === undefined && !hasPostgres
      ? []
      : [
          {
            name: [firefox ? "firefox" : "chromium", hasPostgres ? "postgres" : "sqlite"].join("-on-"),
            grep: /@main/,
            use: {
              ...(firefox ? ordinaryFirefox(firefox) : { launchOptions: launchOptions() }),
              engine: hasPostgres ? ("postgres" as const) : ("sqlite" as const),
            },
          },
        ]),
  ],
});

/** An ordinary Firefox, driven by WebDriver BiDi. Playwright's patched one is not needed. */
function ordinaryFirefox(executablePath: string) {
  return { browserName: "firefox", channel: "moz-firefox", launchOptions: { executablePath } } as const;
}
