import type { Page } from "@playwright/test";
import { row } from "./support/tasks.ts";
import { expect, MAIN_IN_LONG, test } from "./support/test.ts";

/** Text to text, by pointer and by keyboard alone (TAN-11). */

const WRITTEN = "Eleven figures sit in this boat, and two of them are paddling backwards.";
const prediction = {
  agent: "label-writer-2",
  sentences: [
    { text: WRITTEN, score: 0.84 },
    { text: "A boat of eleven.", score: 0.43 },
  ],
};
const records = Array.from({ length: 3 }, (_, at) => ({
  id: `s${at + 1}`,
  text: `Card number ${at + 1}.`,
  prediction,
}));
const editor = (page: Page) => page.getByRole("textbox", { name: "Text to write" });
const panel = (page: Page) => page.getByRole("complementary", { name: "Predictions of the record at the cursor" });

type Sentences = { annotation?: { sentences?: readonly { text: string }[] } | null };
/** The text that the server has of a record. */
const textOf = (record: object) => (record as Sentences).annotation?.sentences?.[0]?.text; // of a record of this task

test("TAN-11 ERR-06 what is typed without a pause is there again when the page is loaded in the middle of it", {
  tag: MAIN_IN_LONG,
}, async ({ page, openNewTask }) => {
  await openNewTask({ task: "Text2Text", records });
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.type(" A", { delay: 20 });
  await expect(page.getByRole("button", { name: "1 edited, not validated yet" })).toBeVisible();
  await page.keyboard.type(" dog barks at the bank.", { delay: 20 });
  await page.reload();
  await expect(row(page, 1)).toContainText(`${WRITTEN} A dog barks at the bank.`);
  await expect(row(page, 1)).toContainText("Edited");
});

test("TAN-11 by keyboard alone: write, leave and keep, go on writing, save as validated, next record", async ({
  page,
  openNewTask,
  expectAccessible,
}) => {
  const setup = await openNewTask({ task: "Text2Text", records });
  await page.keyboard.press("Shift+Enter");
  await expect(editor(page)).toHaveValue(WRITTEN);
  await expect(row(page, 1).getByRole("button", { name: "Save" })).toBeVisible();
  await page.keyboard.type(" Really.");
  await expectAccessible();
  await page.keyboard.press("Escape");
  await expect(row(page, 1)).toContainText("Edited");
  await expect(row(page, 1)).toContainText(`${WRITTEN} Really.`);
  await page.reload();
  await expect(row(page, 1)).toContainText(`${WRITTEN} Really.`);
  await page.keyboard.press("Shift+Enter");
  // Arrow keys now move the cursor in the text.
  await page.keyboard.press("ArrowRight");
  await page.keyboard.type(" Yes.");
  await page.keyboard.press("Shift+Enter");
  await expect(page.getByText("1 record is validated")).toBeVisible();
  expect(textOf(await setup.record("s1"))).toBe(`${WRITTEN} Really. Yes.`);
  await expect(row(page, 2)).toHaveAttribute("aria-current", "true");
  await page.keyboard.press("Enter");
  await expect.poll(async () => textOf(await setup.record("s2"))).toBe(WRITTEN);
});

test("TAN-11 by mouse: a click writes, predictions beside the list are taken and compared while one writes, Save validates", {
  tag: "@main",
}, async ({ page, openNewTask, expectAccessible }) => {
  const setup = await openNewTask({ task: "Text2Text", records });
  await row(page, 1).getByRole("button", { name: "Predictions (2)" }).click();
  await expect(panel(page)).toContainText("label-writer-2");
  await row(page, 1).getByText(WRITTEN).click();
  await expect(editor(page)).toBeFocused();
  await panel(page).getByRole("tab", { name: "43 %" }).click();
  await row(page, 1).getByText("Card number 1.").click();
  await row(page, 1).getByText(WRITTEN).click();
  await panel(page).getByRole("button", { name: "Use this text" }).click();
  await expect(editor(page)).toBeFocused();
  await expect(editor(page)).toHaveValue("A boat of eleven.");
  await page.keyboard.press("End");
  await page.keyboard.type(" Yes.");
  await panel(page).getByRole("button", { name: "Changes" }).click();
  await expect(panel(page).locator("ins")).toContainText("Yes");
  await expectAccessible();
  await row(page, 1).getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("1 record is validated")).toBeVisible();
  expect(textOf(await setup.record("s1"))).toBe("A boat of eleven. Yes.");
  await expect(editor(page)).toHaveCount(0);
  await panel(page).getByRole("button", { name: "Close the predictions" }).click();
  await expect(panel(page)).toHaveCount(0);
});

test("TAN-11 a text written on is one edit to undo, and Reset brings back what is saved", async ({
  page,
  openNewTask,
}) => {
  await openNewTask({ task: "Text2Text", records });
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.type(" One.");
  await expect(row(page, 1)).toContainText("Edited");
  await page.keyboard.type(" Two.");
  await page.keyboard.press("Escape");
  await expect(row(page, 1)).toContainText("One. Two.");
  await page.keyboard.press("Control+z");
  await expect(row(page, 1)).not.toContainText("One.");
  await expect(row(page, 1)).not.toContainText("Edited");
  await page.keyboard.press("Control+Shift+z");
  await expect(row(page, 1)).toContainText("One. Two.");
  await row(page, 1).getByRole("button", { name: "Reset" }).click();
  await expect(row(page, 1)).not.toContainText("One.");
});

test("TAN-12 TAN-11 explored: a tab for each text; at 450 px and in forced colours too", async ({
  page,
  openNewTask,
}) => {
  const annotation = { agent: "ann", sentences: [{ text: "A person wrote this.", score: 1 }] };
  await openNewTask(
    {
      task: "Text2Text",
      records: records.map((record) => ({ ...record, annotation, status: "Validated" })),
    },
    "?viewMode=explore",
  );
  await expect(row(page, 1).getByRole("tab")).toHaveText(["Annotation", "84 %", "43 %"]);
  await expect(row(page, 1).getByRole("tabpanel")).toContainText("A person wrote this.");
  await row(page, 1).getByRole("tab", { name: "43 %" }).click();
  await page.keyboard.press("ArrowLeft");
  await expect(row(page, 1).getByRole("tabpanel")).toContainText(WRITTEN);
  await page.setViewportSize({ width: 450, height: 900 });
  await page.emulateMedia({ forcedColors: "active" });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(450);
});
