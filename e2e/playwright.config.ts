import { defineConfig } from "@playwright/test";
import { firefoxProgram, launchOptions } from "./support/browser.ts";

const firefox = firefoxProgram();

export default defineConfig({
  testDir: ".",
  testMatch: "**/*.spec.ts",
  // Two cores: with a second worker the whole suite takes 13.8 minutes for 21.8 (measured).
  workers: 2,
  fullyParallel: false,
  // For machines of half the pace with a second worker beside; a person would see each single step in `expect.timeout`.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  // What passes at its second try only is named as flaky by the list, and to be looked into: it is no reason to begin all again.
  retries: 1,
  reporter: [["list"]],
  use: {
    viewport: { width: 1440, height: 900 },
    // Of a first try that failed: what is recorded of one that passes is thrown away. The page as it was before and after each step
    // costs a twelfth of the processor time of all tests (measured), so there is one picture, of the end.
    trace: { mode: "retain-on-first-failure", screenshots: false, snapshots: false, sources: false },
    screenshot: "only-on-failure",
    locale: "en-GB",
  },
  projects: [
    { name: "chromium", use: { launchOptions: launchOptions() } },
    ...(firefox === undefined ? [] : [{ name: "firefox", grep: /@firefox/, use: ordinaryFirefox(firefox) }]),
  ],
});

/** People's own Firefox, driven by WebDriver BiDi; Playwright's patched one is not needed. */
function ordinaryFirefox(executablePath: string) {
  return { browserName: "firefox", channel: "moz-firefox", launchOptions: { executablePath } } as const;
}
