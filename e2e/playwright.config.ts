import { defineConfig } from "@playwright/test";
import { launchOptions } from "./support/browser.ts";

export default defineConfig({
  testDir: ".",
  testMatch: "**/*.spec.ts",
  // Two cores: a second browser would only make both slow.
  workers: 1,
  fullyParallel: false,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  reporter: [["list"]],
  use: {
    viewport: { width: 1440, height: 900 },
    launchOptions: launchOptions(),
    trace: "retain-on-failure",
    locale: "en-GB",
  },
});
