import AxeBuilder from "@axe-core/playwright";
import { type BrowserContext, test as base, expect, type Locator, type Page } from "@playwright/test";
import type { Preferences } from "@postil/domain/preferences/definitions";
import { type Api, apiOf } from "./api.ts";
import { setTheme, THEMES, type Theme } from "./screen.ts";
import { OWNER, type RunningServer, startServer } from "./server.ts";
import { putSession } from "./sign-in.ts";
import { openTask, setUpTask, type TaskOptions, type TaskSetup } from "./tasks.ts";

type Worker = { readonly server: RunningServer; readonly api: Api };
type Each = {
  /** Puts a person's session in place; the page stays where it is until the test opens something. */
  signIn: (username?: string, password?: string) => Promise<void>;
  /** Does so and opens the list. */
  openListAs: (username?: string, password?: string) => Promise<void>;
  /** Signs the person of a task dataset in and opens it, with the query of the address. */
  openTaskAs: (setup: TaskSetup, query?: string) => Promise<void>;
  /** Makes a task dataset, and does so. */
  openNewTask: (options: TaskOptions, query?: string) => Promise<TaskSetup>;
  /** What the page remembers of its user at first. Programs press as soon as a record is there, before anybody could see it (FRS-16). */
  preferences: Kept;
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

type Kept = Partial<Pick<Preferences, "seenAfter" | "mostAhead">>;

/** A record is answered as soon as it is there. */
const AT_ONCE: Kept = { seenAfter: 0 };

/** Pages of this context remember that of their user until something is changed. */
export const remember = (context: BrowserContext, preferences = AT_ONCE): Promise<unknown> =>
  context.addInitScript(
    (kept) => {
      if (!("postil:preferences" in localStorage)) localStorage.setItem("postil:preferences", kept);
    },
    JSON.stringify({ version: 1, ...preferences }),
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
  preferences: [AT_ONCE, { option: true }],
  context: async ({ context, preferences }, use) => {
    await remember(context, preferences);
    await use(context);
  },
  page: async ({ page, browserName }, use) => {
    if (browserName === "firefox") typeInsteadOfFill(page);
    await use(page);
  },
  signIn: async ({ context, server }, use) =>
    use((username = OWNER.username, password = OWNER.password) =>
      putSession(context, `http://127.0.0.1:${server.port}`, { username, password }),
    ),
  openListAs: async ({ page, signIn }, use) =>
    use(async (username, password) => {
      await signIn(username, password);
      await page.goto("/datasets");
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
      const findings = violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, any, all, none }) => {
          const why = [...any, ...all, ...none].map(({ message }) => message).join(" ");
          return `${id}: ${html} ${why}`;
        }),
      );
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
