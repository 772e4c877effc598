import type { Locator, Page } from "@playwright/test";
import {
  FIVE_QUESTIONS,
  GUIDELINES,
  LETTER_FIELDS,
  letter,
  METADATA,
  option,
  SUGGESTIONS,
  said,
  TOPIC,
  tabTo,
  VERDICT,
} from "./support/annotation.ts";
import type { Api } from "./support/api.ts";
import { addPerson, type Setup, setUp } from "./support/setup.ts";
import { draw, names } from "./support/spans.ts";
import { expect, test } from "./support/test.ts";

/** The settings of a feedback dataset, by pointer and by keys (FSE-*, CON-09, design/settings.md). */

const open = async (api: Api): Promise<Setup> =>
  setUp(api, {
    fields: LETTER_FIELDS,
    questions: FIVE_QUESTIONS,
    records: [letter(1, SUGGESTIONS), letter(2)],
    guidelines: GUIDELINES,
    metadata: METADATA,
  });
const addressOf = ({ datasetId }: Setup, tab = ""): string => `/dataset/${datasetId}/settings${tab && `#${tab}`}`;

const tab = (page: Page, name: string): Locator => page.getByRole("tab", { name });
const item = (page: Page, name: string): Locator => page.getByRole("region", { name, exact: true });
const update = (page: Page, name: string): Locator => page.getByRole("button", { name: `Update ${name}`, exact: true });
const grip = (page: Page, text: string): Locator => page.getByRole("button", { name: `Move ${text}`, exact: true });
const preview = (page: Page): Locator => page.getByRole("region", { name: "Preview", exact: true });
/** The mark beside the button. Screen readers also get an announcement. */
const savedMark = (page: Page): Locator => page.getByRole("tabpanel").getByText("Saved", { exact: true });
const toast = (page: Page): Locator => page.getByRole("region", { name: "Notifications" });

type StoredQuestion = {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly description: string | null;
  readonly settings: { readonly options: readonly { readonly value: string; readonly text: string }[] };
};
async function stored(api: Api, { datasetId }: Setup, name: string): Promise<StoredQuestion> {
  const { items } = await api.get<{ items: StoredQuestion[] }>(`/api/v1/datasets/${datasetId}/questions`);
  const found = items.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no question ${name}`);
  return found;
}
const values = ({ settings }: StoredQuestion) => settings.options.map(({ value }) => value);

test("FSE-03 FSE-09 FSE-15 FSE-24 design/settings.md by pointer: a question is renamed, checked while one types, previewed and saved; cancel restores; somebody else's change is not overwritten", async ({
  page,
  api,
  signIn,
  server,
}) => {
  const setup = await open(api);
  await signIn();
  await page.goto(addressOf(setup, "questions"));
  await test.step("renamed, checked, previewed and saved", async () => {
    const title = item(page, "verdict").getByLabel("Title", { exact: true });
    await title.fill("Is it right?");
    await expect(preview(page).getByRole("group", { name: "Is it right?" })).toBeVisible();
    await expect(tab(page, "Questions").getByRole("img", { name: "not saved" })).toBeVisible();
    await page.getByRole("button", { name: "Cancel the changes of verdict" }).click();
    await expect(title).toHaveValue(VERDICT);
    await expect(tab(page, "Questions").getByRole("img")).toHaveCount(0);

    await title.fill("  ");
    await title.blur();
    await expect(item(page, "verdict").getByText("This field is required.")).toBeVisible();
    // Playwright treats an aria-disabled button as disabled, so the click needs `force`.
    await update(page, "verdict").click({ force: true });
    await expect(toast(page).getByText("Question is not valid for update")).toBeVisible();
    await title.fill("x".repeat(201));
    await expect(item(page, "verdict").getByText("This must be less than 200.")).toBeVisible();
    await expect(item(page, "verdict").getByText("201 / 200")).toBeVisible();

    await title.fill(" Is it right? ");
    await item(page, "verdict").getByLabel("Description").fill("");
    await update(page, "verdict").click();
    await expect(savedMark(page)).toBeVisible();
    expect(await stored(api, setup, "verdict")).toMatchObject({ title: "Is it right?", description: null });
    await expect(update(page, "verdict")).toBeDisabled();
  });
  await test.step("somebody else's change: the item says so and takes theirs", async () => {
    await item(page, "verdict").getByLabel("Title", { exact: true }).fill("Mine");
    const { id } = await stored(api, setup, "verdict");
    const reply = await fetch(`http://127.0.0.1:${server.port}/api/v1/questions/${id}`, {
      method: "PATCH",
      headers: { "x-argilla-api-key": "owner-api-key", "content-type": "application/json" },
      body: JSON.stringify({ title: "Theirs" }),
    });
    expect(reply.status).toBe(200);
    await update(page, "verdict").click();
    await expect(page.getByText("Changed by someone else meanwhile.")).toBeVisible();
    expect((await stored(api, setup, "verdict")).title).toBe("Theirs");
    await page.getByRole("button", { name: "Reload" }).click();
    await expect(item(page, "verdict").getByLabel("Title", { exact: true })).toHaveValue("Theirs");
  });
});

test("FSE-30 by pointer: options are dragged, renamed and added; answers stay valid and are counted", async ({
  page,
  api,
  signIn,
}) => {
  const setup = await open(api);
  const { items } = await api.get<{ items: { id: string }[] }>(`/api/v1/datasets/${setup.datasetId}/records`);
  for (const { id } of items) {
    await api.post(`/api/v1/records/${id}/responses`, {
      status: "submitted",
      values: { verdict: { value: "fully" }, clarity: { value: 3 } },
    });
  }
  await signIn();
  await page.goto(addressOf(setup, "questions"));
  await expect(item(page, "verdict").getByRole("img", { name: "2 answers" })).toBeVisible();
  await expect(item(page, "verdict").getByRole("img", { name: "0 answers" })).toHaveCount(3);

  await grip(page, "Fully").hover();
  await page.mouse.down();
  const place = await grip(page, "Not at all").boundingBox();
  await page.mouse.move((place?.x ?? 0) + 8, (place?.y ?? 0) + 12, { steps: 8 });
  await page.mouse.up();
  await item(page, "verdict").getByLabel("Text of option 1, value in_part").fill("Partly");
  await item(page, "verdict").getByLabel("Add an option").fill("Fully");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByText("There is such an option already.")).toBeVisible();
  await item(page, "verdict").getByLabel("Add an option").fill("Wrong question");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  const shown = preview(page).getByRole("group", { name: VERDICT }).getByRole("button");
  await expect(shown.filter({ hasText: "Wrong question" })).toBeVisible();

  await update(page, "verdict").click();
  await expect(savedMark(page)).toBeVisible();
  expect((await stored(api, setup, "verdict")).settings.options).toEqual([
    { value: "in_part", text: "Partly", description: null },
    { value: "not_at_all", text: "Not at all", description: null },
    { value: "fully", text: "Fully", description: null },
    { value: "cannot_tell", text: "Cannot tell", description: null },
    { value: "Wrong question", text: "Wrong question", description: null },
  ]);
  await page.goto(`/dataset/${setup.datasetId}/annotation-mode?status=submitted`);
  await expect(option(page, VERDICT, "Fully")).toHaveAttribute("aria-pressed", "true");
  await option(page, VERDICT, "Wrong question").click();
  await page.getByRole("button", { name: "Submit", exact: true }).click();
  const usage = await api.get<{ items: { value: string; submitted: number }[] }>(
    `/api/postil/v1/questions/${(await stored(api, setup, "verdict")).id}/usage`,
  );
  const used = () => usage.items.map(({ value, submitted }) => [value, submitted]);
  expect(Object.fromEntries(used())).toHaveProperty("in_part", 0);
});

test("FSE-30 FSE-07 by keys alone: tabs, an item opened, options moved and put back, Ctrl and S saves", async ({
  page,
  api,
  signIn,
}) => {
  const setup = await open(api);
  await signIn();
  await page.goto(addressOf(setup));
  await tabTo(page, tab(page, "Info"));
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(tab(page, "Questions")).toHaveAttribute("aria-selected", "true");
  expect(new URL(page.url()).hash).toBe("#questions");
  await tabTo(page, grip(page, "In part"), 60);
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowUp");
  await expect(said(page, "In part, place 1 of 4.")).toBeAttached();
  await page.keyboard.press("Escape");
  await expect(said(page, "In part, put back at place 2.")).toBeAttached();
  await expect(grip(page, "In part")).toBeFocused();
  await expect(update(page, "verdict")).toBeDisabled();

  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(grip(page, "In part")).toBeFocused();
  await page.keyboard.press("Space");
  await expect(said(page, "In part, put down at place 4.")).toBeAttached();
  await page.keyboard.press("Control+s");
  await expect(savedMark(page)).toBeVisible();
  expect(values(await stored(api, setup, "verdict"))).toEqual(["fully", "not_at_all", "cannot_tell", "in_part"]);

  await tabTo(page, page.getByRole("button", { name: /^topics/ }), 60);
  await page.keyboard.press("Enter");
  await tabTo(page, item(page, "topics").getByRole("slider"));
  await page.keyboard.press("ArrowLeft");
  await expect(item(page, "topics").getByText("9 of 20 options")).toBeVisible();
  await expect(preview(page).getByRole("group", { name: TOPIC }).getByRole("button", { name: "Weather" })).toHaveCount(
    0,
  );
});

test("CON-09 FSE-16 FSE-19 FSE-21 FSE-22 FSE-23 FSE-25 FSE-26 guidelines, fields, metadata and vectors are changed and saved, each in its tab; the Python lines name this dataset", async ({
  page,
  api,
  signIn,
}) => {
  const setup = await open(api);
  const at = `/api/v1/datasets/${setup.datasetId}`;
  await api.post(`${at}/vectors-settings`, { name: "mini", title: "Meaning", dimensions: 3 });
  await signIn();
  await page.goto(addressOf(setup));
  await test.step("guidelines are written, seen beside, and saved with Ctrl and S", async () => {
    const guidelines = page.getByRole("textbox", { name: "Guidelines" });
    await guidelines.fill("Read twice");
    await guidelines.selectText();
    await page.getByRole("button", { name: "Bold", exact: true }).click();
    await expect(guidelines).toHaveValue("**Read twice**");
    await expect(page.locator("strong").filter({ hasText: "Read twice" })).toBeVisible();
    await page.keyboard.press("Control+s");
    await expect(savedMark(page)).toBeVisible();
    const { guidelines: saved } = await api.get<{ guidelines: string }>(`/api/v1/datasets/${setup.datasetId}`);
    expect(saved).toBe("**Read twice**");
    const lines = page.getByRole("region", { name: "Use it from Python" });
    await expect(lines).toContainText(`name='${setup.dataset}', workspace='${setup.workspace}'`);
    await expect(lines).toContainText(new URL(page.url()).origin);
  });
  await test.step("fields, metadata and vectors are renamed; an empty title means the name", async () => {
    await tab(page, "Fields").click();
    await item(page, "question").getByLabel("Title", { exact: true }).fill("");
    await item(page, "question").getByRole("switch").click();
    await expect(preview(page).getByRole("article", { name: "question" })).toBeVisible();
    await update(page, "question").click();
    await expect(savedMark(page)).toBeVisible();
    await tab(page, "Metadata").click();
    await page.getByLabel("Title of words").fill("Length");
    await page.getByRole("switch", { name: "words is visible for annotators" }).click();
    await update(page, "words").click();
    await expect(savedMark(page)).toBeVisible();
    await tab(page, "Vectors").click();
    await page.getByLabel("Title of mini").fill("");
    await page.keyboard.press("Enter");
    await expect(savedMark(page)).toBeVisible();

    type Parts = { items: { name: string; title: string }[] };
    const part = async (path: string, name: string) =>
      (await api.get<Parts>(path)).items.find((one) => one.name === name);
    expect(await part(`${at}/fields`, "question")).toMatchObject({
      title: "question",
      settings: { use_markdown: true },
    });
    expect(await part(`/api/v1/me/datasets/${setup.datasetId}/metadata-properties`, "words")).toMatchObject({
      title: "Length",
      visible_for_annotators: true,
    });
    expect(await part(`${at}/vectors-settings`, "mini")).toMatchObject({ title: "mini" });
  });
  await test.step("the extra-metadata switch saves at once and can be undone", async () => {
    const allowed = async () =>
      (await api.get<{ allow_extra_metadata: boolean }>(`/api/v1/datasets/${setup.datasetId}`)).allow_extra_metadata;
    await tab(page, "Metadata").click();
    await page.getByRole("switch", { name: "Allow extra metadata" }).click();
    await expect(toast(page).getByText("Extra metadata is not allowed any more")).toBeVisible();
    expect(await allowed()).toBe(false);
    await toast(page).getByRole("button", { name: "Undo" }).click();
    await expect(page.getByRole("switch", { name: "Allow extra metadata" })).toBeChecked();
    expect(await allowed()).toBe(true);
  });
});

test("ERR-10 ERR-11 FSE-07 FSE-27 FSE-29 TOA-12 leaving with unsaved settings asks; a dataset is deleted once its name is typed, and the list opens", async ({
  page,
  api,
  signIn,
}) => {
  const setup = await open(api);
  await signIn();
  await test.step("closing the question leads back to the settings, its action goes on", async () => {
    await page.goto(addressOf(setup, "questions"));
    await item(page, "verdict").getByLabel("Title", { exact: true }).fill("Other");
    await tab(page, "Info").click();
    await page.getByRole("link", { name: "Go to annotation" }).click();
    const asking = toast(page).getByText("Changes to these settings are not saved.");
    await expect(asking).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(asking).toHaveCount(0);
    await expect(page).toHaveURL(/#questions$/);
    await expect(tab(page, "Questions")).toHaveAttribute("aria-selected", "true");
    await expect(item(page, "verdict").getByLabel("Title", { exact: true })).toHaveValue("Other");

    const asked = page.waitForEvent("dialog");
    const closing = page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe("beforeunload");
    await dialog.dismiss();
    await closing;
    await page.getByRole("link", { name: "Go to annotation" }).click();
    await toast(page).getByRole("button", { name: "Leave without saving" }).click();
    await expect(page).toHaveURL(/annotation-mode/);
  });
  await test.step("deleted once its name is typed", async () => {
    await page.goto(addressOf(setup, "danger"));
    const button = page.getByRole("button", { name: "Delete dataset" });
    await expect(
      page.getByText(`This deletes ${setup.dataset} in the workspace ${setup.workspace}: 2 records, no responses`),
    ).toBeVisible();
    await page.getByLabel("To go on, type the name of the dataset").fill(setup.dataset.slice(0, -1));
    await expect(button).toBeDisabled();
    await page.getByLabel("To go on, type the name of the dataset").fill(setup.dataset);
    await button.click();
    await expect(page).toHaveURL(/\/datasets$/);
    await expect(toast(page).getByText(`${setup.dataset} has been deleted`)).toBeVisible();
    await expect(toast(page).getByRole("alert")).toHaveCount(0);
    await expect(api.get(`/api/v1/datasets/${setup.datasetId}`)).rejects.toThrow("404");
  });
});

test("FSE-02 FSE-08 ROL-08 an annotator sees name, workspace and guidelines, without controls", async ({
  page,
  api,
  signIn,
}) => {
  const setup = await open(api);
  const person = await addPerson(api, setup, "reader");
  const asked: string[] = [];
  await signIn(person.username, person.password);
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(addressOf(setup, "danger"));
  const main = page.getByRole("main");
  await expect(main.getByText(setup.dataset)).toBeVisible();
  await expect(main.getByText(setup.workspace)).toBeVisible();
  await expect(main.getByRole("heading", { name: "Reading letters" })).toBeVisible();
  await expect(main.getByRole("tab")).toHaveCount(0);
  await expect(main.getByRole("button")).toHaveCount(0);
  await expect(main.getByRole("textbox")).toHaveCount(0);
  expect(asked.filter((path) => /^\/api.*(fields|questions|metadata|vectors)/.test(path))).toEqual([]);
});

test("FSE-06 FAN-28 a question of spans is previewed as it is answered: in the text of its field, with its labels by number", async ({
  page,
  api,
  signIn,
  expectAccessible,
}) => {
  const options = ["Species", "Place"].map((name) => ({ value: name.toLowerCase(), text: name }));
  const setup = await setUp(api, {
    fields: [{ name: "note", title: "Field note", required: true }],
    questions: [
      { name: "mentions", title: "Mentions", required: true, settings: { type: "span", field: "note", options } },
    ],
    records: [{ fields: { note: "Two ring ouzels came over." } }],
  });
  await signIn();
  await page.goto(addressOf(setup, "questions"));
  const text = preview(page).locator(".postil-spans");
  await expect(text).toHaveText("Two ring ouzels came over.");
  await expect(preview(page).getByRole("button", { name: "No spans" })).toHaveCount(0);
  await preview(page)
    .getByRole("button", { name: /^Place/ })
    .click();
  await draw(page, text, ["ring", 0.2], ["ouzels", 0.8]);
  await expect(preview(page).getByRole("group", { name: "Mentions" })).toContainText("1 span");
  expect(await names(page)).toEqual(["Place"]);
  await expect(page.getByRole("switch", { name: "Spans may overlap" })).not.toBeChecked();
  await expectAccessible();
});
