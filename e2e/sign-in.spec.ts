import type { Page } from "@playwright/test";
import { addressOf, openDataset, record } from "./support/annotation.ts";
import { apiOf } from "./support/api.ts";
import { OWNER, removeHome, startServer } from "./support/server.ts";
import { addPerson, labels, type Setup, setUp } from "./support/setup.ts";
import { fillInSignIn, signInByForm } from "./support/sign-in.ts";
import { expect, MAIN_IN_LONG, test } from "./support/test.ts";

/** Sign-in and sign-out: guards, the form, the link of the first start, the end of a session (design/sign-in.md). */

const QUESTIONS = [
  {
    name: "topic",
    title: "Topic",
    required: true,
    settings: { type: "label_selection", options: labels("news", "sport", "arts") },
  },
  { name: "comment", title: "Comment", settings: { type: "text", use_markdown: false } },
];
const records = Array.from({ length: 12 }, (_, at) => ({ fields: { text: `Text number ${at + 1}.` } }));

let setup: Setup;
test.beforeAll(async ({ api }) => {
  setup = await setUp(api, { questions: QUESTIONS, records });
});

const username = (page: Page) => page.getByLabel("Username");
const password = (page: Page) => page.getByLabel("Password", { exact: true });
const button = (page: Page) => page.getByRole("button", { name: "Sign in", exact: true });

const pathOf = (page: Page) => {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
};

test("RTE-24 RTE-25 RTE-27 an address attempted without a session is where one is after signing in", {
  tag: MAIN_IN_LONG,
}, async ({ page }) => {
  await page.goto(`${addressOf(setup)}?page=3`);
  await expect(button(page)).toBeVisible();
  expect(new URL(page.url()).searchParams.get("redirect")).toBe(`${addressOf(setup)}?page=3`);
  expect(new URL(page.url()).searchParams.get("page")).toBe("3");
  await fillInSignIn(page, OWNER);
  await expect(record(page, 3)).toBeVisible();
  expect(pathOf(page)).toBe(`${addressOf(setup)}?page=3`);
});

test("RTE-27 another site is no place to return to", async ({ page }) => {
  for (const redirect of ["https://evil.example/", "/\\evil.example"]) {
    await page.goto(`/sign-in?redirect=${encodeURIComponent(redirect)}`);
    await fillInSignIn(page, OWNER);
    await expect(page).toHaveURL(/\/datasets$/);
    await page.evaluate(() => localStorage.clear());
  }
});

test("RTE-01 RTE-02 RTE-03 RTE-04 RTE-07 RTE-08 RTE-09 RTE-10 RTE-11 RTE-14 RTE-22 an address leads where it should, with a session and without", async ({
  page,
}) => {
  // router.test.tsx has all of them.
  const anonymous = { "/": "/sign-in", "/user-settings": "/sign-in?redirect=%2Fuser-settings" };
  for (const [from, to] of Object.entries(anonymous)) {
    await page.goto(from);
    await expect(button(page)).toBeVisible();
    expect(pathOf(page), from).toBe(to);
  }
  await signInByForm(page, OWNER);
  const signedIn = { "/": "/datasets", "/oauth/callback": "/datasets", "/dataset/annotation-mode": "/datasets" };
  for (const [from, to] of Object.entries(signedIn)) {
    await page.goto(from);
    await expect(page.getByRole("heading", { name: "Datasets" }), from).toBeVisible();
    expect(pathOf(page), from).toBe(to);
  }
  await page.goto("/user-settings");
  await expect(page.getByRole("heading", { name: "User settings" })).toBeVisible();
  await openDataset(page, setup);
  await page.goto(`/dataset/${setup.datasetId}/settings`);
  await expect(page.getByRole("heading", { name: "Dataset settings" })).toBeVisible();
  // Addresses are real paths: a hash does not select another page.
  await page.goto("/user-settings#/datasets");
  await expect(page.getByRole("heading", { name: "User settings" })).toBeVisible();
  await page.goto("/datasets/useDatasetsViewModel");
  await expect(page.getByText("This page could not be found", { exact: true })).toBeVisible();
  await expect(page.getByText("404")).toBeVisible();
});

test("AUT-19 a provider's button leaves the page with the query, in a window of its own where the page is embedded", async ({
  page,
  server,
}) => {
  const listed = { items: [{ name: "github" }] };
  let answer = () => {};
  const mayAnswer = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.context().route("**/api/v1/oauth2/providers", async (route) => {
    await mayAnswer;
    await route.fulfill({ json: listed });
  });
  const authorize = "/api/v1/oauth2/providers/github/authentication?a=b";
  const signIn = `http://127.0.0.1:${server.port}/sign-in?a=b`;
  await page.goto(signIn);
  await expect(username(page)).toBeFocused();
  const before = await username(page).boundingBox();
  answer();
  await expect(page.getByRole("link", { name: "Continue with github" })).toBeVisible();
  expect(await username(page).boundingBox(), "nothing moves as they come").toEqual(before);
  await page.getByRole("link", { name: "Continue with github" }).click();
  await expect.poll(() => pathOf(page)).toBe(authorize);
  // The portal is on this machine, too: the browser lets no page from another place frame a page of this machine.
  const body = `<iframe title="Postil" src="${signIn}" width="900" height="700"></iframe>`;
  await page.route("**/portal", (route) => route.fulfill({ contentType: "text/html", body }));
  await page.goto("/portal");
  const opened = page.context().waitForEvent("page");
  await page.frameLocator("iframe").getByRole("link", { name: "Continue with github" }).click();
  const window = await opened;
  await expect.poll(() => window.url()).toBe(new URL(authorize, signIn).href);
  await expect(page.frameLocator("iframe").getByRole("heading", { name: "Sign in" })).toBeVisible();
});

test("AUT-13 AUT-10 the form waits for both fields, shows the password, keeps the name after a wrong one, and says it once", {
  tag: "@main",
}, async ({ page }) => {
  await page.goto("/sign-in");
  await expect(username(page)).toBeFocused();
  await expect(button(page)).toBeDisabled();
  await username(page).fill(OWNER.username);
  await expect(button(page)).toBeDisabled();
  await password(page).fill("wrong-password");
  await expect(password(page)).toHaveAttribute("type", "password");
  await page.getByRole("button", { name: "Show the password" }).click();
  await expect(password(page)).toHaveAttribute("type", "text");
  await page.getByRole("button", { name: "Hide the password" }).click();
  // The browser reports Caps Lock only with a key event. This event has it on.
  await password(page).dispatchEvent("keydown", { key: "A", modifierCapsLock: true });
  await expect(page.getByText("Caps Lock is on")).toBeVisible();
  await password(page).dispatchEvent("keydown", { key: "a", modifierCapsLock: false });
  await expect(page.getByText("Caps Lock is on")).toBeHidden();
  const places = async () => [await username(page).boundingBox(), await button(page).boundingBox()];
  const before = await places();
  await password(page).press("Enter");
  await expect(page.getByRole("alert")).toHaveText("That username and password do not match.");
  expect(await places(), "nothing moves as it is said").toEqual(before);
  await expect(username(page)).toHaveValue(OWNER.username);
  await expect(password(page)).toBeFocused();
  await expect(page.getByRole("region", { name: "Notifications" }).getByRole("alert")).toHaveCount(0);
  await expect(page).toHaveURL(/\/sign-in$/);
  // The wrong password is selected, so typing replaces it.
  await page.keyboard.type(OWNER.password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/datasets$/);
});

test("AUT-14 the sixth wrong password in a row is not looked at; the form says how long to wait", async ({
  page,
  api,
}) => {
  const person = await addPerson(api, setup, "hasty");
  await page.goto("/sign-in");
  for (let attempt = 1; attempt <= 5; attempt++) {
    await fillInSignIn(page, { ...person, password: `wrong-${attempt}` });
    await expect(page.getByRole("alert")).toHaveText("That username and password do not match.");
    await expect(button(page)).toBeEnabled();
  }
  await fillInSignIn(page, person);
  await expect(page.getByRole("alert")).toHaveText(/Error: .*\d+ seconds?/);
  await expect(page).toHaveURL(/\/sign-in$/);
});

test("AUT-03 AUT-05 AUT-07 AUT-12 signing in sends the token and keeps it under its prefix; signing out leaves nothing behind", async ({
  page,
}) => {
  const sent: (string | undefined)[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/me")) sent.push(request.headers().authorization);
  });
  await signInByForm(page, OWNER);
  expect(sent).toEqual([expect.stringMatching(/^Bearer ./)]);
  const keys = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("auth.")));
  expect(await keys()).not.toEqual([]);
  const elsewhere = await page.evaluate(() => {
    const token = localStorage.getItem("auth.token") ?? "";
    const kept = [...Object.entries(localStorage), ...Object.entries(sessionStorage)];
    return kept.filter(([key, value]) => !key.startsWith("auth.") && `${value}`.includes(token)).map(([key]) => key);
  });
  expect(elsewhere).toEqual([]);
  expect((await page.context().cookies()).map(({ name }) => name)).toEqual(["i18n_redirected"]);
  await page.getByRole("button", { name: /Open menu/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(button(page)).toBeVisible();
  expect(pathOf(page)).toBe("/sign-in");
  expect(await keys()).toEqual([]);
  await page.goBack();
  await expect(button(page)).toBeVisible();
});

test("AUT-11 a session that ends while somebody writes takes nothing away: the same place, the same words", async ({
  page,
  api,
}) => {
  const person = await addPerson(api, setup, "writer");
  await signInByForm(page, person);
  await openDataset(page, setup);
  await page.keyboard.press("ArrowRight");
  await expect(record(page, 2)).toBeVisible();
  const comment = page.getByRole("textbox", { name: "Comment" });
  await comment.fill("Half a sentence");
  await page.keyboard.press("Escape");
  await page.route("**/api/v1/me/datasets/*/records**", (route) =>
    route.fulfill({ status: 401, json: { detail: { code: "argilla.api.errors::UnauthorizedError", params: {} } } }),
  );
  await page.getByRole("button", { name: "Refresh the queue" }).click();
  await expect(page.getByRole("main").getByText(/Your session has ended/)).toBeVisible();
  await page.unroute("**/api/v1/me/datasets/*/records**");
  await fillInSignIn(page, person);
  await expect(record(page, 2)).toBeVisible();
  await expect(comment).toHaveValue("Half a sentence");
});

test("AUT-11 two tabs sign in with a password at once: each comes to its own page, and neither ends the other's session", async ({
  page,
  context,
  api,
}) => {
  const person = await addPerson(api, setup, "twofold");
  const other = await context.newPage();
  await page.goto("/sign-in?redirect=%2Fuser-settings");
  await other.goto("/sign-in?redirect=%2Fdatasets");
  // Neither tab gets a reply before both have sent a request.
  let asked = 0;
  const both = Promise.withResolvers<void>();
  await context.route("**/api/security/token", async (route) => {
    if (++asked === 2) both.resolve();
    await both.promise;
    await route.continue();
  });
  for (const tab of [page, other]) {
    // A background tab draws no frames, so Playwright never sees a stable element there.
    await tab.bringToFront();
    await username(tab).fill(person.username);
    await password(tab).fill(person.password);
    await button(tab).click();
  }
  await expect(page.getByRole("heading", { name: "User settings" })).toBeVisible();
  await expect(other.getByRole("link", { name: setup.dataset, exact: true })).toBeVisible();
  const tokens = [page, other].map((tab) => tab.evaluate(() => localStorage.getItem("auth.token")));
  expect(new Set(await Promise.all(tokens)).size).toBe(1);
  await page.reload();
  await expect(page.getByRole("heading", { name: "User settings" })).toBeVisible();
});

test("design/sign-in.md: the link a first start prints signs its reader in, once", async ({ page }) => {
  const server = await startServer({ settings: { POSTIL_OWNER_PASSWORD: "" } });
  const link = async () => {
    await expect.poll(() => server.printed()).toMatch(/Sign in once {2}\S+/);
    return /Sign in once {2}(\S+)/.exec(server.printed())?.[1] ?? "";
  };
  const address = await link();
  await page.goto(address);
  await expect(page.getByRole("heading", { name: "No datasets yet" })).toBeVisible();
  expect(page.url()).not.toContain("#");
  await page.getByRole("button", { name: /Open menu/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.getByRole("button", { name: "Choose a password" }).click();
  await expect(page.getByRole("button", { name: "Choose password" })).toBeInViewport();
  await page.evaluate(() => localStorage.clear());
  await page.goto("about:blank");
  await page.goto(address);
  await expect(page.getByRole("main").getByText(/^This sign-in link is used up or not known\./)).toBeVisible();
  await expect(button(page)).toBeVisible();
  expect(await apiOf(server.port).get("/api/me")).toMatchObject({ role: "owner" });
  await server.stop();
  removeHome(server.home);
});
