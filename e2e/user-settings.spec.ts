import type { Browser, Page } from "@playwright/test";
import { action, chosen, openDataset, option, ownResponses, record } from "./support/annotation.ts";
import { watchMotion } from "./support/motion.ts";
import { addPerson, labels, type Setup, setUp } from "./support/setup.ts";
import { type Credentials, fillInSignIn, putSession } from "./support/sign-in.ts";
import { row, setUpTask } from "./support/tasks.ts";
import { expect, test } from "./support/test.ts";

/** The settings that follow a user to every browser (design/user-settings.md, design/device.md#preferences). */

const QUESTION = {
  name: "topic",
  title: "Topic",
  required: true,
  settings: { type: "label_selection", options: labels("birds", "bees") },
};

let setup: Setup;
test.beforeAll(async ({ api }) => {
  setup = await setUp(api, { questions: [QUESTION], records: [{ fields: { text: "A swift" } }] });
});

/** Another browser of the same person, at the user settings. */
async function elsewhere(browser: Browser, origin: string, person: Credentials): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin });
  await putSession(context, origin, person);
  const page = await context.newPage();
  await page.goto("/user-settings");
  await expect(page.getByRole("heading", { name: "User settings" })).toBeVisible();
  return page;
}

async function openUserSettings(page: Page): Promise<void> {
  await page.getByRole("button", { name: /Open menu/ }).click();
  await page.getByRole("menuitem", { name: "User settings" }).click();
}

/** Downloads the kept work as a file with its own name. */
async function takeAway(page: Page, file: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download all as JSON" }).click(),
  ]);
  await download.saveAs(file);
  return file;
}

async function takeIn(page: Page, file: string): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: "Take in a file" }).click(),
  ]);
  await chooser.setFiles(file);
}

const kept = (page: Page, name: RegExp) =>
  page.getByRole("table", { name: "Work on this device" }).getByRole("row", { name });

const theme = (page: Page, name: string) =>
  page.getByRole("group", { name: "Theme" }).getByText(name, { exact: true }).click();
/** The reply to a change of preferences that names `value`. */
const sent = (page: Page, value = "") =>
  page.waitForResponse(
    (reply) =>
      reply.url().endsWith("/me/preferences") &&
      reply.request().method() === "PATCH" &&
      (reply.request().postData() ?? "").includes(value),
  );

test("AUT-29 AUT-32 preferences follow the person to another browser; what is changed in both meanwhile merges by member; less motion is wished for once, and nothing of the page moves there", async ({
  page,
  browser,
  baseURL,
  api,
  signIn,
}) => {
  const person = await addPerson(api, setup, "follow");
  await signIn(person.username, person.password);
  await page.goto("/user-settings");
  const other = await elsewhere(browser, baseURL ?? "", person);
  await test.step("what is changed in both meanwhile merges by member", async () => {
    const told = sent(page, "dark");
    await theme(page, "Dark");
    await told;

    await other.reload();
    await expect(other.locator("html")).toHaveAttribute("data-theme", "dark");

    // Offline here, and on the other browser meanwhile.
    await page.context().setOffline(true);
    await theme(page, "Light");
    await page.getByRole("switch", { name: "Submit on choice" }).click();
    await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
    const toldThere = sent(other);
    await theme(other, "High contrast");
    await other.getByRole("group", { name: "Density" }).getByText("Compact", { exact: true }).click();
    await toldThere;
    const toldLate = sent(page);
    await page.context().setOffline(false);
    await toldLate;
    // The later of the two themes, and what each changed by itself.
    await expect(page.locator("html")).toHaveAttribute("data-theme", "contrast");
    await expect(page.locator("html")).toHaveAttribute("data-density", "compact");
    await other.reload();
    await expect(other.getByRole("switch", { name: "Submit on choice" })).not.toBeChecked();
    await expect(other.locator("html")).toHaveAttribute("data-theme", "contrast");
  });
  await test.step("less motion is wished for once, at every browser", async () => {
    await expect(page.locator("html")).toHaveAttribute("data-motion", "full");
    const told = sent(page);
    await page.getByRole("switch", { name: "Less motion" }).click();
    await told;
    await other.reload();
    await expect(other.getByRole("switch", { name: "Less motion" })).toBeChecked();
    const moved = await watchMotion(other);
    await openDataset(other, setup);
    await other.getByRole("button", { name: /Open menu/ }).click();
    await expect(other.getByRole("menu")).toBeVisible();
    await other.keyboard.press("Escape");
    await expect(other.getByRole("menu")).toHaveCount(0);
    await other.keyboard.press("?");
    await expect(other.getByRole("dialog")).toBeVisible();
    await other.keyboard.press("Escape");
    await other.context().setOffline(true);
    await expect(other.getByText("Offline. You can go on; your work is sent later.").first()).toBeVisible();
    await other.context().setOffline(false);
    await expect(other.getByText("Back online.")).toBeVisible();
    expect(await moved()).toEqual([]);
    // Without the wish for less motion, the page does move: so the check can find motion.
    await other.goto("/user-settings");
    await other.getByRole("switch", { name: "Less motion" }).click();
    await expect(other.locator("html")).toHaveAttribute("data-motion", "full");
    await other.getByRole("heading", { name: "User settings" }).click();
    await other.keyboard.press("?");
    await expect(other.getByRole("dialog")).toBeVisible();
    await expect.poll(moved).not.toEqual([]);
  });
});

test("AUT-29 somebody else at the same browser has preferences of their own", async ({ page, api, signIn }) => {
  const [first, second] = [await addPerson(api, setup, "follow"), await addPerson(api, setup, "follow")];
  await signIn(first.username, first.password);
  await page.goto("/user-settings");
  const told = sent(page);
  await theme(page, "Dark");
  await told;
  await page.getByRole("button", { name: /Open menu/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL("**/sign-in");
  await fillInSignIn(page, second);
  await expect(page.getByRole("heading", { level: 1, name: "Datasets" })).toBeVisible();
  await expect(page.locator("html")).not.toHaveAttribute("data-theme", "dark");
});

test("AUT-32 a named key is made, copied and revoked by keys alone, and opens the API until then", async ({
  page,
  api,
  baseURL,
  context,
  signIn,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const person = await addPerson(api, setup, "keys");
  await signIn(person.username, person.password);
  await page.goto("/user-settings#keys");
  const name = page.getByRole("textbox", { name: "New key" });
  await expect(name).toBeInViewport();
  await expect(page.getByRole("navigation", { name: "Sections" }).getByText("API keys")).toHaveAttribute(
    "aria-current",
    "location",
  );
  await name.focus();
  await page.keyboard.type("Slide scanner");
  await page.keyboard.press("Enter");
  await expect(page.locator("#keys").getByText("The key of Slide scanner is shown this once.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Copy key" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  const key = await page.evaluate(() => navigator.clipboard.readText());
  const status = async () => (await fetch(`${baseURL}/api/v1/me`, { headers: { "X-Argilla-Api-Key": key } })).status;
  expect(await status()).toBe(200);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByText(key)).toHaveCount(0);
  await page.reload();
  const line = page.getByRole("row", { name: /Slide scanner/ });
  await expect(line).toContainText(`…${key.slice(-4)}`);
  await line.getByRole("button", { name: "Revoke Slide scanner" }).focus();
  await page.keyboard.press("Enter");
  const question = page.getByRole("alertdialog", { name: "Revoke the key of Slide scanner?" });
  await expect(question).toBeVisible();
  await question.getByRole("button", { name: "Revoke" }).focus();
  await page.keyboard.press("Enter");
  await expect(line).toHaveCount(0);
  expect(await status()).toBe(401);
});

test("AUT-14 the password is changed here, and the other browser is signed out by its next step", async ({
  page,
  browser,
  baseURL,
  api,
  openListAs,
}) => {
  const person = await addPerson(api, setup, "pass");
  await openListAs(person.username, person.password);
  const other = await elsewhere(browser, baseURL ?? "", person);
  await page.goto("/user-settings#password");
  await expect(page.getByText("2 sessions are open, this one among them")).toBeVisible();
  await page.getByLabel("Password now").fill("something else");
  await page.getByLabel("New password").fill("another password");
  await page.keyboard.press("Enter");
  await expect(page.getByText("The password now is another one")).toBeVisible();
  await page.getByLabel("Password now").fill(person.password);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("The password was changed. Other sessions ended.")).toBeVisible();
  await expect(page.getByText("This session is the only one")).toBeVisible();
  await other.goto("/datasets");
  await other.waitForURL("**/sign-in**");
  await page.goto("/datasets");
  await expect(page.getByRole("heading", { name: "Datasets" }).first()).toBeVisible();
});

test("AUT-32 TAN-14 the keys of the other tasks are listed as their pages have them, and one changed here is pressed there", async ({
  page,
  openNewTask,
}) => {
  const setup = await openNewTask({
    task: "TokenClassification",
    labels: ["Person"],
    records: [{ id: "n1", text: "Edgar left.", tokens: ["Edgar", "left", "."] }],
  });
  await expect(row(page, 1)).toBeVisible();
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog");
  await expect(sheet).toBeVisible();
  const offered = await sheet.getByRole("listitem").locator("> span:first-child").allTextContents();
  expect(offered).toEqual(expect.arrayContaining(["Validate", "Go through the words"]));
  await page.keyboard.press("Escape");
  await page.goto("/user-settings#keyboard");
  await page.getByRole("group", { name: "Datasets" }).getByText("Other tasks").click();
  const keyboard = page.getByRole("region", { name: "Keyboard" });
  await expect(keyboard.getByText("Validate", { exact: true })).toBeVisible();
  const listed = await keyboard.getByRole("listitem").locator("> span:first-child").allTextContents();
  expect(offered.filter((label) => !listed.includes(label))).toEqual([]);
  await keyboard.getByRole("button", { name: /^Change the key of Validate/ }).click();
  const told = sent(page);
  await page.keyboard.press("v");
  await told;
  await page.goto(setup.address);
  await expect(row(page, 1)).toBeVisible();
  await row(page, 1).focus();
  await page.keyboard.press("v");
  await expect.poll(async () => (await setup.record("n1")).status).toBe("Validated");
});

test("AUT-32 unsent work is taken away as a file and taken in by another browser: sent there, restored there, and only once", async ({
  page,
  browser,
  baseURL,
  api,
  signIn,
  expectAccessible,
}, info) => {
  const comment = {
    name: "comment",
    title: "Comment",
    required: false,
    settings: { type: "text", use_markdown: false },
  };
  const texts = ["A swift", "A wasp"];
  const here = await setUp(api, {
    questions: [QUESTION, comment],
    records: texts.map((text) => ({ fields: { text } })),
  });
  const person = await addPerson(api, here, "carry");
  await signIn(person.username, person.password);
  await openDataset(page, here);
  // The server answers, but takes nothing.
  await page.route("**/responses**", (route) => route.abort());
  await option(page, "Topic", "birds").click();
  await action(page, "Submit").click();
  await expect(record(page, 2)).toBeVisible();
  await page.getByRole("textbox", { name: "Comment" }).fill("Not sure yet");
  await openUserSettings(page);
  await expect(kept(page, /waiting.*submitted/)).toBeVisible();
  await expect(kept(page, /draft.*Not sure yet/)).toBeVisible();
  await expectAccessible();
  const file = await takeAway(page, info.outputPath("work.json"));

  const other = await elsewhere(browser, baseURL ?? "", person);
  await takeIn(other, file);
  const dialog = other.getByRole("dialog", { name: "Take in a file" });
  await expect(dialog.getByText("New here: 2")).toBeVisible();
  expect(await ownResponses(api.as(person.api_key), here)).toEqual([]);
  await dialog.getByRole("button", { name: "Take in 2" }).click();
  await expect(other.getByText("Taken in: 2")).toBeVisible();
  await other.getByRole("button", { name: "Close" }).click();
  await expect
    .poll(async () => (await ownResponses(api.as(person.api_key), here)).map(({ status }) => status))
    .toEqual(["submitted"]);
  await takeIn(other, file);
  await expect(dialog.getByText("There already: 2")).toBeVisible();
  await other.getByRole("button", { name: "Close" }).click();
  await other.getByRole("link", { name: /^Open record/ }).click();
  await expect(other.getByRole("textbox", { name: "Comment" })).toHaveValue("Not sure yet");
  await chosen(option(other, "Topic", "birds"), false);

  // The page refuses another user's file with a message.
  const stranger = await elsewhere(browser, baseURL ?? "", await addPerson(api, here, "stranger"));
  await stranger.locator("input[type=file]").setInputFiles(file);
  await expect(stranger.getByRole("alert").filter({ hasText: "is the work of" })).toContainText(person.username);
});

test("AUT-32 TST-08 the same of a task dataset: what was validated is sent by the other browser, what was typed waits there in its record", async ({
  page,
  browser,
  baseURL,
  api,
  signIn,
}, info) => {
  const records = ["s1", "s2"].map((id) => ({ id, text: `Card ${id} is lost.` }));
  const { address, person, record: stored } = await setUpTask(api, { task: "Text2Text", records });
  await signIn(person.username, person.password);
  await page.goto(address);
  await expect(row(page, 1)).toBeVisible();
  // The server answers, but takes nothing.
  await page.route(/\/answers\?|\/records\//, (route) =>
    route.request().method() === "GET" ? route.continue() : route.abort(),
  );
  const text = (at: Page) => at.getByRole("textbox", { name: "Text to write" });
  await page.keyboard.press("Shift+Enter");
  await text(page).fill("Lost card");
  await page.keyboard.press("Shift+Enter");
  await row(page, 2).focus();
  await page.keyboard.press("Shift+Enter");
  await text(page).fill("Half a sen");
  await page.goto("/user-settings");
  await expect(kept(page, /waiting.*validated/)).toBeVisible();
  await expect(kept(page, /draft.*Half a sen/)).toBeVisible();
  const file = await takeAway(page, info.outputPath("work.json"));

  const other = await elsewhere(browser, baseURL ?? "", person);
  await takeIn(other, file);
  expect((await stored("s1")).status).toBe("Default");
  await other.getByRole("dialog", { name: "Take in a file" }).getByRole("button", { name: "Take in 2" }).click();
  await expect
    .poll(() => stored("s1"))
    .toMatchObject({
      status: "Validated",
      annotation: { agent: person.username, sentences: [{ text: "Lost card" }] },
    });
  await other.getByRole("button", { name: "Close" }).click();
  await other.getByRole("link", { name: /^Open record/ }).click();
  await expect(other.getByRole("article", { name: "Record 1, Edited" })).toContainText("Half a sen");
  expect((await stored("s2")).status).toBe("Default");
});

test("LAY-03 AUT-32 user settings from 450 to 2,560 px, in light and dark: whole, in reach, and clean", async ({
  page,
  api,
  signIn,
  expectAccessibleIn,
}) => {
  const person = await addPerson(api, setup, "look");
  await api.as(person.api_key).post("/api/postil/v1/me/api-keys", { name: "Notebook", days: 9 });
  await signIn(person.username, person.password);
  await page.goto("/user-settings");
  await expect(page.getByText("in 9 days")).toBeVisible();
  await expectAccessibleIn(["light", "dark"]);
  for (const width of [450, 768, 1024, 1440, 2560]) {
    await page.setViewportSize({ width, height: 900 });
    const wider = () => page.getByRole("main").evaluate((main) => main.scrollWidth - main.clientWidth);
    expect(await wider(), `${width}`).toBeLessThanOrEqual(0);
    await page.getByRole("link", { name: "Password", exact: true }).click();
    await expect(page.getByLabel("New password")).toBeInViewport();
    await page.getByRole("link", { name: "Appearance", exact: true }).click();
    await expect(page.getByRole("group", { name: "Theme" })).toBeInViewport();
  }
});
