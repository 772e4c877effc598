import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { setUpStage } from "./support/administration.ts";
import { tabTo } from "./support/annotation.ts";
import type { Api } from "./support/api.ts";
import { expectNoSidewaysScroll } from "./support/screen.ts";
import { OWNER } from "./support/server.ts";
import { addPerson } from "./support/setup.ts";
import { expect, test } from "./support/test.ts";

/** The audit trail, as owners read it (design/administration.md#audit). */

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

const table = (page: Page) => page.getByRole("table");
const row = (page: Page, text: string | RegExp) => table(page).getByRole("row").filter({ hasText: text });
const filter = (page: Page, name: string) => page.getByRole("button", { name: new RegExp(`^${name} filter`) });
const search = (page: Page) => page.getByRole("searchbox", { name: "Find a name in what happened" });
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
const query = (page: Page) => new URL(page.url()).search;

/** Makes a user, changes their role, and signs in once with a wrong password. */
async function somethingHappened(api: Api, port: number) {
  const person = await addPerson(api, await setUpStage(api), "nerys");
  await api.patch(`/api/postil/v1/people/${person.id}`, { role: "admin" });
  for (let turn = 0; turn < 3; turn++)
    await fetch(`http://127.0.0.1:${port}/api/security/token`, {
      method: "POST",
      body: new URLSearchParams({ username: person.username, password: "mistyped" }),
    });
  return { person };
}

test("AUT-14 an owner narrows what happened, links to it, goes back, and takes it along as a file or a command", async ({
  page,
  api,
  server,
  signIn,
  expectAccessibleIn,
}) => {
  const { person } = await somethingHappened(api, server.port);
  await signIn();
  await page.goto("/people");
  await page.getByRole("link", { name: "Audit" }).click();
  await expect(page).toHaveTitle("Audit - Postil");
  await expect(row(page, `${person.username} from annotator to admin`)).toBeVisible();
  await expect(row(page, person.username).filter({ hasText: "3 times within a minute" })).toContainText(
    "Failed sign-in",
  );

  await filter(page, "Kind").click();
  await page.getByRole("checkbox", { name: /^Failed sign-in/ }).check();
  await page.getByRole("checkbox", { name: /^Role/ }).check();
  await expectAccessibleIn(["light", "dark"]);
  await page.keyboard.press("Escape");
  await expect.poll(() => query(page)).toBe("?kinds=failed_sign_in,role");
  await expect(row(page, /Person/)).toHaveCount(0);
  await search(page).fill(person.username);
  await expect(page.getByRole("status").filter({ hasText: /^2 of / })).toBeVisible();
  await filter(page, "Time").click();
  await page.getByRole("checkbox", { name: "last 7 days" }).check();
  await page.keyboard.press("Escape");
  await expect.poll(() => query(page)).toBe(`?kinds=failed_sign_in,role&days=7&search=${person.username}`);

  const other = await page.context().newPage();
  await other.goto(page.url());
  await expect(other.getByRole("status").filter({ hasText: /^2 of / })).toBeVisible();
  await expect(search(other)).toHaveValue(person.username);
  await other.close();

  await page.getByRole("button", { name: "Export" }).click();
  await expect(page.getByRole("menuitem", { name: "JSON Lines" })).toContainText(
    "One entry a line, with ids and addresses",
  );
  const coming = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "CSV" }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toBe("audit.csv");
  expect(
    readFileSync(await download.path(), "utf8")
      .trim()
      .split("\r\n"),
  ).toHaveLength(3);
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByRole("menuitem", { name: "Copy as a command" }).click();
  await expect(page.getByRole("region", { name: "Notifications" })).toContainText("Command copied");
  await expect
    .poll(() => clipboard(page))
    .toBe(`postil audit --output audit.jsonl --kind failed_sign_in --kind role --days 7 --search=${person.username}`);

  await page.goBack();
  await expect.poll(() => query(page)).toBe(`?kinds=failed_sign_in,role&search=${person.username}`);
  await page.goBack();
  await expect.poll(() => query(page)).toBe("?kinds=failed_sign_in,role");
  await expect(search(page)).toHaveValue("");
  await page.getByRole("button", { name: "Remove Failed sign-in" }).click();
  await expect.poll(() => query(page)).toBe("?kinds=role");
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect.poll(() => query(page)).toBe("");
  await expect(row(page, /Person/).first()).toBeVisible();
});

test("AUT-14 the audit by the keyboard alone: search, kinds, a file, the command", async ({
  page,
  api,
  server,
  signIn,
}) => {
  const { person } = await somethingHappened(api, server.port);
  await signIn();
  await page.goto("/audit");
  await expect(row(page, person.username).first()).toBeVisible();
  await page.keyboard.press("/");
  await expect(search(page)).toBeFocused();
  await page.keyboard.type(person.username);
  await expect.poll(() => query(page)).toBe(`?search=${person.username}`);
  await tabTo(page, filter(page, "Kind"), 12);
  await page.keyboard.press("Enter");
  const kinds = page.getByRole("dialog");
  await expect(kinds).toBeVisible();
  const role = page.getByRole("checkbox", { name: /^Role/ });
  await tabTo(page, role, 14);
  await page.keyboard.press("Space");
  await expect(role).toBeChecked();
  await page.keyboard.press("Escape");
  await expect(filter(page, "Kind")).toBeFocused();
  await expect.poll(() => query(page)).toBe(`?kinds=role&search=${person.username}`);
  await tabTo(page, page.getByRole("button", { name: "Export" }), 12);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "JSON Lines" })).toBeFocused();
  const coming = page.waitForEvent("download");
  await page.keyboard.press("Enter");
  const lines = readFileSync(await (await coming).path(), "utf8")
    .trim()
    .split("\n");
  expect(lines.map((line) => JSON.parse(line).kind)).toEqual(["role_changed"]);
  await expect(page.getByRole("button", { name: "Export" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await expect.poll(() => clipboard(page)).toContain("--kind role");
});

test("AUT-14 older entries come by pages of fifty; a long name leaves in sight how many entries there are; what cannot be loaded is said, and asked for again", async ({
  page,
  api,
  server,
  signIn,
}) => {
  await signIn();
  await test.step("pages of fifty, within what is filtered", async () => {
    const { workspace } = await setUpStage(api);
    const name = `many-${Date.now()}`;
    for (let n = 0; n < 53; n++) await api.post("/api/v1/workspaces", { name: `${name}-${n}` });
    await page.goto(`/audit?kinds=workspace&search=${name}`);
    await expect(page.getByText("1 to 50 of 53")).toBeVisible();
    await expect(page.getByRole("button", { name: "Newer" })).toBeDisabled();
    await expect(page.getByRole("button", { name: "Older" })).toBeInViewport();
    await page.getByRole("button", { name: "Older" }).click();
    await expect(page.getByRole("main").getByText("51 to 53 of 53")).toBeVisible();
    await expect(row(page, `${name}-0`)).toBeVisible();
    await expect(page.getByRole("status").filter({ hasText: "51 to 53 of 53" })).toBeAttached();
    // Another filter starts at its first page.
    await search(page).fill(workspace);
    await expect(page.getByText("all 1", { exact: true })).toBeVisible();
    await row(page, workspace).getByRole("link", { name: OWNER.username }).click();
    await expect(page).toHaveURL(new RegExp(`/people\\?search=${OWNER.username}$`));
  });
  await test.step("a long name among the people of the filter leaves their entries in sight", async () => {
    const person = await addPerson(api, await setUpStage(api), "nerys");
    await api.patch(`/api/postil/v1/people/${person.id}`, { first_name: "Nerys ".repeat(20).trim() });
    const body = new URLSearchParams({ username: person.username, password: person.password });
    await fetch(`http://127.0.0.1:${server.port}/api/security/token`, { method: "POST", body });
    await page.goto("/audit");
    await filter(page, "Person").click();
    const people = page.getByRole("group", { name: "Person" });
    await expect(people.getByText(/Nerys Nerys/)).toBeVisible();
    expect(await people.evaluate((list) => list.scrollWidth - list.clientWidth)).toBeLessThanOrEqual(0);
  });
  await test.step("what cannot be loaded", async () => {
    await page.route("**/api/postil/v1/audit?**", (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto("/audit?kinds=role");
    await expect(page.getByText("The audit trail could not be loaded.")).toBeVisible();
    await page.unroute("**/api/postil/v1/audit?**");
    await page.getByRole("button", { name: /again|retry/i }).click();
    await expect(page.getByText("The audit trail could not be loaded.")).toHaveCount(0);
  });
});

test("ROL-12 the audit is for owners: an admin has no tab of it, and its address leads home", async ({
  page,
  api,
  signIn,
}) => {
  const setup = await setUpStage(api);
  const admin = await addPerson(api, setup, "admin-of-audit", "admin");
  await signIn(admin.username, admin.password);
  await page.goto("/people");
  await expect(page.getByRole("link", { name: "Workspaces" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Audit" })).toHaveCount(0);
  await page.goto("/audit?kinds=key");
  await page.waitForURL("**/datasets");
});

test("AUT-14 the audit on a phone: entries are cards, and nothing goes sideways", async ({
  page,
  api,
  server,
  signIn,
  expectAccessible,
}) => {
  const { person } = await somethingHappened(api, server.port);
  await page.setViewportSize({ width: 450, height: 900 });
  await signIn();
  await page.goto(`/audit?search=${person.username}`);
  await expect(page.getByText(`${person.username} from annotator to admin`)).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible();
});
