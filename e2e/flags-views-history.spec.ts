import type { Page } from "@playwright/test";
import {
  action,
  FIVE_QUESTIONS,
  LETTER_FIELDS,
  letter,
  openDataset,
  option,
  record,
  said,
  VERDICT,
} from "./support/annotation.ts";
import type { Api } from "./support/api.ts";
import { addPerson, type Setup, setUp } from "./support/setup.ts";
import { expect, test } from "./support/test.ts";
import { item, runCommand, saveViewByKeyboard, views } from "./support/views.ts";

/**
 * Things that a user comes back to: flagged records, saved views, the history of a record (design/filters.md,
 * design/record.md#history).
 */

let setup: Setup;
test.beforeAll(async ({ api }) => {
  setup = await setUp(api, {
    fields: LETTER_FIELDS,
    questions: FIVE_QUESTIONS.filter(({ name }) => name === "verdict" || name === "opening").map((question) => ({
      ...question,
      required: question.name === "verdict",
    })),
    records: Array.from({ length: 5 }, (_, at) => letter(at + 1)),
  });
});

const newcomer = (api: Api, role: "annotator" | "admin" = "annotator") => addPerson(api, setup, "keeper", role);

const flag = (page: Page) => page.getByRole("button", { name: "Flag for later" });
const isFlagged = (page: Page, on: boolean) => expect(flag(page)).toHaveAttribute("aria-pressed", String(on));

type Kept = {
  readonly total: number;
  readonly items: readonly { readonly record_id: string; readonly preview: string }[];
};
const flagsOf = (api: Api) => api.get<Kept>(`/api/postil/v1/me/datasets/${setup.datasetId}/flags`);

test("design/record.md#history a record is flagged by mouse, is still flagged after a reload, and is found and let go in the list", async ({
  page,
  api,
  signIn,
  expectAccessible,
}) => {
  const person = await newcomer(api);
  await signIn(person.username, person.password);
  await openDataset(page, setup);
  const text = await record(page, 1)
    .getByText(/^Letter \d/)
    .innerText();
  await expect(views(page)).toHaveCount(0);
  await flag(page).click();
  await isFlagged(page, true);
  // The page shows a flag before the server has it, and a new page shows what the server has.
  await expect.poll(async () => (await flagsOf(api.as(person.api_key))).total).toBe(1);
  await page.reload();
  await isFlagged(page, true);
  const kept = await flagsOf(api.as(person.api_key));
  expect(kept.items.map(({ preview }) => preview)).toEqual([text.replace(/\s+/g, " ")]);
  await page.getByRole("button", { name: "Next record" }).click();
  await isFlagged(page, false);

  await views(page).click();
  await expect(item(page, /^Flagged for later\s*1$/)).toBeVisible();
  await item(page, /^Flagged for later/).click();
  const dialog = page.getByRole("dialog", { name: "Flagged for later" });
  await expect(dialog.getByRole("listitem")).toHaveCount(1);
  await expectAccessible();
  await dialog.getByRole("button", { name: /^Letter/ }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(text, { exact: true })).toBeVisible();
  await isFlagged(page, true);

  await views(page).click();
  await item(page, /^Flagged for later/).click();
  await dialog.getByRole("button", { name: /^Remove the flag/ }).click();
  await expect(dialog.getByText("Nothing is flagged.")).toBeVisible();
  await page.keyboard.press("Escape");
  await isFlagged(page, false);
  await expect.poll(async () => (await flagsOf(api.as(person.api_key))).total).toBe(0);
});

test("design/keys.md#labeling L flags and unflags; nobody else sees it; where it cannot be kept it is taken back and said", async ({
  page,
  api,
  signIn,
}) => {
  const person = await newcomer(api);
  const other = await newcomer(api, "admin");
  await signIn(person.username, person.password);
  await openDataset(page, setup);
  await page.keyboard.press("Alt+l");
  await isFlagged(page, true);
  await expect.poll(async () => (await flagsOf(api.as(person.api_key))).total).toBe(1);
  expect((await flagsOf(api.as(other.api_key))).total).toBe(0);
  await page.keyboard.press("Alt+l");
  await isFlagged(page, false);
  await expect.poll(async () => (await flagsOf(api.as(person.api_key))).total).toBe(0);

  await page.route("**/flag", (route) => route.fulfill({ status: 500, json: { detail: "broken" } }));
  await page.keyboard.press("Alt+l");
  await expect(page.getByRole("alert").filter({ hasText: "The record could not be flagged." })).toBeVisible();
  await isFlagged(page, false);
});

test("design/filters.md#views by mouse a view is saved, shown again, renamed, deleted, and brought back", async ({
  page,
  api,
  signIn,
  expectAccessible,
}) => {
  const person = await newcomer(api);
  await signIn(person.username, person.password);
  await page.goto(`/dataset/${setup.datasetId}/annotation-mode?search=swifts~question`);
  await expect(record(page, 1)).toBeVisible();
  await views(page).click();
  await item(page, "Save this view…").click();
  const dialog = page.getByRole("dialog", { name: "Save this view" });
  await dialog.getByLabel("Name of the view").fill("Swifts");
  await expectAccessible();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(said(page, "View “Swifts” saved").first()).toBeVisible();

  await page.goto(`/dataset/${setup.datasetId}/annotation-mode`);
  await expect(record(page, 1)).toBeVisible();
  await views(page).click();
  await expect(item(page, "Save this view…")).toBeDisabled();
  const swifts = page.getByRole("menuitemradio", { name: "Swifts" });
  await expect(swifts).not.toBeChecked();
  await swifts.click();
  await expect(page).toHaveURL(/search=swifts~question/);
  await views(page).click();
  await expect(swifts).toBeChecked();
  await expectAccessible();

  await item(page, "Rename or delete…").click();
  const manage = page.getByRole("dialog", { name: "Your views" });
  await manage.getByRole("button", { name: "Rename Swifts" }).click();
  await manage.getByLabel("Name of the view").fill("Common swifts");
  await expectAccessible();
  await manage.getByRole("button", { name: "Save" }).click();
  await manage.getByRole("button", { name: "Delete Common swifts" }).click();
  await expect(manage.getByText("You have no views of this dataset.")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect(manage.getByText("Common swifts")).toBeVisible();
});

test("design/filters.md#views by keyboard a view is saved, chosen in the palette and in the menu", async ({
  page,
  api,
  signIn,
}) => {
  const person = await newcomer(api);
  await signIn(person.username, person.password);
  await page.goto(`/dataset/${setup.datasetId}/annotation-mode?search=letter`);
  await expect(record(page, 1)).toBeVisible();
  await saveViewByKeyboard(page, "Letters");

  await page.goto(`/dataset/${setup.datasetId}/annotation-mode`);
  await expect(views(page)).toBeVisible();
  await runCommand(page, "open view let");
  await expect(page).toHaveURL(/search=letter/);
  await expect(record(page, 1)).toBeVisible();
  await page.goto(`/dataset/${setup.datasetId}/annotation-mode`);
  await expect(record(page, 1)).toBeVisible();
  await runCommand(page, "saved views");
  await expect(page.getByRole("menu", { name: "Views" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("menuitemradio", { name: "Letters" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/search=letter/);
});

test("design/record.md#history the history tells one's own changes, with how long the record was shown; an admin reads everybody's", async ({
  page,
  api,
  signIn,
  expectAccessible,
}) => {
  const person = await newcomer(api);
  const admin = await newcomer(api, "admin");
  await signIn(person.username, person.password);
  await openDataset(page, setup);
  await page.getByRole("button", { name: "More about this record" }).click();
  await item(page, "History").click();
  const dialog = page.getByRole("dialog", { name: "History of the record" });
  await expect(dialog.getByText("No answer was given, changed or removed yet.")).toBeVisible();
  await page.keyboard.press("Escape");

  await option(page, VERDICT, "Fully").click();
  await action(page, "Save draft").click();
  await option(page, VERDICT, "In part").click();
  await action(page, "Submit").click();
  await expect(record(page, 2)).toBeVisible();
  await page.getByRole("button", { name: "Previous record" }).click();
  await expect(said(page, "All changes saved")).toHaveCount(1);
  await page.getByRole("button", { name: "More about this record" }).click();
  await item(page, "History").click();
  const entries = dialog.getByRole("listitem");
  await expect(entries).toHaveCount(2);
  await expect(entries.first()).toContainText("You submitted");
  await expect(entries.first()).toContainText(/\d+ s on screen/);
  await expect(entries.first().getByRole("deletion")).toContainText("Fully");
  await expect(entries.last()).toContainText("You saved a draft");
  await expectAccessible();

  const path = `/api/v1/me/datasets/${setup.datasetId}/records?response_status=submitted`;
  const { items } = await api.as(person.api_key).get<{ items: readonly { id: string }[] }>(path);
  const history = await api
    .as(admin.api_key)
    .get<{ items: readonly { actor: { username: string }; shown_ms: number }[] }>(
      `/api/postil/v1/records/${items[0]?.id}/history`,
    );
  expect(history.items.map(({ actor }) => actor.username)).toEqual([person.username, person.username]);
  for (const { shown_ms } of history.items) expect(shown_ms).toBeGreaterThan(0);
});
