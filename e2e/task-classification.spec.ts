import type { Page } from "@playwright/test";
import { openTask, pages, row, setUpTask, texts } from "./support/tasks.ts";
import { expect, MAIN_IN_LONG, test } from "./support/test.ts";

/** Text classification, one label and several, by pointer and by keyboard alone (TAN-*, LAB-*). */

const TOPICS = ["Waste", "Noise", "Roads", "Trees"];
const MANY = Array.from({ length: 40 }, (_, at) => `Topic ${String(at + 1).padStart(2, "0")}`);
const predicted = (...scored: [string, number][]) => ({
  prediction: { agent: "model", labels: scored.map(([name, score]) => ({ class: name, score })) },
});
const SEVERAL = { multi_label: true, ...predicted(["Roads", 0.9], ["Noise", 0.3]) };
const label = (page: Page, position: number, name: string) =>
  row(page, position).getByRole("group").getByRole("button", { name, exact: true });

test("TAN-06 TAN-14 LAB-04 by keyboard alone: one key a record labels it, validates it and goes on", {
  tag: "@main",
}, async ({ page, openNewTask }) => {
  const setup = await openNewTask({ task: "TextClassification", labels: TOPICS, records: texts(4) });
  for (const key of ["1", "3", "4", "2"]) await page.keyboard.press(key);
  const answered = async (id: string) => {
    const { status, annotation } = await setup.record(id);
    return [status, annotation?.labels?.map((one) => one.class)];
  };
  for (const [at, topic] of ["Waste", "Roads", "Trees", "Noise"].entries())
    await expect.poll(() => answered(`t${at + 1}`)).toEqual(["Validated", [topic]]);
});

test("TAN-06 in page size 1 one key a record turns the page, and all labels are there", async ({
  page,
  openNewTask,
}) => {
  const setup = await openNewTask({ task: "TextClassification", labels: MANY, records: texts(3) }, pages(1, 1));
  await expect(label(page, 1, "Topic 40")).toBeVisible();
  await page.keyboard.press("b");
  await expect(row(page, 2)).toBeVisible();
  await page.keyboard.press("1");
  await expect(row(page, 3)).toBeVisible();
  await expect.poll(async () => (await setup.record("t1")).annotation?.labels?.[0]?.class).toBe("Topic 12");
  await expect.poll(async () => (await setup.record("t2")).annotation?.labels?.[0]?.class).toBe("Topic 01");
});

test("TAN-07 TAN-08 by mouse: several labels are edited, predicted ones kept, and validated together; none is an answer too", {
  tag: MAIN_IN_LONG,
}, async ({ page, openNewTask, expectAccessible }) => {
  const setup = await openNewTask({ task: "TextClassification", labels: TOPICS, records: texts(2, SEVERAL) });
  await expect(label(page, 1, "Roads")).toHaveAttribute("aria-pressed", "true");
  // On a row that is not at the cursor: what grows under the pointer takes nothing away from the press.
  await label(page, 2, "Trees").click();
  await expect(row(page, 2)).toContainText("Edited");
  await expect(label(page, 2, "Trees")).toHaveAttribute("aria-pressed", "true");
  await expectAccessible();
  await row(page, 2).getByRole("button", { name: "Validate" }).click();
  await expect(page.getByText("1 record is validated")).toBeVisible();
  expect((await setup.record("t2")).annotation?.labels?.map((one) => one.class)).toEqual(["Roads", "Trees"]);
  await row(page, 1).click({ position: { x: 300, y: 10 } });
  // The first press confirms the label, and the second press removes it.
  await label(page, 1, "Roads").click();
  await expect(label(page, 1, "Roads")).toHaveAttribute("data-look", "chosen");
  await page.keyboard.press("3");
  await expect(label(page, 1, "Roads")).toHaveAttribute("aria-pressed", "false");
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await setup.record("t1")).status).toBe("Validated");
  expect((await setup.record("t1")).annotation?.labels).toEqual([]);
});

test("TAN-14 LAB-06 LAB-07 LAB-21 with more than ten labels a letter picks where it is printed, and J goes to the next record; at 450 px and in forced colours the labels are there to press", async ({
  page,
  openNewTask,
  expectAccessible,
}) => {
  await test.step("a letter picks where it is printed, and J goes to the next record", async () => {
    const several = { multi_label: true };
    await openNewTask({ task: "TextClassification", labels: MANY, records: texts(2, several) });
    const options = row(page, 1).getByRole("group").locator("[data-option]");
    await expect(options).toHaveCount(10);
    // The letter of a hidden label is a page command.
    await page.keyboard.press("p");
    await expect(page.getByRole("complementary", { name: "Progress" })).toBeVisible();
    await page.keyboard.press("p");
    await row(page, 1)
      .getByRole("button", { name: /^Show \d+ more labels/ })
      .click();
    await page.keyboard.press("p");
    await expect(label(page, 1, "Topic 26")).toHaveAttribute("aria-pressed", "true");
    // The chosen label stays visible when the others are hidden, and keeps its letter. The panel needs Alt with the letter.
    await row(page, 1).getByRole("button", { name: "Show less" }).click();
    await expect(options).toHaveCount(11);
    await page.keyboard.press("p");
    await expect(label(page, 1, "Topic 26")).toHaveCount(0);
    await page.keyboard.press("j");
    await expect(row(page, 2)).toHaveAttribute("aria-current", "true");
    await expect(row(page, 1).getByRole("searchbox")).toHaveCount(0);
    await row(page, 2).getByRole("searchbox", { name: "Find a label" }).fill("40");
    await page.keyboard.press("Enter");
    await expect(label(page, 2, "Topic 40")).toHaveAttribute("aria-pressed", "true");
    await expect(label(page, 2, "Topic 40")).toBeFocused();
  });
  await test.step("at 450 px and in forced colours the labels are there to press", async () => {
    await page.setViewportSize({ width: 450, height: 900 });
    await page.emulateMedia({ forcedColors: "active" });
    await label(page, 1, "Topic 03").click();
    await expect(label(page, 1, "Topic 03")).toHaveAttribute("aria-pressed", "true");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(450);
    await expectAccessible();
  });
});

test("TST-18 TAN-15 labels of many records: given to all, taken from all, Edited until they are validated; Ctrl+Z takes all back", async ({
  page,
  openNewTask,
  expectAccessible,
}) => {
  await openNewTask({ task: "TextClassification", labels: TOPICS, records: texts(3, SEVERAL) });
  await page.getByRole("checkbox", { name: "Select page" }).check();
  await page.getByRole("button", { name: "Labels of the selected records" }).click();
  const dialog = page.getByRole("dialog", { name: "Labels of the selected records" });
  // Predicted only: the first press confirms, the next one removes.
  const roads = dialog.getByRole("checkbox", { name: /Roads/ });
  await expect(roads).toBeChecked({ indeterminate: true });
  await expect(dialog).toContainText("3 of 3");
  await roads.check();
  await dialog.getByRole("button", { name: "Remove Roads from all" }).click();
  await dialog.getByRole("checkbox", { name: "Trees" }).check();
  await expectAccessible();
  await dialog.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("3 records are edited, not validated yet")).toBeVisible();
  for (const at of [1, 2, 3]) await expect(label(page, at, "Trees")).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("Control+z");
  for (const at of [1, 2, 3]) await expect(label(page, at, "Trees")).toHaveAttribute("aria-pressed", "false");
});

test("LAB-09 a dataset without labels says where they are made, to who may make them", async ({
  page,
  api,
  signIn,
}) => {
  for (const [role, text] of [
    ["admin", "Add some in its settings"],
    ["annotator", "Ask an admin to add some"],
  ] as const) {
    const setup = await setUpTask(api, { task: "TextClassification", records: texts(1), role });
    await page.context().clearCookies();
    await page.goto("/sign-in");
    await page.evaluate(() => localStorage.clear());
    await signIn(setup.person.username, setup.person.password);
    await openTask(page, setup);
    await expect(row(page, 1)).toContainText(text);
    await expect(row(page, 1).getByRole("link", { name: /settings/ })).toHaveCount(role === "admin" ? 1 : 0);
  }
});

test("TAN-12 TAN-04 explored: predictions with bars, the annotation in the margin, nothing to choose", async ({
  page,
  openNewTask,
}) => {
  const annotation = { agent: "ann", labels: [{ class: "Roads", score: 1 }] };
  const records = texts(2, { ...predicted(["Noise", 0.7], ["Roads", 0.2]), annotation, status: "Validated" });
  await openNewTask({ task: "TextClassification", labels: TOPICS, records }, "?viewMode=explore");
  await expect(row(page, 1).getByRole("listitem")).toHaveText(["Noise70 %", "Roads20 %"]);
  await expect(row(page, 1)).toContainText("not as predicted (ko)");
  await expect(row(page, 1).getByRole("group")).toHaveCount(0);
});

test("TAN-06 a row that is pressed stays under the pointer, and a double click on a label answers once and discards nothing", async ({
  page,
  openNewTask,
}) => {
  const setup = await openNewTask({
    task: "TextClassification",
    labels: TOPICS,
    records: texts(9, predicted(["Roads", 0.9])),
  });
  const middleOf = async (position: number) => {
    const box = await label(page, position, "Roads").boundingBox();
    if (box === null) throw new Error(`Record ${position} is not on the screen`);
    return { x: box.x + 12, y: box.y + box.height / 2 };
  };
  // On a busy machine two presses may be further apart than a double click, unless the page's clock stands.
  const stopClock = async () => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);
  for (const position of [2, 3, 5]) {
    const before = await middleOf(position);
    await stopClock();
    await page.mouse.click(before.x, before.y);
    await page.mouse.click(before.x, before.y, { delay: 20 });
    await page.clock.resume();
    await expect(row(page, position)).toHaveAttribute("aria-current", "true");
    await expect(row(page, position)).toContainText("Validated");
    expect(Math.abs((await middleOf(position)).y - before.y)).toBeLessThanOrEqual(4);
  }
  // On the cursor record itself the second press does not take the answer back either.
  await row(page, 6).click({ position: { x: 300, y: 10 } });
  const there = await middleOf(6);
  await stopClock();
  await page.mouse.dblclick(there.x, there.y);
  await page.clock.resume();
  await expect.poll(async () => (await setup.record("t6")).status).toBe("Validated");
  for (const id of ["t2", "t3", "t5"]) expect((await setup.record(id)).status).toBe("Validated");
  expect((await setup.record("t1")).status).toBe("Default");
});
