import { openTask, pages, row, texts } from "./support/tasks.ts";
import { expect, test } from "./support/test.ts";

/** Many records in a row, by keyboard only: the position of the cursor and the effect of each key (design/tasks.md#list). */

const single = { task: "TextClassification", labels: ["Politics", "Sport", "Culture"] } as const;
const PREDICTED = { prediction: { agent: "model", labels: [{ class: "Sport", score: 0.9 }] } };

test("TAN-06 TAN-14 one key a record over the end of a page, and no answer is given twice at the end of the list", async ({
  page,
  openNewTask,
}) => {
  const setup = await openNewTask({ ...single, records: texts(13) });
  for (let position = 1; position <= 13; position++) {
    await expect(row(page, position)).toHaveAttribute("aria-current", "true");
    await page.keyboard.press("2");
  }
  await expect(page.getByText("You have come to the end.", { exact: false })).toBeVisible();
  await expect(page.locator("[aria-current=true][data-record]")).toHaveCount(0);
  await page.keyboard.press("2");
  await page.keyboard.press("3");
  await page.keyboard.press("Backspace");
  for (const id of ["t01", "t10", "t13"])
    await expect
      .poll(() => setup.record(id))
      .toMatchObject({ status: "Validated", annotation: { labels: [{ class: "Sport" }] } });
  await page.keyboard.press("k");
  await expect(row(page, 13)).toHaveAttribute("aria-current", "true");
});

test("TAN-14 a page opens at its first record that is not answered; at the end of a page of which some wait, keys rest", async ({
  page,
  openNewTask,
}) => {
  const setup = await openNewTask({ ...single, records: texts(12) });
  await page.keyboard.press("1");
  await page.keyboard.press("1");
  await page.keyboard.press("j");
  await page.keyboard.press("1");
  await expect.poll(async () => (await setup.record("t04")).status).toBe("Validated");
  await page.reload();
  await expect(row(page, 3)).toHaveAttribute("aria-current", "true");
  await page.keyboard.press("j");
  for (let position = 5; position <= 10; position++) {
    await page.keyboard.press("j");
    await page.keyboard.press("1");
    if (position < 10) await page.keyboard.press("k");
  }
  await expect(page.getByText("The end of the page: 1 record of it is not answered yet.")).toBeVisible();
  await page.keyboard.press("3");
  await page.keyboard.press("j");
  await expect(row(page, 1)).toHaveAttribute("aria-current", "true");
  await expect.poll(() => setup.record("t10")).toMatchObject({ annotation: { labels: [{ class: "Politics" }] } });
});

test("TST-03 TST-05 what is taken back is gone to: on the page, and on the page before", async ({
  page,
  openNewTask,
}) => {
  const setup = await openNewTask({ ...single, records: texts(12) }, pages(2, 1));
  const statusOf = async (id: string) => (await setup.record(id)).status;
  await page.keyboard.press("2");
  await expect(row(page, 3)).toHaveAttribute("aria-current", "true");
  await expect.poll(() => statusOf("t02")).toBe("Validated");
  await page.keyboard.press("Control+z");
  await expect(row(page, 2)).toHaveAttribute("aria-current", "true");
  await expect.poll(() => statusOf("t02")).toBe("Default");
  await openTask(page, setup);
  await page.keyboard.press("3");
  await page.keyboard.press("1");
  await page.keyboard.press("k");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("ArrowRight");
  await expect(row(page, 11)).toHaveAttribute("aria-current", "true");
  // Though the third is the first of that page that has no answer.
  for (const position of [2, 2, 1]) {
    await page.keyboard.press("Control+z");
    await expect(row(page, position)).toHaveAttribute("aria-current", "true");
  }
});

test("TST-06 TST-18 with records selected the keys are for those, are printed there, and nothing stays selected", async ({
  page,
  openNewTask,
}) => {
  const setup = await openNewTask({ ...single, records: texts(6, PREDICTED) });
  await expect(row(page, 1).getByRole("button", { name: "Validate" })).toHaveAttribute("aria-keyshortcuts", "Enter");
  for (const key of ["x", "j", "j", "x", "j"]) await page.keyboard.press(key);
  await expect(page.getByText("2 selected")).toBeVisible();
  await expect(row(page, 4).getByRole("button", { name: "Validate" })).not.toHaveAttribute("aria-keyshortcuts");
  await page.keyboard.press("Enter");
  await expect(page.getByText("2 records are validated")).toBeVisible();
  await expect(page.getByText("Select page")).toBeVisible();
  for (const [id, status] of [
    ["t1", "Validated"],
    ["t2", "Default"],
    ["t3", "Validated"],
    ["t4", "Default"],
  ] as const)
    await expect.poll(async () => (await setup.record(id)).status).toBe(status);
  await expect(row(page, 4)).toHaveAttribute("aria-current", "true");
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await setup.record("t4")).status).toBe("Validated");
});

test("TAN-14 LAB-05 of seventy labels the slash finds one from anywhere; the time beside a record is that of its answer", async ({
  page,
  openNewTask,
}) => {
  const labels = Array.from({ length: 70 }, (_, at) => `label ${at + 1}`);
  const setup = await openNewTask({ task: "TextClassification", labels, records: texts(3) });
  const before = Date.now();
  await page.keyboard.press("/");
  await expect(row(page, 1).getByRole("searchbox", { name: "Find a label" })).toBeFocused();
  await page.keyboard.type("label 57");
  await page.keyboard.press("Enter");
  await expect.poll(() => setup.record("t1")).toMatchObject({ annotation: { labels: [{ class: "label 57" }] } });
  await expect
    .poll(async () => Date.parse((await row(page, 1).locator("time").getAttribute("datetime")) ?? ""))
    .toBeGreaterThanOrEqual(before);
  await page.keyboard.press("Alt+/");
  await expect(page.getByRole("search").getByRole("searchbox")).toBeFocused();
});
