import type { Page } from "@playwright/test";
import { row, texts } from "./support/tasks.ts";
import { expect, test } from "./support/test.ts";

/** The other actions on a record of a task dataset: its details, similar records, its history. */

const dataset = { task: "TextClassification", labels: ["Politics", "Sport"] } as const;

/** Directions in the plane, each further from that of the first. */
const directed = (count: number) =>
  texts(count).map((record, at) => ({
    ...record,
    metadata: { ward: at % 2 === 0 ? "Harbour" : "Old Town", page: at + 1 },
    vectors: {
      meaning: { value: [Math.cos(at / 10), Math.sin(at / 10)] },
      ...(at === 0 ? { style: { value: [1, 0, 0] } } : { style: { value: [1, 0, count - at] } }),
    },
  }));

const more = (page: Page, position: number) =>
  row(page, position).getByRole("button", { name: "More about this record" });
const shownTexts = (page: Page) =>
  page
    .getByRole("article")
    .getByText(/^Letter number/)
    .allTextContents();
const band = (page: Page) => page.getByRole("region", { name: "Similarity search" });

test("TSE-06 TSE-26 TEN-38 TEN-39 the like of a record by a vector, the record pinned above them; another vector, another record, and back", async ({
  page,
  openNewTask,
}) => {
  await openNewTask({ ...dataset, records: directed(25) });
  await more(page, 1).click();
  await page.getByRole("menuitem", { name: "Similar records" }).click();
  await page.getByRole("menuitemradio", { name: "meaning" }).click();
  await expect(band(page)).toContainText("similar to");
  await expect(page.getByRole("region", { name: "Reference record" })).toContainText("Letter number 1.");
  await expect(page.getByRole("region", { name: "Reference record" }).getByRole("button")).toHaveCount(0);
  await expect
    .poll(async () => await shownTexts(page))
    .toEqual(
      directed(25)
        .slice(1)
        .map(({ inputs }) => inputs.text),
    );
  await page.getByRole("button", { name: "meaning, the vector compared" }).click();
  await page.getByRole("menuitemradio", { name: "style" }).click();
  await expect.poll(async () => (await shownTexts(page))[0]).toBe("Letter number 25.");
  // Another record in its place.
  await more(page, 3).click();
  await page.getByRole("menuitem", { name: "Similar records" }).click();
  await page.getByRole("menuitemradio", { name: "meaning" }).click();
  await expect(page.getByRole("region", { name: "Reference record" })).toContainText("Letter number 23.");
  await expect.poll(async () => (await shownTexts(page)).length).toBe(24);
  await page.getByRole("button", { name: "End the similarity search" }).click();
  await expect(band(page)).toBeHidden();
  await expect.poll(async () => (await shownTexts(page))[0]).toBe("Letter number 1.");
  // Back on the page that it was asked from.
  await page.getByRole("button", { name: "Page 2", exact: true }).click();
  await more(page, 11).click();
  await page.getByRole("menuitem", { name: "Similar records" }).click();
  await page.getByRole("menuitemradio", { name: "meaning" }).click();
  await expect(page.getByRole("region", { name: "Reference record" })).toContainText("Letter number 11.");
  await expect(row(page, 1)).toBeVisible();
  await page.keyboard.press("ArrowLeft");
  await page.getByRole("button", { name: "End the similarity search" }).click();
  await expect(row(page, 11)).toContainText("Letter number 11.");
});

test("CON-08 TSE-29 design/record.md#history details, a filter out of them, a record without a vector, and what was done to it", async ({
  page,
  openNewTask,
  expectAccessible,
}) => {
  const records = directed(3).map(({ vectors: _, ...record }) => record);
  await openNewTask({ ...dataset, records });
  await more(page, 2).click();
  const similar = page.getByRole("menuitem", { name: "Similar records" });
  await expect(similar).toHaveAttribute("aria-disabled", "true");
  await expect(similar).toContainText("Similar records need a vector; this record has none.");
  await expectAccessible();
  await page.getByRole("menuitem", { name: "Record details" }).click();
  const info = page.getByRole("dialog", { name: "Letter number 2." });
  await expect(info).toContainText("t2");
  await info.getByRole("checkbox", { name: "ward" }).check();
  await info.getByRole("button", { name: "Filter", exact: true }).click();
  await expect.poll(async () => await shownTexts(page)).toEqual(["Letter number 2."]);
  await row(page, 1).getByRole("button", { name: "Sport" }).click();
  await expect(page.getByText("1 record is validated")).toBeVisible();
  await more(page, 1).click();
  await page.getByRole("menuitem", { name: "History" }).click();
  const history = page.getByRole("dialog", { name: "History of the record" });
  await expect(history.getByRole("listitem").first()).toContainText("You validated");
  await expect(history.getByRole("listitem").first()).toContainText("Sport");
});
