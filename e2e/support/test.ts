import AxeBuilder from "@axe-core/playwright";
import { type BrowserContext, test as base, expect, type Locator, type Page } from "@playwright/test";
import { type Api, apiOf } from "./api.ts";
import { setTheme, THEMES, type Theme } from "./screen.ts";
import { OWNER, type RunningServer, startServer } from "./server.ts";
import { openTask, setUpTask, type TaskOptions, type TaskSetup } from "./tasks.ts";

type Worker = { readonly server: RunningServer; readonly api: Api };
type Each = {
  /** Puts a person's session in place; the page stays where it is until the test opens something. */
  signIn: (username?: string, password?: string) => Promise<void>;
  /** Signs a person in through the form and waits for the list. */
  signInByForm: (username?: string, password?: string) => Promise<void>;
  /** Signs the person of a task dataset in and opens it, with the query of the address. */
  openTaskAs: (setup: TaskSetup, query?: string) => Promise<void>;
  /** Makes a task dataset, and does so. */
  openNewTask: (options: TaskOptions, query?: string) => Promise<TaskSetup>;
  /** How long a record has to be seen before it is answered (FRS-16). Programs press as soon as it is there: 0, no rest. */
  seenAfter: number | null;
  /** No finding of axe on what is on the screen; of all its rules, or of those named. */
  expectAccessible: (...rules: string[]) => Promise<void>;
  /** The same in each of these themes: everything in the light one, in the others what a theme changes. */
  expectAccessibleIn: (themes?: readonly Theme[]) => Promise<void>;
};

/** What is still fading in has no colours of its own yet. What never ends, such as loading bones, is not waited for. */
async function settledAnimations(): Promise<void> {
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(ending.map(({ finished }) => finished));
}

/** What the form would be given for these. */
async function tokenOf(origin: string, username: string, password: string): Promise<string> {
  const reply = await fetch(`${origin}/api/security/token`, {
    method: "POST",
    body: new URLSearchParams({ username, password }),
  });
  if (!reply.ok) throw new Error(`${username} was not signed in: ${reply.status} ${await reply.text()}`);
  return (await reply.json()).access_token;
}

/** In pages of this context a record is answered as soon as it is there: programs press before anybody could see it (FRS-16). */
export const answerAtOnce = (context: BrowserContext, seenAfter = 0): Promise<unknown> =>
  context.addInitScript(
    (kept) => {
      if (!("postil:preferences" in localStorage)) localStorage.setItem("postil:preferences", kept);
    },
    JSON.stringify({ version: 1, seenAfter }),
  );

/**
 * Types what is to be filled in. What the driver of an ordinary Firefox fills in goes past React, which then takes the field
 * for unchanged.
 */
function typeInsteadOfFill(page: Page): void {
  const all: Locator = Object.getPrototypeOf(page.locator("html"));
  all.fill = async function (text) {
    await this.selectText();
    if (text === "") await this.press("Delete");
    else await this.pressSequentially(text);
  };
}

/** A script that does nothing: without one, axe's own is run. */
const NOTHING = ";";

/** One real server for all tests of a worker; every test makes its own workspace in it. */
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
  seenAfter: [0, { option: true }],
  context: async ({ context, seenAfter }, use) => {
    if (seenAfter !== null) await answerAtOnce(context, seenAfter);
    await use(context);
  },
  page: async ({ page, browserName }, use) => {
    if (browserName === "firefox") typeInsteadOfFill(page);
    await use(page);
  },
  signIn: async ({ context, server }, use) =>
    use(async (username = OWNER.username, password = OWNER.password) => {
      const origin = `http://127.0.0.1:${server.port}`;
      const localStorage = [{ name: "auth.token", value: await tokenOf(origin, username, password) }];
      await context.setStorageState({ cookies: [], origins: [{ origin, localStorage }] });
    }),
  signInByForm: async ({ page }, use) =>
    use(async (username = OWNER.username, password = OWNER.password) => {
      await page.goto("/sign-in");
      await page.getByLabel("Username").fill(username);
      await page.getByLabel("Password", { exact: true }).fill(password);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await page.waitForURL("**/datasets");
    }),
  openTaskAs: async ({ page, signIn }, use) =>
    use(async (setup, query) => {
      await signIn(setup.person.username, setup.person.password);
      await openTask(page, setup, query);
    }),
  openNewTask: async ({ api, openTaskAs }, use) =>
    use(async (options, query) => {
      const setup = await setUpTask(api, options);
      await openTaskAs(setup, query);
      return setup;
    }),
  expectAccessible: async ({ page }, use) =>
    use(async (...rules) => {
      await page.evaluate(settledAnimations);
      // To bring axe into a page takes as long as to run it there.
      const isThere = await page.evaluate(() => "axe" in window);
      // Legacy: without a second page for the frames that Postil does not have.
      const axe = new AxeBuilder(isThere ? { page, axeSource: NOTHING } : { page })
        .setLegacyMode()
        .options({ resultTypes: ["violations"] });
      const { violations } = await (rules.length === 0 ? axe : axe.withRules(rules)).analyze();
      const findings = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`);
      expect(findings).toEqual([]);
    }),
  expectAccessibleIn: async ({ page, expectAccessible }, use) =>
    use(async (themes = THEMES) => {
      for (const theme of themes) {
        await setTheme(page, theme);
        if (theme === "light") await expectAccessible();
        else await expectAccessible("color-contrast");
      }
    }),
});

export { expect };
