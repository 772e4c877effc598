import AxeBuilder from "@axe-core/playwright";
import { test as base, expect } from "@playwright/test";
import { type Api, apiOf } from "./api.ts";
import { OWNER, type RunningServer, startServer } from "./server.ts";

type Worker = { readonly server: RunningServer; readonly api: Api };
type Each = {
  /** Signs a person in through the form and waits for the list. */
  signIn: (username?: string, password?: string) => Promise<void>;
  /** No finding of axe on what is on the screen; of all its rules, or of those named. */
  expectAccessible: (...rules: string[]) => Promise<void>;
};

/** One real server for all tests of a file; every test makes its own workspace in it. */
export const test = base.extend<Each, Worker>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures asked for from this pattern
    async ({}, use) => {
      const server = await startServer();
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],
  api: [async ({ server }, use) => use(apiOf(server.port)), { scope: "worker" }],
  baseURL: async ({ server }, use) => use(`http://127.0.0.1:${server.port}`),
  signIn: async ({ page }, use) =>
    use(async (username = OWNER.username, password = OWNER.password) => {
      await page.goto("/sign-in");
      await page.getByLabel("Username").fill(username);
      await page.getByLabel("Password", { exact: true }).fill(password);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await page.waitForURL("**/datasets");
    }),
  expectAccessible: async ({ page }, use) =>
    use(async (...rules) => {
      // Legacy: without a second page for the frames that Postil does not have.
      const axe = new AxeBuilder({ page }).setLegacyMode();
      const { violations } = await (rules.length === 0 ? axe : axe.withRules(rules)).analyze();
      const findings = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`);
      expect(findings).toEqual([]);
    }),
});

export { expect };
