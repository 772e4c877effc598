import type { Page } from "@playwright/test";
import { said } from "./support/annotation.ts";
import type { Api } from "./support/api.ts";
import { openTask, pages, row, setUpTask, type TaskSetup, texts } from "./support/tasks.ts";
import { expect, test } from "./support/test.ts";
import { item, runCommand, saveViewByKeyboard, views } from "./support/views.ts";

/**
 * Things that a user of a task dataset comes back to: flagged records and saved views (design/record.md#flags,
 * design/task-search.md#views).
 */

const single = { task: "TextClassification", labels: ["Politics", "Sport"] } as const;
const half = texts(12).map((record, at) => ({ ...record, metadata: { ward: at % 2 === 0 ? "Harbour" : "Old Town" } }));

const flag = (page: Page, position: number) =>
  row(page, position).getByRole("button", { name: "Flag for later", exact: true });
const isFlagged = (page: Page, position: number, on: boolean) =>
  expect(flag(page, position)).toHaveAttribute("aria-pressed", String(on));
const view = (page: Page, name: string) => page.getByRole("menuitemradio", { name });
const entry = (page: Page, name: string) => JSON.parse(new URL(page.url()).searchParams.get(name) ?? "null");
const more = (page: Page, position: number) =>
  row(page, position).getByRole("button", { name: "More about this record" });

type Kept = { readonly items: readonly { readonly record_id: string; readonly preview: string }[] };
const flagsOf = async (api: Api, { dataset, workspace, person }: TaskSetup) => {
  const path = `/api/postil/v1/me/task-datasets/${dataset}/flags?workspace=${workspace}`;
  return (await api.as(person.api_key).get<Kept>(path)).items;
};

const filtered = (filters: object, sort: readonly object[] = []) =>
  `?query=${encodeURIComponent(JSON.stringify(filters))}&sort=${encodeURIComponent(JSON.stringify(sort))}`;

test("design/record.md#flags by mouse a record of the list is flagged at the cursor and in the menu of a row, found in the list of flags, and let go", async ({
  page,
  openNewTask,
  api,
}) => {
  const setup = await openNewTask({ ...single, records: texts(5) });
  await isFlagged(page, 1, false);
  await expect(flag(page, 2)).toHaveCount(0);
  await expect(views(page)).toHaveCount(0);
  await flag(page, 1).click();
  await isFlagged(page, 1, true);
  await more(page, 4).click();
  await item(page, "Flag for later").click();
  await isFlagged(page, 4, true);
  // A click in the row takes the cursor along; what is flagged keeps its mark elsewhere.
  await row(page, 2).getByText("Letter number 2.").click();
  await isFlagged(page, 1, true);
  await isFlagged(page, 2, false);
  await expect
    .poll(async () => (await flagsOf(api, setup)).map(({ record_id, preview }) => [record_id, preview]))
    .toEqual([
      ["t4", "Letter number 4."],
      ["t1", "Letter number 1."],
    ]);
  await page.reload();
  await isFlagged(page, 4, true);
  await expect(flag(page, 3)).toHaveCount(0);

  await views(page).click();
  await expect(item(page, /^Flagged for later\s*2$/)).toBeVisible();
  await item(page, /^Flagged for later/).click();
  const dialog = page.getByRole("dialog", { name: "Flagged for later" });
  await expect(dialog.getByRole("listitem")).toHaveCount(2);
  await dialog.getByRole("button", { name: "Letter number 4.", exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("article")).toHaveCount(1);
  await expect(row(page, 1)).toContainText("Letter number 4.");
  expect(entry(page, "query")).toEqual({ text: 'id:"t4"' });
  await page.goBack();
  await expect(page.getByRole("article")).toHaveCount(5);

  await views(page).click();
  await item(page, /^Flagged for later/).click();
  await dialog.getByRole("button", { name: "Remove the flag: Letter number 4." }).click();
  await expect(dialog.getByRole("listitem")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(flag(page, 4)).toHaveCount(0);
  await more(page, 1).click();
  await item(page, "Remove the flag").click();
  await expect.poll(async () => await flagsOf(api, setup)).toEqual([]);
});

test("design/keys.md#labeling L flags the record at the cursor and takes the flag off, also where letters are labels; what cannot be kept is taken back and said", async ({
  page,
  api,
  signIn,
}) => {
  const labels = Array.from({ length: 30 }, (_, at) => `Label ${at + 1}`);
  const setup = await setUpTask(api, { ...single, labels, records: texts(3) });
  const other = await setUpTask(api, { ...single, records: texts(3) });
  await signIn(setup.person.username, setup.person.password);
  await openTask(page, setup);
  await isFlagged(page, 1, false);
  await page.keyboard.press("Alt+l");
  await isFlagged(page, 1, true);
  await expect(said(page, "The record is flagged")).toHaveCount(1);
  await page.keyboard.press("Alt+j");
  await isFlagged(page, 2, false);
  await page.keyboard.press("Alt+l");
  await isFlagged(page, 2, true);
  await page.keyboard.press("Alt+l");
  await isFlagged(page, 2, false);
  await expect.poll(async () => (await flagsOf(api, setup)).map(({ record_id }) => record_id)).toEqual(["t1"]);
  // A shown letter belongs to its label.
  await row(page, 2)
    .getByRole("button", { name: /^Show \d+ more labels/ })
    .click();
  await page.keyboard.press("l");
  await expect.poll(async () => (await setup.record("t2")).status).toBe("Validated");
  expect(await flagsOf(api, setup)).toHaveLength(1);

  // Record IDs are unique only within their dataset.
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await signIn(other.person.username, other.person.password);
  await openTask(page, other);
  await isFlagged(page, 1, false);
  await page.keyboard.press("l");
  await isFlagged(page, 1, true);
  await expect.poll(async () => await flagsOf(api, other)).toHaveLength(1);
  await page.route("**/flag?**", (route) => route.fulfill({ status: 500, json: { detail: "broken" } }));
  await page.keyboard.press("l");
  await expect(page.getByRole("alert").filter({ hasText: "The flag could not be removed." })).toBeVisible();
  await isFlagged(page, 1, true);
});

test("design/task-search.md#views by mouse a view is saved, opened in the size and the mode there is, renamed, replaced, deleted, and brought back", async ({
  page,
  api,
  signIn,
  expectAccessible,
}) => {
  const setup = await setUpTask(api, { ...single, records: half });
  await signIn(setup.person.username, setup.person.password);
  const harbour = { metadata: { ward: ["Harbour"] } };
  const backwards = [{ id: "id", order: "desc" }];
  await openTask(page, setup, filtered(harbour, backwards));
  await expect(row(page, 1)).toContainText("Letter number 11.");
  await views(page).click();
  await item(page, "Save this view…").click();
  const dialog = page.getByRole("dialog", { name: "Save this view" });
  await dialog.getByLabel("Name of the view").fill("Harbour");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(said(page, "View “Harbour” saved").first()).toBeVisible();

  await openTask(page, setup, `${pages(2, 10)}&viewMode=explore`);
  await views(page).click();
  await expect(item(page, "Save this view…")).toBeDisabled();
  await expect(view(page, "Harbour")).not.toBeChecked();
  await view(page, "Harbour").click();
  await expect(page.getByRole("article")).toHaveCount(6);
  expect([entry(page, "query"), entry(page, "sort"), entry(page, "pagination")]).toEqual([
    harbour,
    backwards,
    { page: 1, size: 10 },
  ]);
  expect(page.url()).toContain("viewMode=explore");
  await views(page).click();
  await expect(view(page, "Harbour")).toBeChecked();
  await page.keyboard.press("Escape");

  await openTask(page, setup, filtered({ metadata: { ward: ["Old Town"] } }));
  await expect(row(page, 1)).toContainText("Letter number 2.");
  await views(page).click();
  await item(page, "Save this view…").click();
  await dialog.getByLabel("Name of the view").fill("Harbour");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("You have a view of this name already.");
  await expectAccessible();
  await dialog.getByRole("button", { name: "Replace it" }).click();
  await expect(dialog).toHaveCount(0);
  await views(page).click();
  await expect(view(page, "Harbour")).toBeChecked();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Undo" }).first().click();
  await views(page).click();
  await expect(view(page, "Harbour")).not.toBeChecked();

  await item(page, "Rename or delete…").click();
  const manage = page.getByRole("dialog", { name: "Your views" });
  await manage.getByRole("button", { name: "Rename Harbour" }).click();
  await manage.getByLabel("Name of the view").fill("By the sea");
  await manage.getByRole("button", { name: "Save" }).click();
  await manage.getByRole("button", { name: "Delete By the sea" }).click();
  await expect(manage.getByText("You have no views of this dataset.")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect(manage.getByText("By the sea")).toBeVisible();
});

test("design/task-search.md#views TST-12 by keyboard a view is saved and opened from the palette; records that are edited are asked about first", async ({
  page,
  api,
  signIn,
}) => {
  const setup = await setUpTask(api, { ...single, records: half.map((record) => ({ ...record, multi_label: true })) });
  await signIn(setup.person.username, setup.person.password);
  await openTask(page, setup, filtered({ text: "number" }));
  await saveViewByKeyboard(page, "Numbers");

  await openTask(page, setup);
  await expect(views(page)).toBeVisible();
  await page.keyboard.press("1");
  await expect(row(page, 1)).toContainText("Edited");
  await runCommand(page, "open view num");
  const question = page.getByRole("alertdialog");
  await expect(question).toBeVisible();
  await question.getByRole("button", { name: "Stay" }).press("Enter");
  await expect(question).toHaveCount(0);
  expect(entry(page, "query")).toBeNull();
  await runCommand(page, "open view num");
  await question.getByRole("button", { name: "Validate all pending" }).press("Enter");
  await expect.poll(() => entry(page, "query")).toEqual({ text: "number" });
  await expect.poll(async () => (await setup.record("t01")).status).toBe("Validated");
});

test("design/record.md#flags a record of any task is flagged, also where records are only read; what is typed is no key", async ({
  page,
  openNewTask,
  api,
  signIn,
}) => {
  const texts = [1, 2].map((at) => ({ id: at, text: `A text to translate, ${at}` }));
  const setup = await openNewTask({ task: "Text2Text", records: texts });
  await isFlagged(page, 1, false);
  await page.keyboard.press("Shift+Enter");
  await expect(row(page, 1).getByRole("textbox")).toBeFocused();
  await page.keyboard.type("lily");
  await isFlagged(page, 1, false);
  await page.keyboard.press("Escape");
  await page.keyboard.press("l");
  await isFlagged(page, 1, true);
  await expect.poll(async () => (await flagsOf(api, setup)).map(({ record_id }) => record_id)).toEqual(["1"]);

  const words = [{ id: "w1", text: "Ana lives here", tokens: ["Ana", "lives", "here"] }];
  const tokens = await setUpTask(api, { task: "TokenClassification", labels: ["Person"], records: words });
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await signIn(tokens.person.username, tokens.person.password);
  await openTask(page, tokens, "?viewMode=explore");
  await isFlagged(page, 1, false);
  await page.keyboard.press("l");
  await isFlagged(page, 1, true);
  await expect.poll(async () => (await flagsOf(api, tokens)).map(({ preview }) => preview)).toEqual(["Ana lives here"]);
});
