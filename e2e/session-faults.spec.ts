import { createHmac } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import type { Api } from "./support/api.ts";
import { launchOptions } from "./support/browser.ts";
import { type Family, type Person, setUpFamilies } from "./support/families.ts";
import { writesOf } from "./support/held.ts";
import { expectNoSidewaysScroll } from "./support/screen.ts";
import { type RunningServer, removeHome, startServer } from "./support/server.ts";
import { fillInSignIn, signInByForm } from "./support/sign-in.ts";
import { setUpTask } from "./support/tasks.ts";
import { test as base, expect } from "./support/test.ts";

/**
 * The session ends while a user types, in both dataset families (design/sign-in.md, design/states.md). Each end shows a
 * sentence and a way to continue. No text is lost, and none is sent under another user's name.
 */

const SECRET = "a secret of these tests, which signs their tokens";

const test = base.extend<{ families: Awaited<ReturnType<typeof setUpFamilies>> }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures asked for from this pattern
    async ({}, use) => {
      const server = await startServer({ settings: { POSTIL_AUTH_SECRET: SECRET } });
      await use(server);
      await server.stop();
      removeHome(server.home);
    },
    { scope: "worker" },
  ],
  families: async ({ api }, use) => use(await setUpFamilies(api)),
});

const PEOPLE = "/api/postil/v1/people";
const FAMILIES = ["feedback", "tasks"] as const;

const indicator = (page: Page, text: string | RegExp) => page.getByRole("button", { name: text, exact: true });
const toasts = (page: Page) => page.getByRole("region", { name: "Notifications" });
const said = (page: Page, text: string) => page.getByRole("main").getByText(text);

/** Types half a sentence on the first record, after it was on the screen long enough for an answer (FRS-16). */
async function write(page: Page, family: Family, text = "Half a sentence"): Promise<void> {
  await expect(page.locator("html:not([data-unseen])")).toBeAttached();
  await family.begin(page);
  await expect(family.editor(page)).toBeFocused();
  await page.keyboard.type(text);
}

/** The same token, signed with an expiry time of an hour ago. */
function pastItsEnd(token: string): string {
  const [head = "", payload = ""] = token.split(".");
  const now = Math.floor(Date.now() / 1000);
  const claims = { ...JSON.parse(Buffer.from(payload, "base64url").toString()), iat: now - 7200, exp: now - 3600 };
  const signed = `${head}.${Buffer.from(JSON.stringify(claims)).toString("base64url")}`;
  return `${signed}.${createHmac("sha256", SECRET).update(signed).digest("base64url")}`;
}

const tokenIn = (page: Page) => page.evaluate(() => localStorage.getItem("auth.token") ?? "");

/** Gives every tab of the session an expired token, as after the machine has slept. */
async function expireToken(context: BrowserContext, { port }: RunningServer): Promise<void> {
  const other = await context.newPage();
  await other.goto(`http://127.0.0.1:${port}/api/v1/version`);
  await other.evaluate((token) => localStorage.setItem("auth.token", token), pastItsEnd(await tokenIn(other)));
  await other.close();
}

function listenForRenewals(page: Page): number[] {
  const statuses: number[] = [];
  page.on("response", (reply) => {
    if (new URL(reply.url()).pathname === "/api/postil/v1/session/renewal") statuses.push(reply.status());
  });
  return statuses;
}

for (const which of FAMILIES)
  test(`AUT-11 AUT-14 ${which}: a token that expires in the middle of typing is renewed, and nobody is interrupted`, async ({
    page,
    context,
    server,
    families,
  }) => {
    const family = families[which];
    const person = await family.newPerson("sleeper");
    await signInByForm(page, person);
    await family.open(page);
    const renewals = listenForRenewals(page);
    await write(page, family);
    await expireToken(context, server);
    await expect(family.editor(page)).toBeFocused();
    await page.keyboard.type(" and the rest");
    await family.submit(page);
    await expect.poll(() => family.sent(person)).toMatch(/Half a sentence and the rest$/);
    await expect(indicator(page, "All changes saved")).toBeVisible();
    expect(renewals).toEqual([200]);
    expect(new URL(page.url()).pathname).not.toContain("sign-in");
  });

test("AUT-11 AUT-14 before its end a token is renewed in time, by a clock that is hours wrong too, without a word", async ({
  page,
  families,
}) => {
  const { feedback } = families;
  const person = await feedback.newPerson("timely");
  await signInByForm(page, person);
  const renewals = listenForRenewals(page);
  await page.clock.install({ time: Date.now() + 5 * 3_600_000 });
  await feedback.open(page);
  await write(page, feedback);
  const before = await tokenIn(page);
  // Most of a token's lifetime, which is half an hour by default.
  await page.clock.runFor(21 * 60_000);
  await expect.poll(() => tokenIn(page)).not.toBe(before);
  expect(renewals.length).toBeLessThanOrEqual(3);
  await expect(feedback.editor(page)).toBeFocused();
  await expect(feedback.editor(page)).toHaveValue("Half a sentence");
  await page.clock.resume();
  await feedback.submit(page);
  await expect.poll(() => feedback.sent(person)).toBe("Half a sentence");
});

test("AUT-11 AUT-12 of two tabs one renews for both, and one signs out for both: the other says so and keeps its words", async ({
  page,
  context,
  server,
  families,
  expectAccessible,
}) => {
  const { feedback, tasks } = families;
  const person = await feedback.newPerson("twofold");
  await signInByForm(page, person);
  const other = await context.newPage();
  await tasks.open(other);
  await feedback.open(page);
  await write(page, feedback);
  const renewals = [listenForRenewals(page), listenForRenewals(other)];
  await expireToken(context, server);
  await other.reload();
  await expect.poll(() => renewals.flat()).toEqual([200]);
  await expect(feedback.editor(page)).toBeFocused();
  await other.getByRole("button", { name: /Open menu/ }).click();
  await other.getByRole("menuitem", { name: "Sign out" }).click();
  await other.getByRole("dialog").getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(other.getByRole("heading", { name: "Sign in" })).toBeVisible();
  expect(new URL(other.url()).search).toBe("");
  await expect(said(page, "You have signed out of this session. Sign in to go on.")).toBeVisible();
  await expectAccessible();
  expect(renewals.flat()).toEqual([200]);
  // The user signs in again only once, and each tab is where it was.
  await fillInSignIn(other, person);
  await expect(feedback.editor(page)).toHaveValue("Half a sentence");
  await expect(page.getByText(/Restored unsaved changes from/)).toBeVisible();
});

test("AUT-11 ERR-11 a browser that keeps nothing: it is said, work goes out, and what is typed lasts as long as the page, through the end of a session", async ({
  server,
  api,
  families,
}) => {
  const person = await families.feedback.newPerson("blocked");
  const profile = mkdtempSync(join(tmpdir(), "postil-profile-"));
  mkdirSync(join(profile, "Default"));
  // Chromium's own setting: no site may keep cookies or any other data.
  const preferences = { profile: { default_content_setting_values: { cookies: 2 } } };
  writeFileSync(join(profile, "Default", "Preferences"), JSON.stringify(preferences));
  const baseURL = `http://127.0.0.1:${server.port}`;
  const context = await chromium.launchPersistentContext(profile, {
    ...launchOptions("whole"),
    baseURL,
    locale: "en-GB",
  });
  const page = await context.newPage();
  await page.goto("/sign-in");
  await fillInSignIn(page, person);
  await expect(toasts(page)).toContainText("This browser keeps nothing for Postil");
  for (const family of Object.values(families)) {
    await page.getByRole("link", { name: family.name }).first().click();
    await expect(family.first(page)).toBeVisible();
    await write(page, family);
    await family.submit(page);
    await expect.poll(() => family.sent(person)).toBe("Half a sentence");
    await page.getByRole("link", { name: "Home" }).click();
  }
  await page.getByRole("link", { name: families.feedback.name }).first().click();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("region", { name: "Record 2" })).toBeVisible();
  await write(page, families.feedback, "Later words");
  await api.put(`/api/postil/v1/people/${person.id}/password`, { password: "another-password" });
  await families.feedback.submit(page);
  await expect(said(page, "The password of your account was changed")).toBeVisible();
  await fillInSignIn(page, { ...person, password: "another-password" });
  await expect.poll(() => families.feedback.sent(person)).toContain("Later words");
  await context.close();
  rmSync(profile, { recursive: true, force: true });
});

/** The events that end a user's session, and the text that the user then reads. */
const ENDS = [
  {
    how: "the password changed elsewhere",
    end: (api: Api, { id }: Person) => api.put(`${PEOPLE}/${id}/password`, { password: "another-password" }),
    told: "The password of your account was changed, so its sessions have ended. Sign in to go on; work that was not saved yet is kept on this device.",
    restore: async () => "another-password",
  },
  {
    how: "signed out from another device",
    end: async (_api: Api, person: Person, server: RunningServer) => {
      const origin = `http://127.0.0.1:${server.port}`;
      const body = new URLSearchParams({ username: person.username, password: person.password });
      const { access_token } = await (await fetch(`${origin}/api/security/token`, { method: "POST", body })).json();
      const headers = { authorization: `Bearer ${access_token}` };
      const reply = await fetch(`${origin}/api/postil/v1/me/other-sessions`, { method: "DELETE", headers });
      expect(await reply.json()).toEqual({ count: 1 });
    },
    told: "You have ended this session from another one. Sign in to go on; work that was not saved yet is kept on this device.",
    restore: async (_api: Api, { password }: Person) => password,
  },
  {
    how: "deactivated",
    end: (api: Api, { id }: Person) => api.put(`${PEOPLE}/${id}/deactivation`),
    told: "Your account was deactivated; an owner can let you in again. Work that was not saved yet is kept on this device.",
    restore: async (api: Api, { id, password }: Person) => {
      await api.delete(`${PEOPLE}/${id}/deactivation`);
      return password;
    },
  },
] as const;

for (const [at, { how, end, told, restore }] of ENDS.entries())
  test(`AUT-09 AUT-11 AUT-14 ${how} while there is unsent work: it is said, nobody else sends it, and it goes out after signing in again`, async ({
    page,
    server,
    api,
    signIn,
    families,
    expectAccessibleIn,
  }) => {
    const family = families[at % 2 === 0 ? "feedback" : "tasks"];
    const person = await family.newPerson("worker");
    const colleague = await family.newPerson("colleague");
    const writes = await writesOf(page);
    await signIn(person.username, person.password);
    await family.open(page);
    await write(page, family);
    // Holds the save: another request of the page may be the first to find the session over.
    writes.hold();
    await family.submit(page);
    await end(api, person, server);
    writes.letGo();
    await expect(said(page, told)).toBeVisible();
    if (at === 0) await expectAccessibleIn(["light", "dark"]);
    // Another user in the same browser comes to the same page and sends none of that work.
    await fillInSignIn(page, colleague);
    await expect(family.first(page)).toBeVisible();
    await expect(page.getByText("Half a sentence")).toHaveCount(0);
    await page.getByRole("button", { name: /Open menu/ }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
    const password = await restore(api, person);
    expect([await family.sent(colleague), await family.sent(person)]).toEqual([undefined, undefined]);
    await fillInSignIn(page, { ...person, password });
    await expect.poll(() => family.sent(person)).toBe("Half a sentence");
    expect(await family.sent(colleague)).toBeUndefined();
  });

test("ROL-14 tasks: an account that is deleted, and a membership that is taken, while somebody writes: one screen each, with what was not sent", async ({
  page,
  api,
  signIn,
  families,
  expectAccessible,
}) => {
  const { tasks } = families;
  const [removed, unseated] = [await tasks.newPerson("removed"), await tasks.newPerson("unseated")];
  await signIn(removed.username, removed.password);
  await tasks.open(page);
  await write(page, tasks);
  await api.delete(`${PEOPLE}/${removed.id}`);
  await tasks.submit(page);
  await expect(page.getByRole("heading", { name: "Your account was deleted" })).toBeVisible();
  await expect(page.getByRole("listitem")).toContainText("Half a sentence");
  await page.getByRole("link", { name: "Sign in with another account" }).click();
  await fillInSignIn(page, unseated);
  await page.waitForURL("**/datasets");
  await tasks.open(page);
  await write(page, tasks);
  await tasks.takeOut(unseated);
  await tasks.submit(page);
  await expect(page.getByRole("heading", { name: `You have no access to ${tasks.name} any more` })).toBeVisible();
  await expect(page.getByRole("listitem")).toContainText("Half a sentence");
  await expectAccessible();
});

test("AUT-11 ROL-10 a role that is lowered in the middle of the settings: it is said, and what was typed is there to be copied", async ({
  page,
  api,
  signIn,
  families,
  expectAccessibleIn,
}) => {
  const { feedback } = families;
  const person = await feedback.newPerson("lowered", "admin");
  await signIn(person.username, person.password);
  await page.goto(`/dataset/${feedback.setup.datasetId}/settings`);
  const guidelines = page.getByRole("textbox", { name: "Guidelines" });
  await guidelines.fill("# Read slowly");
  await api.put(`${PEOPLE}/${person.id}/password`, { password: person.password });
  await page.keyboard.press("Control+s");
  await expect(said(page, "The password of your account was changed")).toBeVisible();
  await fillInSignIn(page, person);
  await expect(page.getByText("What you had typed here is back. It is not saved yet.")).toBeVisible();
  await expect(guidelines).toHaveValue("# Read slowly");
  await guidelines.focus();
  await api.patch(`${PEOPLE}/${person.id}`, { role: "annotator" });
  await page.keyboard.press("Control+s");
  await expect(said(page, "Your role was changed, so your sessions have ended.")).toBeVisible();
  await fillInSignIn(page, person);
  const typed = page.getByRole("region", { name: "Typed and not saved" });
  await expect(typed.getByRole("listitem")).toHaveText("# Read slowly");
  await expectAccessibleIn(["light", "dark"]);
  await page.setViewportSize({ width: 450, height: 800 });
  await expectNoSidewaysScroll(page);
  await typed.getByRole("button", { name: "Delete it" }).click();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Guidelines" })).toBeVisible();
  await expect(typed).toHaveCount(0);
});

test("AUT-11 AUT-32 ROL-10 LAB-18 the same of labels that were being added to a task dataset, which another tab lists meanwhile", async ({
  page,
  context,
  api,
  signIn,
}) => {
  const { address, person } = await setUpTask(api, { task: "TextClassification", labels: ["Waste"], role: "admin" });
  await signIn(person.username, person.password);
  await page.goto(`${address}/settings#labels`);
  const added = page.getByLabel("New labels");
  await added.fill("Noise");
  await added.press("Enter");
  await added.fill("Half a la");
  const other = await context.newPage();
  await other.goto("/user-settings");
  await expect(other.getByRole("region", { name: "Typed and not saved" })).toContainText("Noise · Half a la");
  await expect(other.getByText("1 not saved, below")).toBeVisible();
  await other.close();
  await api.patch(`${PEOPLE}/${person.id}`, { role: "annotator" });
  await page.keyboard.press("Control+s");
  await expect(said(page, "Your role was changed, so your sessions have ended.")).toBeVisible();
  await fillInSignIn(page, person);
  const typed = page.getByRole("region", { name: "Typed and not saved" });
  await expect(typed.getByRole("listitem")).toHaveText(["Noise", "Half a la"]);
  await page.reload();
  await expect(typed.getByRole("listitem")).toHaveText(["Noise", "Half a la"]);
  await typed.getByRole("button", { name: "Delete it" }).click();
  await expect(typed).toHaveCount(0);
});

test("ROL-14 AUT-11 a membership that an admin loses in the middle of the settings: the screen that says so has what was typed, and so has that of a deleted account", async ({
  page,
  api,
  signIn,
  families,
}) => {
  const { feedback } = families;
  const person = await feedback.newPerson("outsider", "admin");
  await signIn(person.username, person.password);
  await page.goto(`/dataset/${feedback.setup.datasetId}/settings`);
  await page.getByRole("textbox", { name: "Guidelines" }).fill("# Read slowly");
  await feedback.takeOut(person);
  await page.keyboard.press("Control+s");
  await expect(page.getByRole("heading", { name: `You have no access to ${feedback.name} any more` })).toBeVisible();
  await expect(page.getByRole("listitem")).toHaveText("# Read slowly");
  // Then the account is deleted, too. The screen that says so offers the work, and so does this browser's sign-in page.
  await api.delete(`${PEOPLE}/${person.id}`);
  await page.getByRole("link", { name: "To the datasets" }).click();
  await expect(page.getByRole("heading", { name: "Your account was deleted" })).toBeVisible();
  await expect(page.getByRole("listitem")).toHaveText("# Read slowly");
  await page.getByRole("link", { name: "Sign in with another account" }).click();
  const left = page.getByRole("region", { name: `Work of the deleted account ${person.username}` });
  await expect(left).toContainText("What was typed into settings, as a rule or for many records was not saved.");
});
