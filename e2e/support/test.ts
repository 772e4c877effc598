import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import AxeBuilder from "@axe-core/playwright";
import { type BrowserContext, test as base, expect, type Locator, type Page } from "@playwright/test";
import type { Preferences } from "@postil/domain/preferences/definitions";
import { startPostgres } from "../../apps/server/tests/support/postgres.ts";
import { type Api, apiOf } from "./api.ts";
import { setTheme, THEMES, type Theme } from "./screen.ts";
import { OWNER, type RunningServer, startServer, storeIn } from "./server.ts";
import { putSession } from "./sign-in.ts";
import { openTask, setUpTask, type TaskOptions, type TaskSetup } from "./tasks.ts";

/** True in `npm run test:long`. A matrix whose cells prove one rule keeps one cell of each kind in `npm test`. */
export const LONG = process.env.POSTIL_LONG === "1";

/** The tag of a main flow in a long run only: in `npm test` another test proves the same of Firefox and of PostgreSQL. */
export const MAIN_IN_LONG = LONG ? ["@main"] : [];

export type Worker = {
  /** What the servers of this worker keep their data in. */
  readonly engine: "sqlite" | "postgres";
  readonly store: undefined;
  readonly server: RunningServer;
  readonly api: Api;
};
type Each = {
  /** Stores a person's session. The page does not change until the test opens an address. */
  signIn: (username?: string, password?: string) => Promise<void>;
  /** Stores a person's session and opens the list. */
  openListAs: (username?: string, password?: string) => Promise<void>;
  /** Signs in as the person of a task dataset and opens the dataset with this query. */
  openTaskAs: (setup: TaskSetup, query?: string) => Promise<void>;
  /** Makes a task dataset, signs in as its person and opens it. */
  openNewTask: (options: TaskOptions, query?: string) => Promise<TaskSetup>;
  /** The page's first preferences. Tests press keys as soon as a record is there, before a user can see it (FRS-16). */
  preferences: Kept;
  /** The page may load the code of other pages ahead, as most connections let it: always in a long run. */
  loadsAhead: boolean;
  /** Expects no axe finding on the current screen, for all rules or only for these rules. */
  expectAccessible: (...rules: string[]) => Promise<void>;
  /** Expects the same in each of these themes: all rules in the light theme, only the colour contrast in the others. */
  expectAccessibleIn: (themes?: readonly Theme[]) => Promise<void>;
};

/**
 * Waits for animations: an element that fades in has no final colours yet. Skips endless ones, such as loading bones. A toast
 * has no animation in its first 100 ms, and none of its colours either.
 */
async function settledAnimations(): Promise<void> {
  for (;;) {
    const ending = document
      .getAnimations()
      .filter(({ effect, playState }) => playState === "running" && effect?.getComputedTiming().endTime !== Infinity);
    const toasts = [...document.querySelectorAll(".transition-opacity")];
    if (ending.length === 0 && toasts.every((toast) => getComputedStyle(toast).opacity === "1")) return;
    await Promise.allSettled(ending.map(({ finished }) => finished));
    await new Promise((later) => setTimeout(later, 10));
  }
}

type Kept = Partial<Pick<Preferences, "seenAfter" | "mostAhead">>;

/** A user can answer a record as soon as it is there. */
const AT_ONCE: Kept = { seenAfter: 0 };

/** Gives the pages of this context these preferences, unless preferences are already stored. */
export const remember = (context: BrowserContext, preferences = AT_ONCE): Promise<unknown> =>
  context.addInitScript(
    (kept) => {
      if (location.href === "about:blank") return; // which has no storage
      if (!("postil:preferences" in localStorage)) localStorage.setItem("postil:preferences", kept);
    },
    JSON.stringify({ version: 1, ...preferences }),
  );

/**
 * Makes the connection one that saves data (RTE-31). The page then loads no code of other pages ahead: half of its requests, for
 * code that few tests run, and a tenth of the processor time of a test (measured).
 */
const saveData = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));

/**
 * Makes `fill` type the text. With the driver of an ordinary Firefox, React does not notice a filled text and treats the field
 * as unchanged.
 */
function typeInsteadOfFill(page: Page): void {
  const all: Locator = Object.getPrototypeOf(page.locator("html"));
  all.fill = async function (text) {
    await this.selectText();
    if (text === "") await this.press("Delete");
    else await this.pressSequentially(text);
  };
}

/** The builder's own is the same with comments and long names, which takes the page 0.07 s more to read (measured). */
const AXE = readFileSync(
  createRequire(import.meta.resolve("@axe-core/playwright")).resolve("axe-core/axe.min.js"),
  "utf8",
);
/** A script that does nothing. Without a script, the builder runs axe's own. */
const NOTHING = ";";

/** One real server for all tests of a worker. Every test makes its own workspace in it. */
export const test = base.extend<Each, Worker>({
  engine: [process.env.POSTIL_TEST_ENGINE === "postgres" ? "postgres" : "sqlite", { option: true, scope: "worker" }],
  store: [
    async ({ engine }, use) => {
      const postgres = engine === "postgres" ? await startPostgres() : null;
      storeIn(postgres);
      await use(undefined);
      await postgres?.stop();
    },
    { scope: "worker", auto: true },
  ],
  server: [
    // biome-ignore lint/correctness/noUnusedFunctionParameters: the store must be there first, and end last
    async ({ store }, use) => {
      const server = await startServer();
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],
  api: [async ({ server }, use) => use(apiOf(server.port)), { scope: "worker" }],
  baseURL: async ({ server }, use) => use(`http://127.0.0.1:${server.port}`),
  preferences: [AT_ONCE, { option: true }],
  loadsAhead: [LONG, { option: true }],
  context: async ({ context, preferences, loadsAhead }, use) => {
    await remember(context, preferences);
    if (!loadsAhead) await saveData(context);
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
      // Loading axe into a page takes as long as running it.
      const isThere = await page.evaluate(() => "axe" in window);
      // Legacy mode opens no second page for frames. Postil has no frames.
      const axe = new AxeBuilder({ page, axeSource: isThere ? NOTHING : AXE })
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
