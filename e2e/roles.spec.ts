import type { Page } from "@playwright/test";
import {
  addressOf,
  FIVE_QUESTIONS,
  LETTER_FIELDS,
  letter,
  METADATA,
  openDataset,
  record,
} from "./support/annotation.ts";
import { apiOf } from "./support/api.ts";
import { addPerson, type Setup, setUp } from "./support/setup.ts";
import { expect, test } from "./support/test.ts";

/** The rights of each role: what the page shows and what the server allows. */

let ours: Setup;
let theirs: Setup;
test.beforeAll(async ({ api }) => {
  const parts = {
    fields: LETTER_FIELDS,
    questions: FIVE_QUESTIONS,
    metadata: METADATA,
    records: [letter(1), letter(2)],
    guidelines: "# Reading letters",
  };
  ours = await setUp(api, parts);
  theirs = await setUp(api, parts);
});

/** The metadata in the details of the record on the screen. */
async function metadataIn(page: Page): Promise<string[]> {
  await page.getByRole("button", { name: "More about this record" }).click();
  await page.getByRole("menuitem", { name: "Record details" }).click();
  const details = page.getByRole("dialog", { name: "Record details" });
  await expect(details).toBeVisible();
  const names = await details.getByRole("term").allTextContents();
  await page.keyboard.press("Escape");
  return names;
}

test("ROL-01 ROL-03 ROL-04 ROL-07 ROL-08 ROL-13 an annotator labels, reads what is meant for annotators, and changes nothing else", async ({
  page,
  api,
  openListAs,
  server,
}) => {
  const person = await addPerson(api, ours, "role", "annotator");
  await openListAs(person.username, person.password);
  await expect(page.getByRole("link", { name: ours.dataset, exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: theirs.dataset, exact: true })).toHaveCount(0);
  await openDataset(page, ours);
  await expect(record(page, 1).getByText("Source")).toBeVisible();
  const names = await metadataIn(page);
  expect(names).toContain("Source");
  expect(names).not.toContain("Words");
  await page.getByRole("link", { name: "Dataset settings" }).click();
  await expect(page.getByRole("heading", { name: "Dataset settings" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Reading letters" })).toBeVisible();
  // The page is read-only: it has no text fields, and only copy buttons.
  await expect(page.getByRole("main").getByRole("textbox")).toHaveCount(0);
  for (const control of await page.getByRole("main").getByRole("button").all())
    await expect(control).toHaveAccessibleName(/^Copy /);
  // The server enforces the same rights.
  const mine = apiOf(server.port, person.api_key);
  await expect(mine.get(`/api/v1/datasets/${ours.datasetId}/records`)).rejects.toThrow(/answered 403/);
  await expect(mine.post("/api/v1/workspaces", { name: "my-own" })).rejects.toThrow(/answered 403/);
});

test("ROL-01 ROL-03 ROL-07 an admin sees all metadata of the own workspaces and nothing of others; an owner sees everything", async ({
  page,
  api,
  openListAs,
}) => {
  const admin = await addPerson(api, ours, "role", "admin");
  await openListAs(admin.username, admin.password);
  await expect(page.getByRole("link", { name: ours.dataset, exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: theirs.dataset, exact: true })).toHaveCount(0);
  await openDataset(page, ours);
  expect(await metadataIn(page)).toEqual(expect.arrayContaining(["Source", "Words"]));
  await page.evaluate(() => localStorage.clear());
  await openListAs();
  await expect(page.getByRole("link", { name: ours.dataset, exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: theirs.dataset, exact: true })).toBeVisible();
  await openDataset(page, theirs);
  await page.getByRole("button", { name: /Open menu/ }).click();
  await expect(page.getByText("owner", { exact: true }).first()).toBeVisible();
});

test("ROL-14 API-32 somebody else's dataset and one that does not exist: one toast and the list, on each of its pages", async ({
  page,
  api,
  openListAs,
}) => {
  const person = await addPerson(api, ours, "role");
  await openListAs(person.username, person.password);
  const missing = { ...theirs, datasetId: "00000000-0000-4000-8000-000000000000" };
  const toasts = page.getByRole("region", { name: "Notifications" }).locator("[role=alert], [role=status]");
  const malformed = { ...theirs, datasetId: "not-an-id" };
  const settingsOf = ({ datasetId }: Setup) => `/dataset/${datasetId}/settings`;
  for (const address of [addressOf(theirs), settingsOf(theirs), addressOf(missing), settingsOf(malformed)]) {
    await page.goto(address);
    await expect(page.getByRole("link", { name: ours.dataset, exact: true })).toBeVisible();
    await expect(page).toHaveURL(/\/datasets$/);
    await expect(toasts).toHaveCount(1);
    await expect(toasts).toContainText("This dataset does not exist, or you may not open it.");
  }
  // The user is still signed in: a refusal does not end the session.
  await openDataset(page, ours);
});

test("AUT-32 PRD-10 user settings: who one is, the key masked and copied, preferences at once and for good", async ({
  page,
  api,
  signIn,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const person = await addPerson(api, ours, "role");
  await signIn(person.username, person.password);
  await page.goto("/user-settings");
  const main = page.getByRole("main");
  await expect(main.getByText("annotator", { exact: true }).first()).toBeVisible();
  await expect(main.getByRole("link", { name: ours.workspace })).toHaveAttribute(
    "href",
    new RegExp(`workspaces=${ours.workspace}`),
  );
  await expect(main.getByText(person.api_key)).toHaveCount(0);
  await main.getByRole("button", { name: "Copy API key" }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(person.api_key);
  await main.getByRole("button", { name: "Show the key" }).click();
  await expect(main.getByText(person.api_key)).toBeVisible();
  await main.getByRole("group", { name: "Theme" }).getByText("Dark", { exact: true }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem("postil:preferences") ?? "{}").theme)).toBe("dark");
});

test("design/annotation.md#foot where nobody wrote guidelines, an admin is led to the place to write them, an annotator is not", async ({
  page,
  api,
  signIn,
}) => {
  const bare = await setUp(api, { questions: FIVE_QUESTIONS, records: [{ fields: { text: "A letter" } }] });
  const annotator = await addPerson(api, bare, "role", "annotator");
  const admin = await addPerson(api, bare, "role", "admin");
  const guidelines = page.getByRole("region", { name: "Guidelines" });
  for (const person of [annotator, admin]) {
    await page.context().clearCookies();
    await page.goto("/sign-in");
    await page.evaluate(() => localStorage.clear());
    await signIn(person.username, person.password);
    await openDataset(page, bare);
    await page.getByRole("button", { name: /^Guidelines/ }).click();
    await expect(guidelines.getByText("This dataset has no guidelines.")).toBeVisible();
    await expect(guidelines.getByRole("link")).toHaveCount(person === admin ? 1 : 0);
  }
  await guidelines.getByRole("link", { name: "Write guidelines" }).click();
  await expect(page.getByRole("textbox", { name: "Guidelines" })).toBeVisible();
});
