import type { Page } from "@playwright/test";
import { addressOf } from "./support/annotation.ts";
import type { Api } from "./support/api.ts";
import { addPerson, labels, type Setup, setUp } from "./support/setup.ts";
import { setUpTask } from "./support/tasks.ts";
import { expect, test } from "./support/test.ts";

/** The datasets list (design/list.md). */

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

const QUESTIONS = [
  {
    name: "topic",
    title: "Topic",
    required: true,
    settings: { type: "label_selection", options: labels("news", "sport") },
  },
];
const records = (count: number) => Array.from({ length: count }, (_, at) => ({ fields: { text: `Text ${at + 1}.` } }));

let letters: Setup;
let birds: Setup;
test.beforeAll(async ({ api }) => {
  letters = await setUp(api, { questions: QUESTIONS, records: records(4) });
  birds = await setUp(api, { questions: QUESTIONS, records: records(2) });
});

/** Makes a member of both workspaces. */
async function member(api: Api, role: "annotator" | "admin" | "owner" = "annotator") {
  const person = await addPerson(api, letters, "list", role);
  await api.post(`/api/v1/workspaces/${birds.workspaceId}/users`, { user_id: person.id });
  return person;
}

const rows = (page: Page) => page.getByRole("table", { name: "Datasets" }).getByRole("row");
const row = (page: Page, setup: Setup) => rows(page).filter({ hasText: setup.workspace });
const names = async (page: Page) =>
  await rows(page)
    .getByRole("link")
    .filter({ hasText: /^dataset-/ })
    .allTextContents();

test("DSL-01 DSL-05 DSL-08 DSL-09 DSL-10 rows, search, filters and order; what narrows the list stands in the address", async ({
  page,
  api,
  openListAs,
}) => {
  const person = await member(api);
  await openListAs(person.username, person.password);
  await expect(page.getByText("2 datasets in 2 workspaces")).toBeVisible();
  await expect(row(page, letters).getByRole("link", { name: letters.dataset, exact: true })).toHaveAttribute(
    "href",
    addressOf(letters),
  );
  await expect(row(page, letters)).toContainText("Feedback");

  await page.keyboard.press("/");
  await page.keyboard.type(birds.dataset.toUpperCase());
  await expect(page.getByText("1 of 2 datasets")).toBeVisible();
  await expect.poll(() => names(page)).toEqual([birds.dataset]);
  await expect(page).toHaveURL(new RegExp(`search=${birds.dataset.toUpperCase()}`));
  await page.getByRole("button", { name: "Clear filters" }).first().click();

  await page.getByRole("button", { name: "Workspace filter" }).click();
  await page.getByRole("checkbox", { name: new RegExp(letters.workspace) }).click();
  await page.keyboard.press("Escape");
  await expect.poll(() => names(page)).toEqual([letters.dataset]);
  await expect(page).toHaveURL(new RegExp(`workspaces=${letters.workspace}`));
  await page.reload();
  await expect(page.getByText("1 of 2 datasets")).toBeVisible();
  await expect.poll(() => names(page)).toEqual([letters.dataset]);
  await page.getByRole("searchbox", { name: "Find a dataset" }).fill(birds.dataset);
  await expect(page.getByText("0 datasets match")).toBeVisible();
  await expect(page.getByText("One dataset elsewhere does:", { exact: false })).toContainText(birds.dataset);
  await page.getByRole("button", { name: "Clear filters" }).last().click();
  await expect(rows(page)).toHaveCount(3);

  // Numbers in names are sorted by value, whichever numbers the two datasets got.
  const byName = [letters.dataset, birds.dataset].toSorted(new Intl.Collator("en", { numeric: true }).compare);
  await page.getByRole("button", { name: "Name", exact: true }).click();
  await expect.poll(() => names(page)).toEqual(byName);
  await page.getByRole("button", { name: "Name", exact: true }).click();
  await expect.poll(() => names(page)).toEqual(byName.toReversed());
  await expect(page.getByRole("columnheader", { name: "Name" })).toHaveAttribute("aria-sort", "descending");
  await row(page, letters).hover();
  await page.getByRole("button", { name: `Pin ${letters.dataset}` }).click();
  await expect.poll(async () => (await names(page))[0]).toBe(letters.dataset);
  await page.reload();
  await expect(page.getByRole("button", { name: `Pin ${letters.dataset}` })).toHaveAttribute("aria-pressed", "true");
  await expect.poll(async () => (await names(page))[0]).toBe(letters.dataset);
});

test("DSL-11 DSL-14 RTE-16 a row opens, copies its name, leads to its settings, and tells how far one is", async ({
  page,
  api,
  openListAs,
}) => {
  const person = await member(api);
  const mine = api.as(person.api_key);
  const { items } = await mine.get<{ items: { id: string }[] }>(`/api/v1/me/datasets/${letters.datasetId}/records`);
  await mine.post(`/api/v1/records/${items[0]?.id}/responses`, {
    status: "submitted",
    values: { topic: { value: "news" } },
  });
  await openListAs(person.username, person.password);
  await expect(row(page, letters)).toContainText("1 of 4");
  await row(page, letters)
    .getByRole("img", { name: /1 submitted/ })
    .hover();
  await expect(page.getByRole("tooltip")).toContainText("3 left for you");
  await expect(row(page, letters).getByText("anyone")).toHaveCount(0);
  await row(page, letters).hover();
  await row(page, letters).getByRole("button", { name: "Copy dataset name" }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(letters.dataset);
  await row(page, letters)
    .getByRole("link", { name: `Settings of ${letters.dataset}` })
    .click();
  await expect(page.getByRole("heading", { name: "Dataset settings" })).toBeVisible();
  await page.goBack();
  // A click anywhere on the row opens it.
  await row(page, letters).click({ position: { x: 500, y: 24 } });
  await expect(page).toHaveURL(new RegExp(addressOf(letters)));
});

test("DSL-12 when one part fails the other is listed, and the failed one can be tried again", async ({
  page,
  api,
  openListAs,
}) => {
  const person = await member(api);
  await page.route("**/api/datasets", (route) => route.fulfill({ status: 500, json: { detail: "down" } }));
  await openListAs(person.username, person.password);
  await expect(page.getByText("The task datasets could not be loaded.")).toBeVisible();
  await expect(rows(page)).toHaveCount(3);
  await page.unrouteAll();
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByText("The task datasets could not be loaded.")).toBeHidden();
});

test("RTE-05 RTE-17 a task dataset in the list leads to its records, and the way back is there", async ({
  page,
  api,
  openListAs,
}) => {
  const own = await setUp(api, { questions: QUESTIONS, records: [] });
  const person = await addPerson(api, own, "list");
  const name = `headlines-${own.dataset}`;
  await api.post("/api/datasets", { name, workspace: own.workspace, task: "TextClassification" });
  await openListAs(person.username, person.password);
  await rows(page).getByRole("link", { name, exact: true }).click();
  await expect(page.getByRole("heading", { name: "This dataset has no records yet." })).toBeVisible();
  await expect(page.getByText("Ask an admin to add some.")).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(name));
  await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Home" }).click();
  await expect(rows(page).getByRole("link", { name, exact: true })).toBeVisible();
});

test("DSL-13 API-37 a dataset that is not published is there for those who may publish it; an empty account reads what to do", async ({
  page,
  api,
  openListAs,
}) => {
  const name = `plan-${process.pid}`;
  await api.post("/api/v1/datasets", { name, workspace_id: letters.workspaceId });
  const admin = await member(api, "admin");
  await openListAs(admin.username, admin.password);
  await expect(page.getByRole("link", { name, exact: true })).toHaveAttribute("href", /\/dataset\/.*\/settings$/);
  await expect(rows(page).filter({ hasText: name })).toContainText("Not published");
  await page.evaluate(() => localStorage.clear());
  const annotator = await member(api);
  await openListAs(annotator.username, annotator.password);
  await expect(rows(page)).toHaveCount(3);
  await expect(page.getByRole("link", { name, exact: true })).toHaveCount(0);
  await page.evaluate(() => localStorage.clear());
  await api.post("/api/v1/users", { first_name: "New", username: `alone-${process.pid}`, password: "alone-password" });
  await openListAs(`alone-${process.pid}`, "alone-password");
  await expect(page.getByText("Ask an owner to add you to one.", { exact: false })).toBeVisible();
});

test("DSL-09 LAY-09 LAY-10 on a narrow screen the rows are cards: name, workspace, task, progress", async ({
  page,
  api,
  openListAs,
}) => {
  const person = await member(api);
  await page.setViewportSize({ width: 400, height: 800 });
  await openListAs(person.username, person.password);
  const card = row(page, birds);
  await expect(card.getByRole("link", { name: birds.dataset, exact: true })).toBeVisible();
  await expect(card.getByText(birds.workspace)).toBeVisible();
  await expect(card.getByText("Feedback")).toBeVisible();
  await expect(card.getByText("0 of 2")).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "Created" })).toBeHidden();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(400);
});

test("DSL-14 DSL-15 DSL-09 whoever leads the work sees how many records anybody answered under their own progress, on a phone too; a column with nothing in it is not there, and names have room at every width", async ({
  page,
  api,
  openListAs,
  expectAccessible,
}) => {
  await openListAs();
  await expect(page.getByRole("columnheader", { name: "Progress" })).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "Tags" })).toHaveCount(0);
  await row(page, letters)
    .getByRole("img", { name: /records? ha/ })
    .hover();
  await expect(page.getByRole("tooltip")).toContainText("without an answer");
  await expectAccessible();
  await setUpTask(api, { task: "Text2Text", tags: { lang: "en" } });
  await page.reload();
  await expect(page.getByRole("columnheader", { name: "Tags" })).toBeVisible();
  const name = page.getByRole("columnheader", { name: "Name" });
  await page.setViewportSize({ width: 450, height: 900 });
  await expect(row(page, letters).getByText("anyone")).toBeVisible();
  for (const width of [780, 900, 980, 1024, 1160, 1240, 1320, 1440, 1720, 2560]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(async () => (await name.boundingBox())?.width, { message: `${width} px` }).toBeGreaterThan(215);
  }
});
