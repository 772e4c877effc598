import type { Page } from "@playwright/test";
import { addressOf, codeAhead, openDataset, ownResponses, record } from "./support/annotation.ts";
import { type Api, apiOf } from "./support/api.ts";
import { codeOf } from "./support/held.ts";
import { type RunningServer, removeHome, startServer } from "./support/server.ts";
import { addPerson, labels, type Setup, setUp } from "./support/setup.ts";
import { putSession } from "./support/sign-in.ts";
import { test as base, expect } from "./support/test.ts";

/** The server is killed while a user works (design/states.md). Each test has its own server. */

const TOPIC = {
  name: "topic",
  title: "Topic",
  required: true,
  settings: { type: "label_selection", options: labels("news", "sport", "arts") },
};

const SILENT = "The server does not answer. You can go on; your work is sent later.";

type Stage = {
  readonly setup: Setup;
  readonly mine: Api;
  kill: () => Promise<void>;
  restart: () => Promise<void>;
};

/** Makes a dataset of `records` records, with a user at the first one. */
const test = base.extend<{ stage: (records: number) => Promise<Stage> }>({
  stage: async ({ page }, use) => {
    const running: RunningServer[] = [];
    await use(async (count) => {
      const first = await startServer();
      running.push(first);
      const api = apiOf(first.port);
      const records = Array.from({ length: count }, (_, at) => ({ fields: { text: `Text number ${at + 1}.` } }));
      const setup = await setUp(api, { questions: [TOPIC], records });
      const person = await addPerson(api, setup, "labeler");
      const origin = `http://127.0.0.1:${first.port}`;
      await putSession(page.context(), origin, person);
      await page.goto(origin + addressOf(setup));
      await expect(record(page, 1)).toBeVisible();
      // Waits as long as a user reads the first record: the page has fetched its data and code ahead.
      await codeAhead(page);
      await page.waitForLoadState("networkidle");
      return {
        setup,
        mine: api.as(person.api_key),
        kill: () => first.kill(),
        restart: async () => void running.push(await startServer({ home: first.home, port: first.port })),
      };
    });
    for (const server of running) await server.kill();
    for (const home of new Set(running.map(({ home }) => home))) removeHome(home);
  },
});

// Without a server, a page can show only what came before.
test.use({ loadsAhead: true });

const indicator = (page: Page, text: string) => page.getByRole("button", { name: text, exact: true });

async function answer(page: Page, from: number, to: number): Promise<void> {
  for (let number = from; number <= to; number += 1) {
    await page.keyboard.press("1");
    await expect(record(page, number + 1)).toBeVisible();
  }
}

/** Collects every text that a toast or a status line shows. */
async function listenForTexts(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const texts = new Set<string>();
    new MutationObserver(() => texts.add(document.body.innerText)).observe(document.body, {
      childList: true,
      subtree: true,
      characterData: true,
    });
    Object.assign(window, { textsShown: texts });
  });
  // Set just above.
  return () => page.evaluate(() => [...(window as unknown as { textsShown: Set<string> }).textsShown]);
}

test("ERR-07 ERR-16 FQU-27 FRS-14 the server is gone: the band says so within three seconds, what was answered waits and goes out on its return", async ({
  page,
  stage,
}) => {
  const fetched = new Set<string | null>();
  page.on("requestfinished", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (/\/me\/datasets\/[^/]+\/records$/.test(pathname)) fetched.add(searchParams.get("offset"));
  });
  const { setup, mine, kill, restart } = await stage(30);
  await expect.poll(() => [...fetched].toSorted()).toEqual(["0", "10", "20"]);
  const texts = await listenForTexts(page);
  await kill();
  await answer(page, 1, 6);
  await expect(page.getByText(SILENT)).toBeVisible({ timeout: 3000 });
  await expect(page.getByText("More records on this device: 23.")).toBeVisible();
  await expect(indicator(page, "6 waiting")).toBeVisible();
  // The list's code came with the page.
  await indicator(page, "6 waiting").click();
  const list = page.getByRole("dialog", { name: "Not saved yet" });
  await expect(list.getByRole("listitem")).toHaveCount(6);
  await page.keyboard.press("Escape");
  await expect(list).toBeHidden();
  await restart();
  await expect(page.getByText(SILENT)).toBeHidden({ timeout: 15_000 });
  await expect(indicator(page, "All changes saved")).toBeVisible();
  expect(await ownResponses(mine, setup)).toHaveLength(6);
  expect((await texts()).join("\n")).not.toMatch(/Failed to fetch|NetworkError/);
});

test.describe("only the next few records are there", () => {
  test.use({ preferences: { seenAfter: 0, mostAhead: 0 } });

  test("FQU-16 at the last record in memory the page says what it waits for, and goes on by itself when the server is back", async ({
    page,
    stage,
  }) => {
    const { setup, mine, kill, restart } = await stage(30);
    const texts = await listenForTexts(page);
    await kill();
    await answer(page, 1, 9);
    await page.keyboard.press("1");
    await expect(page.getByText("Connect to load more.")).toBeVisible();
    await expect(record(page, 10)).toBeVisible();
    await expect(page.getByText(SILENT)).toBeVisible();
    await restart();
    await expect(record(page, 11)).toBeVisible({ timeout: 15_000 });
    await expect(page.getByText("Connect to load more.")).toBeHidden();
    await answer(page, 11, 11);
    await expect.poll(async () => (await ownResponses(mine, setup)).length).toBe(11);
    expect((await texts()).join("\n")).not.toMatch(/Failed to fetch|NetworkError/);
  });

  test("FQU-16 a browser without a network says the same, and goes on by itself when it is back", async ({
    page,
    context,
    stage,
  }) => {
    await stage(30);
    await context.setOffline(true);
    await expect(page.getByText("Offline. You can go on; your work is sent later.").first()).toBeVisible();
    await answer(page, 1, 9);
    await page.keyboard.press("1");
    await expect(page.getByText("Connect to load more.")).toBeVisible();
    await expect(indicator(page, "10 waiting")).toBeVisible();
    await expect(record(page, 10)).toContainText(/not sent yet.*Submitted/);
    await context.setOffline(false);
    await expect(record(page, 11)).toBeVisible({ timeout: 15_000 });
    await expect(indicator(page, "All changes saved")).toBeVisible();
  });
});

test("ERR-05 code that cannot be had from a server that is gone takes nothing away from the page", async ({
  page,
  stage,
}) => {
  const { kill, restart } = await stage(12);
  await kill();
  await answer(page, 1, 2);
  await page.getByRole("button", { name: "Pending", exact: true }).click();
  await expect(page.getByText("A part of the page could not be loaded")).toBeVisible();
  await expect(record(page, 3)).toBeVisible();
  await answer(page, 3, 3);
  await restart();
  await expect(page.getByText(SILENT)).toBeHidden({ timeout: 15_000 });
  await expect(indicator(page, "All changes saved")).toBeVisible();
});

test("ERR-05 RTE-31 the server is gone: the list, whose code came ahead, says so itself and the band stays", async ({
  page,
  stage,
}) => {
  const { kill, restart } = await stage(12);
  await kill();
  await answer(page, 1, 2);
  await expect(page.getByText(SILENT)).toBeVisible();
  await page.getByRole("link", { name: "Home", exact: true }).click();
  await page.waitForURL("**/datasets");
  await expect(page.getByText(SILENT)).toBeVisible();
  await expect(page.getByRole("heading", { name: "Datasets" })).toBeVisible();
  await expect(page.getByText("Something went wrong.")).toHaveCount(0);
  await restart();
  await expect(page.getByText(SILENT)).toBeHidden({ timeout: 15_000 });
});

test("ERR-05 RTE-31 what a page fetches when it has come to rest and could not, because the server was gone, comes when it is back", async ({
  page,
  api,
  signIn,
}) => {
  const setup = await setUp(api, { questions: [TOPIC], records: [{ fields: { text: "One" } }] });
  const person = await addPerson(api, setup, "early");
  await signIn(person.username, person.password);
  const faults: Error[] = [];
  page.on("pageerror", (error) => faults.push(error));
  for (const fetched of [codeOf("src/app/after-start.ts"), "**/api/v1/version"])
    await page.route(fetched, (route) => route.abort("connectionrefused"));
  await page.goto(addressOf(setup));
  await expect(record(page, 1)).toBeVisible();
  await expect(page.getByText(SILENT)).toBeVisible();
  await page.unrouteAll();
  await expect(page.getByText(SILENT)).toBeHidden({ timeout: 15_000 });
  await codeAhead(page);
  expect(faults).toEqual([]);
});

test("API-51 while the server's disk is full every page says that nothing can be saved, and an answer waits until there is room", async ({
  page,
  api,
  signIn,
}) => {
  const setup = await setUp(api, {
    questions: [TOPIC],
    records: [{ fields: { text: "One" } }, { fields: { text: "Two" } }],
  });
  const person = await addPerson(api, setup, "full");
  await signIn(person.username, person.password);
  let full = true;
  await page.route("**/api/**", async (route) => {
    const writes = route.request().method() !== "GET" && !route.request().url().includes("/security/");
    if (full && writes)
      return route.fulfill({
        status: 507,
        headers: { "x-postil-storage": "full" },
        json: { detail: "the disk is full" },
      });
    const reply = await route.fetch();
    const headers = { ...reply.headers(), ...(full ? { "x-postil-storage": "full" } : {}) };
    // A page that was left waits for no reply.
    return route.fulfill({ response: reply, headers }).catch(() => undefined);
  });
  await page.goto("/datasets");
  const band = page.getByText(/The server’s disk is full: nothing can be saved now/);
  await expect(band).toBeVisible();
  await openDataset(page, setup);
  await expect(band).toBeVisible();
  await page.keyboard.press("1");
  await page.keyboard.press("Control+Enter");
  await expect(record(page, 2)).toBeVisible();
  expect(await ownResponses(api.as(person.api_key), setup)).toHaveLength(0);
  full = false;
  await expect(band).toBeHidden({ timeout: 15_000 });
  await expect.poll(() => ownResponses(api.as(person.api_key), setup), { timeout: 30_000 }).toHaveLength(1);
});
