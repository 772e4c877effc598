import { defineConfig } from "@playwright/test";
import { launchOptions } from "./support/browser.ts";

export default defineConfig({
  testDir: ".",
  testMatch: "**/*.spec.ts",
  // Two cores: with a second worker the whole suite takes 13.8 minutes for 21.8 (measured).
  workers: 2,
  fullyParallel: false,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  // What passes at its second try only is named as flaky by the list, and to be looked into: it is no reason to begin all again.
  retries: 1,
  reporter: [["list"]],
  use: {
    viewport: { width: 1440, height: 900 },
    launchOptions: launchOptions(),
    // Of a first try that failed: what is recorded of one that passes is thrown away.
    trace: { mode: "retain-on-first-failure", screenshots: false, sources: false },
    locale: "en-GB",
  },
});
