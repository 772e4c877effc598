import { defineConfig } from "@playwright/test";
import { launchOptions } from "./support/browser.ts";

export default defineConfig({
  testDir: ".",
  testMatch: "**/*.spec.ts",
  // Two cores: a second browser takes a sixth of the time off (measured), and makes pages wait for each other.
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
    // Recording takes an eighth of the time: ask for it where something failed, by `npm run test:e2e -- --trace on name`.
    trace: "off",
    locale: "en-GB",
  },
});
