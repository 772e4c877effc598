import { type Browser, expect, type Locator, type Page } from "@playwright/test";
import type { Api } from "./api.ts";
import type { RunningServer } from "./server.ts";
import { addPerson, labels, type Setup, setUp } from "./setup.ts";
import { type Credentials, putSession } from "./sign-in.ts";

/** Helpers for the administration pages: lists with a menu in each row, and a user to manage. */

const TOPIC = {
  name: "topic",
  title: "Topic",
  required: true,
  settings: { type: "label_selection", options: labels("news", "sport", "arts") },
};
const STAGE = { questions: [TOPIC], records: [{ fields: { text: "A text." } }, { fields: { text: "Another." } }] };

/** A workspace with a dataset of two records. */
export const setUpStage = (api: Api): Promise<Setup> => setUp(api, STAGE);

export type Person = Awaited<ReturnType<typeof addPerson>>;

export type Opening = {
  readonly page: Page;
  readonly api: Api;
  readonly signIn: (username?: string, password?: string) => Promise<void>;
};

/** Makes a user, signs the owner in, and opens the people page with a search for that user. */
export async function openPerson(
  { page, api, signIn }: Opening,
  name: string,
): Promise<{ readonly stage: Setup; readonly person: Person }> {
  const stage = await setUpStage(api);
  const person = await addPerson(api, stage, name);
  await signIn();
  await page.goto(`/people?search=${person.username}`);
  return { stage, person };
}

/** Makes an empty workspace. */
export async function newWorkspace(api: Api, name: string): Promise<{ readonly name: string; readonly id: string }> {
  const full = `${name}-${process.pid}`;
  return { name: full, id: (await api.post("/api/v1/workspaces", { name: full })).id };
}

/** The row with exactly this name. A longer name that begins with it does not match. */
export const row = (page: Page, name: string): Locator =>
  page.getByRole("row").filter({ has: page.getByText(name, { exact: true }) });
export const menuOf = (page: Page, name: string): Locator =>
  page.getByRole("button", { name: `Actions of ${name}`, exact: true });
/** This text in a notification of the page. */
export const said = (page: Page, text: string | RegExp): Locator =>
  page.getByRole("region", { name: "Notifications" }).getByText(text);

/** Searches the list by keyboard only, and waits until `count` rows match. */
export async function findByKeys(page: Page, name: string, count = 1): Promise<void> {
  await page.keyboard.press("/");
  await page.keyboard.type(name);
  await expect(page.getByRole("status").filter({ hasText: new RegExp(`^${count} of `) })).toBeVisible();
}

/** Signs a user in on another machine (a new browser context) and opens the list. `page.context().close()` ends it. */
export async function atAnotherMachine(browser: Browser, server: RunningServer, person: Credentials): Promise<Page> {
  const context = await browser.newContext({ baseURL: `http://127.0.0.1:${server.port}` });
  await putSession(context, `http://127.0.0.1:${server.port}`, person);
  const page = await context.newPage();
  await page.goto("/datasets");
  return page;
}
