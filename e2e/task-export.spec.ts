import type { Route } from "@playwright/test";
import { said, tabTo } from "./support/annotation.ts";
import {
  downloadedBy,
  exportDialog,
  letExportsGo,
  openExportFromList,
  slowExportsDown,
  startButton,
} from "./support/export.ts";
import { openTask, row, setUpTask, type TaskSetup } from "./support/tasks.ts";
import { expect, test } from "./support/test.ts";

/** Export of task datasets, from the list and from their pages (docs/export.md). */

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

const LABELS = ["Politics", "Sport"];
let setup: TaskSetup;
test.beforeAll(async ({ api }) => {
  setup = await setUpTask(api, {
    task: "TextClassification",
    labels: LABELS,
    role: "admin",
    records: Array.from({ length: 6 }, (_, at) => ({
      id: `t${at + 1}`,
      inputs: { text: at === 0 ? "The only auk." : `Letter number ${at + 1}.` },
      metadata: { year: 1900 + at, ward: at < 3 ? "North" : "South" },
      vectors: { mini: { value: [at, 1, 2] } },
      prediction: { agent: "model-1", labels: [{ class: "Sport", score: 0.9 }] },
      ...(at < 2
        ? { status: "Validated", annotation: { agent: "jo", labels: [{ class: LABELS[at] ?? "", score: 1 }] } }
        : {}),
    })),
  });
});

test("EXP-01 EXP-02 EXP-04 EXP-08 from the list: what there is, a file with texts and labels, and how it comes back", async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn(setup.person.username, setup.person.password);
  await page.goto("/datasets");
  await openExportFromList(page, setup);
  const form = exportDialog(page);
  await expect(form).toContainText(`Text classification, in ${setup.workspace}`);
  await expect(form.getByRole("radiogroup", { name: "Records" }).getByRole("radio")).toHaveCount(1);
  await expect(form).toContainText(/Annotations.*2 by 1 person/);
  await expect(form).toContainText(/Predictions.*6 by 1 agent/);
  await expect(form).toContainText(/Metadata.*2 keys/);
  await expect(form.getByRole("checkbox", { name: "Vectors" })).not.toBeChecked();
  await expectAccessible();
  await form.getByRole("checkbox", { name: "Predictions" }).uncheck();
  await form.getByRole("button", { name: "Copy as a command" }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(
      `postil export ${setup.dataset} --workspace ${setup.workspace} --output ${setup.dataset}.jsonl.gz --without predictions`,
    );
  const { name, lines } = await downloadedBy(page, () => startButton(page).click());
  expect(name).toBe(`${setup.dataset}.jsonl.gz`);
  const records = lines.map((line) => JSON.parse(line));
  expect(records.map(({ text, label, status }) => [text, label, status])).toEqual([
    ["The only auk.", "Politics", "Validated"],
    ["Letter number 2.", "Sport", "Validated"],
    ...[3, 4, 5, 6].map((number) => [`Letter number ${number}.`, null, "Default"]),
  ]);
  expect(records[0]).not.toHaveProperty("prediction");
  const done = exportDialog(page, `Exported ${setup.dataset}`);
  await expect(done).toContainText("All records, with annotations and metadata, without predictions and vectors");
  await expect(done).toContainText(/Annotations\s*2/);
  await expect(done).toContainText(`postil import ${setup.dataset}.jsonl.gz`);
  await expectAccessible();
});

test("EXP-03 from its page, by keyboard alone: the records now shown, as CSV, in words", async ({ page, signIn }) => {
  await signIn(setup.person.username, setup.person.password);
  await openTask(page, setup);
  await page.keyboard.press("e");
  // No filter is set, so there is no choice of records.
  await expect(exportDialog(page).getByRole("radiogroup", { name: "Records" }).getByRole("radio")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(exportDialog(page)).toBeHidden();
  const asked = JSON.stringify({ text: "letter", status: ["Default"] });
  await openTask(page, setup, `?query=${encodeURIComponent(asked)}`);
  await expect(page.getByRole("article")).toHaveCount(4);
  await page.getByRole("button", { name: "Export this dataset" }).focus();
  await page.keyboard.press("Enter");
  const shown = exportDialog(page).getByRole("radio", { name: "As shown now “letter”, status: Default" });
  await tabTo(page, exportDialog(page).getByRole("radio", { name: /All of the dataset/ }));
  await page.keyboard.press("ArrowDown");
  await expect(shown).toBeChecked();
  await tabTo(page, exportDialog(page).getByRole("button", { name: "CSV" }));
  await page.keyboard.press("Enter");
  await tabTo(page, exportDialog(page).getByRole("switch", { name: "Compress (gzip)" }));
  await page.keyboard.press("Space");
  await tabTo(page, startButton(page));
  const { name, lines } = await downloadedBy(page, () => page.keyboard.press("Enter"));
  expect(name).toBe(`${setup.dataset}.csv`);
  expect(lines).toHaveLength(5);
  expect(lines[0]).toContain("id,text,inputs,label,annotation_agent,status");
  expect(lines[1]).toContain("t3,Letter number 3.");
  await expect(exportDialog(page, /^Exported/)).toContainText("“letter”, status: Default, with annotations,");
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.keyboard.press("Escape");
  await expect(exportDialog(page)).toBeHidden();
});

test("EXP-08 tokens come with their tags, sources with their targets", async ({ page, api, signIn }) => {
  const tokens = await setUpTask(api, {
    task: "TokenClassification",
    labels: ["LOC"],
    role: "admin",
    records: [
      {
        text: "In New York",
        tokens: ["In", "New", "York"],
        status: "Validated",
        annotation: { agent: "jo", entities: [{ start: 3, end: 11, label: "LOC" }] },
      },
    ],
  });
  await signIn(tokens.person.username, tokens.person.password);
  await openTask(page, tokens);
  await page.getByRole("button", { name: "Export this dataset" }).click();
  const { lines } = await downloadedBy(page, () => startButton(page).click());
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    tokens: ["In", "New", "York"],
    tags: ["O", "B-LOC", "I-LOC"],
    entities: [{ start: 3, end: 11, label: "LOC" }],
  });
  const answers = await setUpTask(api, {
    task: "Text2Text",
    role: "admin",
    records: [{ text: "Guten Tag", annotation: { agent: "jo", sentences: [{ text: "Good day" }] } }],
  });
  await signIn(answers.person.username, answers.person.password);
  await openTask(page, answers);
  await page.getByRole("button", { name: "Export this dataset" }).click();
  const translated = await downloadedBy(page, () => startButton(page).click());
  expect(JSON.parse(translated.lines[0] ?? "")).toMatchObject({ source: "Guten Tag", target: "Good day" });
});

test("EXP-04 in the dark, while it runs: how far it is, hidden it goes on while records are labeled, and Stop leaves no file", async ({
  page,
  api,
  signIn,
  expectAccessible,
}) => {
  const letters = Array.from({ length: 6 }, (_, at) => ({ id: `t${at + 1}`, inputs: { text: `Letter ${at + 1}.` } }));
  const own = await setUpTask(api, { task: "TextClassification", labels: LABELS, role: "admin", records: letters });
  await page.emulateMedia({ colorScheme: "dark" });
  await slowExportsDown(page);
  await signIn(own.person.username, own.person.password);
  await openTask(page, own);
  await page.getByRole("button", { name: "Export this dataset" }).click();
  await exportDialog(page).getByRole("switch", { name: "Compress (gzip)" }).uncheck();
  await startButton(page).click();
  const running = exportDialog(page, `Exporting ${own.dataset}`);
  const bar = running.getByRole("progressbar");
  await expect(bar).toHaveAttribute("aria-valuenow", "50");
  await expect(running).toContainText("3 of 6 records");
  await expectAccessible();
  await running.getByRole("button", { name: "Stop" }).click();
  await expect(said(page, "Stopped. No file was saved.")).toHaveCount(1);
  await startButton(page).click();
  await expect(bar).toHaveAttribute("aria-valuenow", "50");
  await running.getByRole("button", { name: "Hide, and go on" }).click();
  await row(page, 1).getByRole("button", { name: "Sport" }).click();
  await expect.poll(async () => (await own.record("t1")).status).toBe("Validated");
  await downloadedBy(page, () => letExportsGo(page));
  await expect(page.getByText("is in your downloads.")).toBeVisible();
});

test("EXP-01 LAY-09 on a phone export stands in the menu of its card and in the header of its page", async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await page.setViewportSize({ width: 450, height: 800 });
  await signIn(setup.person.username, setup.person.password);
  await page.goto("/datasets");
  await page.getByRole("button", { name: `Actions of ${setup.dataset}` }).click();
  await page.getByRole("menuitem", { name: "Export this dataset" }).click();
  await expect(exportDialog(page, `Export ${setup.dataset}`)).toBeVisible();
  await expectAccessible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(450);
  await page.keyboard.press("Escape");
  await openTask(page, setup);
  await page.getByRole("button", { name: "Export this dataset" }).click();
  const { lines } = await downloadedBy(page, () => startButton(page).click());
  expect(lines).toHaveLength(6);
});

test("EXP-04 what fails says why, and can be tried again; annotators have no such button", async ({
  page,
  api,
  signIn,
}) => {
  const refuse = (route: Route) => route.fulfill({ status: 500, json: { detail: "The disk is full." } });
  await page.route(/\/export(\/size)?\?/, refuse);
  await signIn(setup.person.username, setup.person.password);
  await openTask(page, setup);
  await page.getByRole("button", { name: "Export this dataset" }).click();
  await expect(exportDialog(page).getByText("could not be counted")).toBeVisible();
  await startButton(page).click();
  await expect(exportDialog(page).getByRole("alert").filter({ hasText: "The disk is full." })).toBeVisible();
  await page.unrouteAll();
  const { lines } = await downloadedBy(page, () => startButton(page).click());
  expect(lines).toHaveLength(6);

  const annotated = await setUpTask(api, { task: "Text2Text", records: [{ text: "One" }] });
  await signIn(annotated.person.username, annotated.person.password);
  await openTask(page, annotated);
  // Admin commands load with the same code, so the test waits until a part of that code is there.
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await expect(page.getByText("Export this dataset")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: /^Export/ })).toHaveCount(0);
});
