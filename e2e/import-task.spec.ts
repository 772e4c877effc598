import { row } from "./support/tasks.ts";
import { expect, test } from "./support/test.ts";

/** A dataset of a task from a file, from the page (IMP-40 to IMP-43, design/import.md). */

const ROWS = ["Where is my card? 🐦", "Why was I charged twice?", "My card has not come yet", ""].map(
  (text, at) => `"${text}",${at < 2 ? "" : "card_arrival"},${at % 2 === 0 ? "app" : "web"}`,
);

test("IMP-40 IMP-41 IMP-42 IMP-43 a table becomes a dataset for text classification, up to the first validated record", async ({
  page,
  openListAs,
  expectAccessible,
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
  await expectAccessible();
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
