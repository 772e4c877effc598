import type { Locator, Route } from "@playwright/test";
import { addressOf, openDataset, record, said, tabTo } from "./support/annotation.ts";
import type { Api } from "./support/api.ts";
import {
  downloadedBy,
  exportDialog,
  letExportsGo,
  openExportFromList,
  slowExportsDown,
  startButton,
} from "./support/export.ts";
import { addPerson, labels, type Setup, setUp } from "./support/setup.ts";
import { expect, test } from "./support/test.ts";

/** Export from the list and from the annotation page (docs/export.md). */

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

let setup: Setup;
test.beforeAll(async ({ api }) => {
  setup = await setUp(api, {
    questions: [
      {
        name: "topic",
        title: "Topic",
        required: true,
        settings: { type: "label_selection", options: labels("news", "sport") },
      },
    ],
    metadata: [{ name: "year", title: "Year", settings: { type: "integer" } }],
    vectors: [{ name: "mini", title: "Mini", dimensions: 3 }],
    records: Array.from({ length: 6 }, (_, at) => ({
      fields: { text: at === 0 ? "The only auk." : `Text ${at + 1}.` },
      metadata: { year: 1900 + at },
      vectors: { mini: [at, 1, 2] },
      suggestions: { topic: { value: "news", agent: "model-1", score: 0.5 } },
    })),
  });
});

/** Signs in as a new admin of the workspace, whom no other test uses. */
async function signInAdmin(api: Api, signIn: (username: string, password: string) => Promise<void>): Promise<void> {
  const admin = await addPerson(api, setup, "exporter", "admin");
  await signIn(admin.username, admin.password);
}

test("EXP-01 EXP-02 EXP-04 EXS-01 EXS-07 from the list: what there is, a file with all of it and how it comes back; a file for training, and the choice is remembered", async ({
  page,
  api,
  openListAs,
  expectAccessible,
}) => {
  await signInAdmin(api, openListAs);
  await openExportFromList(page, setup);
  const form = exportDialog(page);
  await test.step("what there is, a file with all of it, and how it comes back", async () => {
    await expect(form.getByRole("radio", { name: /All of the dataset/ })).toBeChecked();
    await expect(form).toContainText("6 by 1 agent");
    await expect(form).toContainText("1 property");
    await expect(form.getByRole("checkbox", { name: "Vectors" })).not.toBeChecked();
    await expect(form.getByRole("radiogroup", { name: "Records" }).getByRole("radio")).toHaveCount(1);
    await expectAccessible();
    await form.getByRole("button", { name: "Copy as a command" }).click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe(`postil export ${setup.dataset} --workspace ${setup.workspace} --output ${setup.dataset}.jsonl.gz`);
    const { name, lines } = await downloadedBy(page, () => startButton(page).click());
    expect(name).toBe(`${setup.dataset}.jsonl.gz`);
    expect(lines.map((line) => JSON.parse(line).metadata.year)).toEqual([1900, 1901, 1902, 1903, 1904, 1905]);
    const done = exportDialog(page, `Exported ${setup.dataset}`);
    await expect(done).toContainText("in your downloads");
    await expect(done).toContainText(`postil import ${setup.dataset}.jsonl.gz`);
    await expect(done.getByRole("button", { name: "Close" })).toBeFocused();
    await expectAccessible();
    await done.getByRole("button", { name: "Export again" }).click();
    await expect(startButton(page)).toBeVisible();
    await page.keyboard.press("Escape");
  });
  await test.step("a file for training: what one row is, who is left out and why, and the choice is remembered", async () => {
    const { items } = await api.get<{ items: { id: string }[] }>(`/api/v1/datasets/${setup.datasetId}/records?limit=2`);
    const person = await addPerson(api, setup, "answering", "admin");
    for (const { id } of items)
      await api
        .as(person.api_key)
        .post(`/api/v1/records/${id}/responses`, { status: "submitted", values: { topic: { value: "news" } } });
    await openExportFromList(page, setup);
    await expect(form.getByRole("radiogroup", { name: "One row is" }).getByRole("radio")).toHaveCount(4);
    await form.getByRole("radio", { name: /^A record for training/ }).check();
    await expect(form).toContainText("2 rows");
    await expect(form).toContainText("4 records are left out: no answer was submitted or validated.");
    await form.getByRole("button", { name: "CSV" }).click();
    await form.getByRole("switch", { name: "Compress (gzip)" }).uncheck();
    await expectAccessible();
    const { name, lines } = await downloadedBy(page, () => startButton(page).click());
    expect(name).toBe(`${setup.dataset}-training.csv`);
    expect(lines.map((line) => line.split(",")[3])).toEqual(["topic", "news", "news"]);
    const done = exportDialog(page, `Exported ${setup.dataset}`);
    await expect(done).toContainText("4 records are left out: no answer was submitted or validated.");
    await expect(done).not.toContainText("postil import");
    await done.getByRole("button", { name: "Close" }).click();
    await page.reload();
    await openExportFromList(page, setup);
    await expect(form.getByRole("radio", { name: /^A record for training/ })).toBeChecked();
  });
});

test("EXP-01 EXP-03 EXP-04 from the annotation page: export is a command; the records now shown are said in words, and are a CSV by keyboard alone", async ({
  page,
  api,
  signIn,
  expectAccessible,
}) => {
  await signInAdmin(api, signIn);
  await openDataset(page, setup);
  await test.step("a command: by its key, from inside a question, from the palette, and in the sheet of keys", async () => {
    const form = exportDialog(page, `Export ${setup.dataset}`);
    await expect(page.getByRole("button", { name: "Export this dataset" })).toHaveAttribute("aria-keyshortcuts", /E/);
    await page.keyboard.press("e");
    await expect(form).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(form).toBeHidden();
    await page.keyboard.press("ControlOrMeta+k");
    await page.keyboard.type("export");
    await expect(page.getByRole("option", { name: /Export this dataset/ })).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(form).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(form).toBeHidden();
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toContainText("Export this dataset");
  });
  await test.step("which records are shown is said in words, before, while it runs and after", async () => {
    await page.goto(
      `${addressOf(setup)}?search=text~text&metadata=year.ge1902.le1904&suggestion=topic.agent.values.model-1`,
    );
    await expect(record(page, 1)).toBeVisible();
    await page.getByRole("button", { name: "Export this dataset" }).click();
    const words = "Pending for you, “text” in Text, Year: 1,902 to 1,904, Topic · agent model-1";
    await exportDialog(page)
      .getByRole("radio", { name: `As shown now ${words}` })
      .check();
    const { lines } = await downloadedBy(page, () => startButton(page).click());
    expect(lines.map((line) => JSON.parse(line).metadata.year)).toEqual([1902, 1903, 1904]);
    await expect(exportDialog(page, /^Exported/)).toContainText(
      `${words}, with responses, suggestions, and metadata, without vectors`,
    );
  });
  await test.step("by keyboard alone: the records now shown, as CSV", async () => {
    await page.goto(`${addressOf(setup)}?search=auk`);
    // The first question takes the focus with it.
    await expect(record(page, 1)).toBeVisible();
    await page.getByRole("button", { name: "Export this dataset" }).focus();
    await page.keyboard.press("Enter");
    const shown = exportDialog(page).getByRole("radio", { name: /As shown now/ });
    await tabTo(page, exportDialog(page).getByRole("radio", { name: /All of the dataset/ }));
    await page.keyboard.press("ArrowDown");
    await expect(shown).toBeChecked();
    await expect(exportDialog(page)).toContainText("Pending for you, “auk”");
    await tabTo(page, exportDialog(page).getByRole("button", { name: "CSV" }));
    await page.keyboard.press("Enter");
    await tabTo(page, exportDialog(page).getByRole("switch", { name: "Compress (gzip)" }));
    await page.keyboard.press("Space");
    await tabTo(page, startButton(page));
    const { name, lines } = await downloadedBy(page, () => page.keyboard.press("Enter"));
    expect(name).toBe(`${setup.dataset}.csv`);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain("The only auk.");
    await page.setViewportSize({ width: 360, height: 740 });
    await expectAccessible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await page.keyboard.press("Escape");
    await expect(exportDialog(page)).toBeHidden();
  });
});

test("EXP-04 in the dark and in the system's colours what is chosen, how far it is and what was written can be told", async ({
  page,
  openListAs,
  expectAccessible,
}) => {
  const inBoth = async (look: () => Promise<void>) => {
    for (const media of [
      { colorScheme: "light", forcedColors: "active" },
      { colorScheme: "dark", forcedColors: "none" },
    ] as const) {
      await page.emulateMedia(media);
      await look();
    }
    await expectAccessible("color-contrast");
  };
  await slowExportsDown(page);
  await openListAs();
  await openExportFromList(page, setup);
  const ground = (of: Locator) => of.evaluate((element) => getComputedStyle(element).backgroundColor);
  const compress = exportDialog(page).getByRole("switch", { name: "Compress (gzip)" });
  await inBoth(async () => {
    await compress.check();
    const on = await ground(compress);
    await compress.uncheck();
    await expect.poll(() => ground(compress)).not.toBe(on);
  });
  await startButton(page).click();
  const bar = exportDialog(page, /^Exporting/).getByRole("progressbar");
  await expect(bar).toHaveAttribute("aria-valuenow", "50");
  await inBoth(async () => expect(await ground(bar.locator("> *"))).not.toBe(await ground(bar)));
  await downloadedBy(page, () => letExportsGo(page));
  await inBoth(() => expect(exportDialog(page, /^Exported/)).toBeVisible());
});

test("EXP-04 ERR-10 while it runs: how far it is, the browser asks before the page goes, Stop leaves no file, and hidden it goes on within the page", async ({
  page,
  openListAs,
  expectAccessible,
}) => {
  await slowExportsDown(page);
  await openListAs();
  await openExportFromList(page, setup);
  await startButton(page).click();
  const running = exportDialog(page, `Exporting ${setup.dataset}`);
  await expect(running.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "50");
  await expect(running).toContainText("3 of 6 records");
  await expect(running).toContainText("2.2 MB");
  await expectAccessible();
  await test.step("the browser asks before the page goes", async () => {
    const asked = page.waitForEvent("dialog");
    const reload = page.evaluate(() => window.location.reload()).catch(() => undefined);
    const question = await asked;
    expect(question.type()).toBe("beforeunload");
    await question.dismiss();
    await reload;
  });
  await test.step("Stop leaves no file, and it can begin again", async () => {
    await running.getByRole("button", { name: "Stop" }).click();
    await expect(startButton(page)).toBeFocused();
    await expect(exportDialog(page).getByText("Stopped. No file was saved.")).toBeVisible();
    await expect(said(page, "Stopped. No file was saved.")).toHaveCount(1);
    await page.keyboard.press("Enter");
    // The reply has begun, so the test can release it.
    await expect(running.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "50");
    await expect(running.getByRole("button", { name: "Hide, and go on" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(running).toBeHidden();
  });
  await test.step("hidden it goes on, on another page too", async () => {
    // A link opens another page without a question, and the export still runs there.
    await page.getByRole("link", { name: setup.dataset, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(addressOf(setup)));
    await page.getByRole("button", { name: "Export this dataset" }).click();
    await expect(running.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "50");
    await page.keyboard.press("Escape");
    const [download] = await Promise.all([page.waitForEvent("download"), letExportsGo(page)]);
    expect(download.suggestedFilename()).toBe(`${setup.dataset}.jsonl.gz`);
    await expect(page.getByText("is in your downloads.")).toBeVisible();
    await page.reload();
    await expect(record(page, 1)).toBeVisible();
  });
});

test("EXP-01 LAY-09 on a phone export stands in the menu of the dataset's card, and all of it has room", async ({
  page,
  openListAs,
  expectAccessible,
}) => {
  await page.setViewportSize({ width: 450, height: 800 });
  await openListAs();
  const more = page.getByRole("button", { name: `Actions of ${setup.dataset}` });
  await more.click();
  await expect(page.getByRole("menu", { name: `Actions of ${setup.dataset}` })).toBeVisible();
  await page.getByRole("menuitem", { name: "Export this dataset" }).click();
  await expect(exportDialog(page, `Export ${setup.dataset}`)).toBeVisible();
  await expectAccessible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(450);
  const { lines } = await downloadedBy(page, () => startButton(page).click());
  expect(lines).toHaveLength(6);
  await exportDialog(page, /^Exported/)
    .getByRole("button", { name: "Close" })
    .click();
  await expect(more).toBeFocused();
});

test("EXP-04 what fails says why, and can be tried again; annotators have no such button", async ({
  page,
  api,
  openListAs,
  expectAccessible,
}) => {
  const refuse = (route: Route) => route.fulfill({ status: 500, json: { detail: "The disk is full." } });
  await page.route("**/export", refuse);
  await page.route("**/export/size", refuse);
  await openListAs();
  await openExportFromList(page, setup);
  await expect(exportDialog(page).getByText("could not be counted")).toBeVisible();
  await startButton(page).click();
  await expect(exportDialog(page).getByRole("alert").filter({ hasText: "The disk is full." })).toBeVisible();
  await expectAccessible();
  await page.unrouteAll();
  const { lines } = await downloadedBy(page, () => startButton(page).click());
  expect(lines).toHaveLength(6);

  const annotator = await addPerson(api, setup, "reader");
  await page.context().clearCookies();
  await page.evaluate(() => window.localStorage.clear());
  await openListAs(annotator.username, annotator.password);
  await expect(page.getByRole("row").filter({ hasText: setup.workspace })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Export/ })).toHaveCount(0);
});
