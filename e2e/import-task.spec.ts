import type { Api } from "./support/api.ts";
import { row, setUpTask } from "./support/tasks.ts";
import { expect, test } from "./support/test.ts";

/** A dataset of a task from a file, from the page (IMP-40 to IMP-43, design/import.md). */

const ROWS = ["Where is my card? 🐦", "Why was I charged twice?", "My card has not come yet", ""].map(
  (text, at) => `"${text}",${at < 2 ? "" : "card_arrival"},${at % 2 === 0 ? "app" : "web"}`,
);

test("IMP-40 IMP-41 IMP-42 IMP-43 a table becomes a dataset for text classification, up to the first validated record", async ({
  page,
  openListAs,
}) => {
  await openListAs();
  await page.goto("/datasets/new");
  const name = `messages-${process.pid}`;
  const buffer = Buffer.from(["message,intent,channel", ...ROWS].join("\n"));
  await page
    .getByLabel("Choose a file")
    .first()
    .setInputFiles({ name: `${name}.csv`, mimeType: "text/csv", buffer });
  await page.getByRole("button", { name: "It becomes: Feedback dataset" }).click();
  await page.getByRole("menuitemradio", { name: /^Text classification/ }).click();

  await expect(page.getByRole("button", { name: "What message becomes: Text to classify" })).toBeVisible();
  await page.getByRole("button", { name: "What intent becomes: Metadata" }).click();
  await page.getByRole("menuitemradio", { name: "Annotation" }).click();
  const labels = page.getByRole("region", { name: "Step 3: Labels" });
  await expect(labels.getByText("card_arrival")).toBeVisible();
  await labels.getByLabel("Add a label").fill("charged_twice");
  await labels.getByRole("button", { name: "Add" }).click();
  await expect(labels.getByText("charged_twice")).toBeVisible();
  await page.getByRole("button", { name: "Create dataset" }).click();

  await expect(page.getByText("3 of 4 rows")).toBeVisible();
  await expect(page.getByRole("cell", { name: /needs at least one input/ })).toBeVisible();
  await page.getByRole("link", { name: "Start labeling" }).click();
  const first = page.locator("main").getByText("Why was I charged twice?");
  await expect(first).toBeVisible();
  const place = await row(page, 1).getByText("Validated").count();
  const open = row(page, place === 0 ? 1 : 2);
  await open.getByRole("button", { name: "charged_twice", exact: true }).click();
  await expect(open.getByText("Validated")).toBeVisible();
});

const sent = (name: string, lines: readonly string[]) => ({
  name: `${name}.csv`,
  mimeType: "text/csv",
  buffer: Buffer.from(["id,text,label,channel", ...lines].join("\n")),
});

/** A dataset for text classification with a record that somebody validated. */
const withTwo = (api: Api) => {
  const annotation = { agent: "mara", labels: [{ class: "card_arrival" }] };
  const records = ["Where is my card?", "My card is late"].map((text, at) => ({
    ...{ id: `T-${at + 1}`, inputs: { text }, metadata: { channel: "app" } },
    ...(at === 0 ? { status: "Validated", annotation } : {}),
  }));
  return setUpTask(api, { task: "TextClassification", labels: ["card_arrival", "charged_twice"], records });
};

test("IMP-70 IMP-71 by mouse, from the list: what people annotated stays until that is chosen otherwise", async ({
  page,
  api,
  openListAs,
  expectAccessible,
}) => {
  const { dataset: name, record } = await withTwo(api);
  await openListAs();
  await page.getByRole("link", { name: `Add records from a file to ${name}` }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Add records to ${name}`);
  const lines = [
    "T-1,Where is my card?,charged_twice,app",
    "T-2,My card is late 🐦,,web",
    "T-3,كلمة السر لا تعمل,,web",
  ];
  await page
    .getByLabel("Choose a file")
    .first()
    .setInputFiles(sent("june", [...lines, "T-4,,,web"]));
  await expect(page.getByRole("button", { name: "id goes to: Id" })).toBeVisible();
  await page.getByRole("button", { name: /^See what happens/ }).click();
  await expect(page.getByText("Tried on 4 rows. Nothing is written yet.")).toBeVisible();
  await page.getByRole("button", { name: "1 left as they are: show the first of them" }).click();
  const left = page.getByRole("region", { name: "Left as they are" });
  await expect(left).toContainText("charged_twice");
  await expect(left).toContainText("stays as it is");
  await expectAccessible();
  await page.getByRole("switch", { name: /^Overwrite annotations/ }).click();
  await expect(page.getByText("In 1 row the file changes what people said.")).toBeVisible();
  await page.getByRole("button", { name: /^Add 1, update 2/ }).click();
  await expect(page.getByText("4 rows read: 3 as in the dataset, 1 left out.")).toBeVisible();
  await page.getByRole("link", { name: "Open the dataset" }).click();
  await expect(row(page, 1)).toBeVisible();
  expect(await record("T-1")).toMatchObject({ annotation: { labels: [{ class: "charged_twice" }] } });
});

test("IMP-70 IMP-72 by keyboard, from the palette at 450 px: the file is tried and added", async ({
  page,
  api,
  openListAs,
  expectAccessible,
}) => {
  const { dataset: name, address } = await withTwo(api);
  await openListAs();
  await page.setViewportSize({ width: 450, height: 800 });
  await page.goto(`${address}/settings`);
  await expect(page.getByRole("link", { name: "Add records from a file…" })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox").fill("Add records");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Add records to ${name}`);
  await page
    .getByLabel("Choose a file")
    .first()
    .setInputFiles(sent("july", ["T-5,Why was I charged twice?,,app"]));
  const channel = page.getByRole("button", { name: "channel goes to: Metadata" });
  await channel.press("Enter");
  await page.getByRole("menuitemradio", { name: "Ignore" }).press("Enter");
  await expect(page.getByRole("button", { name: "channel goes to: Ignore" })).toBeFocused();
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page.getByText("Tried on 1 row. Nothing is written yet.")).toBeVisible();
  await expectAccessible();
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`1 record added to ${name}`);
});
