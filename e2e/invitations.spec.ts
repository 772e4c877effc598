import type { Page } from "@playwright/test";
import { expectFocusVisible, tabTo } from "./support/annotation.ts";
import { type Api, apiOf } from "./support/api.ts";
import { expectNoSidewaysScroll } from "./support/screen.ts";
import { OWNER } from "./support/server.ts";
import { expect, test } from "./support/test.ts";

/** Sign-in by an invitation link (design/sign-in.md#invitations). */

type Made = { readonly code: string; readonly user_id: string; readonly username: string };

let made = 0;
const nextName = () => `guest-${process.pid}-${made++}`;

const invite = (api: Api, username = nextName()): Promise<Made> =>
  api.post<Made>("/api/postil/v1/invitations", { first_name: "Nerys", last_name: "Tavener", username });

const PASSWORD = "chosen by myself";
const password = (page: Page) => page.getByLabel("Password", { exact: true });
const submit = (page: Page) => page.getByRole("button", { name: "Set the password and sign in" });
const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 });

test("AUT-14 ROL-12 whoever opens the link chooses a password, is signed in, and signs in with it later", async ({
  page,
  api,
  openListAs,
  expectAccessible,
}) => {
  const { code, username } = await invite(api);
  await page.goto(`/invitation#${code}`);
  await expect(heading(page, "Welcome, Nerys")).toBeVisible();
  await expect(page.getByLabel("Username")).toHaveValue(username);
  await expect(password(page)).toBeFocused();
  await expectAccessible();
  await password(page).fill("short");
  await expect(page.getByText("3 characters more, at least")).toBeVisible();
  await expect(submit(page)).toBeDisabled();
  await password(page).fill(PASSWORD);
  await submit(page).click();
  await expect(page).toHaveURL(/\/datasets$/);
  await expect(page.getByRole("button", { name: /^Nerys Tavener, / })).toBeVisible();

  await page.evaluate(() => localStorage.clear());
  await openListAs(username, PASSWORD);
});

test("AUT-14 a link is opened by the keyboard alone, and Back does not lead to it again", async ({ page, api }) => {
  const { code } = await invite(api);
  await page.goto("/sign-in");
  await page.goto(`/invitation#${code}`);
  await expect(password(page)).toBeFocused();
  await expectFocusVisible(page);
  await page.keyboard.type(PASSWORD);
  await tabTo(page, page.getByRole("button", { name: "Show the password" }));
  await page.keyboard.press("Enter");
  await expect(password(page)).toHaveAttribute("type", "text");
  await tabTo(page, submit(page));
  await expectFocusVisible(page);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/datasets$/);
  await page.goBack();
  await expect(heading(page, "Welcome, Nerys")).toBeHidden();
});

test("AUT-14 links that are used, ended, expired, cut off or forged each say so, with a way on", async ({
  page,
  api,
  expectAccessible,
}) => {
  await test.step("used, ended, cut off or forged", async () => {
    const ended = await invite(api);
    await api.put(`/api/postil/v1/users/${ended.user_id}/invitation`, {});
    const used = await invite(api);
    await api.post("/api/postil/v1/invitations/accept", { code: used.code, password: PASSWORD });
    const screens = [
      [`#${used.code}`, "This link was used already"],
      [`#${ended.code}`, "This link does not work any more"],
      [`#${"x".repeat(43)}`, "This is not a whole invitation link"],
      [`#${used.code.slice(0, 12)}`, "This is not a whole invitation link"],
      ["", "This is not a whole invitation link"],
    ] as const;
    for (const [hash, title] of screens) {
      await page.goto(`/invitation${hash}`);
      await expect(heading(page, title)).toBeVisible();
      await expect(page.getByRole("alert")).not.toBeEmpty();
      await expect(page).toHaveTitle(new RegExp(title));
      if (hash === `#${used.code}`) await expectAccessible();
    }
    await page.getByRole("link", { name: "Sign in" }).click();
    await expect(page.getByLabel("Username")).toBeVisible();
  });
  await test.step("expired: it says until when it was good", async () => {
    await page.route("**/api/postil/v1/invitations/read", (route) =>
      route.fulfill({ json: { state: "expired", expires_at: "2026-11-20T14:10:00", person: null } }),
    );
    await page.goto(`/invitation#${"e".repeat(43)}`);
    await expect(heading(page, "This link has expired")).toBeVisible();
    await expect(page.getByRole("alert")).toContainText("It was good until 20 Nov 2026, 14:10.");
  });
});

test("AUT-14 a link that somebody else uses while the form is open is told to be used, and nothing is set", async ({
  page,
  api,
}) => {
  const { code } = await invite(api);
  await page.goto(`/invitation#${code}`);
  await password(page).fill("of the second");
  await api.post("/api/postil/v1/invitations/accept", { code, password: PASSWORD });
  await submit(page).click();
  await expect(heading(page, "This link was used already")).toBeVisible();
});

test("AUT-14 while the server cannot be reached nothing typed is lost, and the link is used once it can", async ({
  page,
  api,
  context,
}) => {
  const { code } = await invite(api);
  await page.goto(`/invitation#${code}`);
  await password(page).fill(PASSWORD);
  await context.setOffline(true);
  await submit(page).click();
  await expect(page.getByRole("alert").filter({ hasText: "The server does not answer." })).toBeVisible();
  await expect(password(page)).toHaveValue(PASSWORD);
  await context.setOffline(false);
  await submit(page).click();
  await expect(page).toHaveURL(/\/datasets$/);
});

test("AUT-14 somebody who is signed in is told what the link does to that, and stays signed in until it is used", async ({
  page,
  api,
  signIn,
  server,
}) => {
  const { code } = await invite(api);
  await signIn();
  await page.goto(`/invitation#${code}`);
  await expect(page.getByRole("main").getByText(`You are signed in as ${OWNER.username}.`)).toBeVisible();
  await page.goto("/datasets");
  await expect(page.getByRole("button", { name: new RegExp(OWNER.username) })).toBeVisible();
  await page.goto(`/invitation#${code}`);
  await password(page).fill(PASSWORD);
  await submit(page).click();
  await expect(page.getByRole("button", { name: /^Nerys Tavener, / })).toBeVisible();
  expect(await apiOf(server.port).get<{ username: string }>("/api/v1/me")).toMatchObject({ username: OWNER.username });
});

const linkDialog = (page: Page) => page.getByRole("alertdialog", { name: /^A link for / });
const linkIn = async (page: Page): Promise<string> =>
  (await linkDialog(page).getByLabel("Link", { exact: true }).textContent()) ?? "";

test("ROL-12 AUT-14 an owner adds a person by a link, which is shown this once; another lifetime makes another link", async ({
  page,
  browser,
  signIn,
  expectAccessible,
}) => {
  await signIn();
  await page.goto("/people");
  await page.getByRole("button", { name: "Add a person" }).click();
  const username = nextName();
  const dialog = page.getByRole("dialog", { name: "Add a person" });
  await dialog.getByLabel("First name").fill("Nerys");
  await dialog.getByLabel("Username").fill(username);
  await expect(dialog.getByRole("radio", { name: /^By a link that I pass on/ })).toBeChecked();
  await dialog.getByRole("button", { name: "Add and make the link" }).click();
  await expect(linkDialog(page)).toContainText(`${username}, annotator`);
  await expectAccessible();
  const first = await linkIn(page);
  expect(first).toMatch(/\/invitation#[\w-]{43}$/);
  await linkDialog(page).getByRole("button", { name: "30 days" }).click();
  await expect.poll(() => linkIn(page)).not.toBe(first);
  const link = await linkIn(page);
  await linkDialog(page).getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("row").filter({ hasText: username })).toContainText("invited, 30 days left");

  const elsewhere = await browser.newContext();
  const guest = await elsewhere.newPage();
  await guest.goto(first);
  await expect(heading(guest, "This link does not work any more")).toBeVisible();
  await guest.goto(link);
  await password(guest).fill(PASSWORD);
  await submit(guest).click();
  await expect(guest).toHaveURL(/\/datasets$/);
  await elsewhere.close();
});

test("ROL-12 AUT-14 a link for a new password is made from the menu of a row by the keyboard, and withdrawn", async ({
  page,
  api,
  signIn,
}) => {
  const { username } = await invite(api);
  await signIn();
  await page.goto(`/people?search=${username}`);
  await tabTo(page, page.getByRole("button", { name: "Actions of Nerys Tavener" }));
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "New invitation link" }).press("Enter");
  await tabTo(page, page.getByRole("button", { name: "Make the link" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Copy link" })).toBeFocused();
  const link = await linkIn(page);
  await tabTo(page, page.getByRole("button", { name: "Withdraw" }));
  await page.keyboard.press("Enter");
  await expect(linkDialog(page)).toBeHidden();
  await page.goto(link);
  await expect(heading(page, "This link does not work any more")).toBeVisible();
});

test("AUT-14 the page of a link in every theme, from 450 to 2560 px: no finding of axe and no sideways scrolling", async ({
  page,
  api,
  signIn,
  expectAccessibleIn,
}) => {
  const { code } = await invite(api);
  await signIn();
  await page.goto(`/invitation#${code}`);
  await expect(page.getByRole("main").getByText(`You are signed in as ${OWNER.username}.`)).toBeVisible();
  for (const width of [2560, 1440, 450]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page, `${width} px`);
  }
  await expectAccessibleIn(["light", "dark"]);
});
