import type { Locator } from "@playwright/test";
import { openTask, row, setUpTask, texts } from "./support/tasks.ts";
import { expect, test } from "./support/test.ts";

/** Room for the record on the pages of task datasets: small windows, messages, long texts. */

const TOPICS = ["Waste", "Noise", "Roads", "Trees"];

async function boxOf(what: Locator) {
  const box = await what.boundingBox();
  if (box === null) throw new Error("It is not on the screen");
  return box;
}

test("TOA-16 TSE-15 TSE-16 what was done stands in the foot, over no text and no button, beside page and count", async ({
  page,
  openNewTask,
}) => {
  const setup = await openNewTask({ task: "TextClassification", labels: TOPICS, records: texts(25) });
  const said = page.getByRole("status").filter({ hasText: "1 record is validated" });
  for (const [width, height] of [
    [1440, 800],
    [1024, 700],
    [450, 800],
  ] as const)
    await test.step(`at ${width} px`, async () => {
      await page.setViewportSize({ width, height });
      await row(page, 1).focus();
      await page.keyboard.press("1");
      await expect(said).toBeVisible();
      const line = await boxOf(said);
      const list = await boxOf(page.getByRole("feed"));
      expect(line.y).toBeGreaterThanOrEqual(list.y + list.height);
      const pages = await boxOf(page.getByRole("navigation", { name: "Pages" }));
      const apart = line.x + line.width <= pages.x || line.y + line.height <= pages.y;
      expect(apart, "it stands beside the pages or above them").toBe(true);
      await expect(page.getByRole("button", { name: "Page 1", exact: true })).toBeInViewport();
      await expect(page.getByText("1–10 of 25 records")).toBeInViewport({ ratio: 1 });
      await page.getByRole("button", { name: "Undo", exact: true }).click();
      await expect.poll(async () => (await setup.record("t01")).status).toBe("Default");
      await expect(said).toBeHidden();
    });
});

test("TSE-15 at a zoom of 400 % the bars scroll away and leave the window to the record", async ({
  page,
  api,
  signIn,
}) => {
  const long = { inputs: { text: "One of many words. ".repeat(60) } };
  const setup = await setUpTask(api, { task: "TextClassification", labels: TOPICS, records: texts(3, long) });
  await page.setViewportSize({ width: 360, height: 225 });
  await signIn(setup.person.username, setup.person.password);
  await openTask(page, setup);
  await row(page, 2).click({ position: { x: 100, y: 60 } });
  await row(page, 2).getByRole("button", { name: "Noise" }).scrollIntoViewIfNeeded();
  const shown = await page.evaluate(() => {
    const at = (y: number) => document.elementFromPoint(180, y)?.closest("[data-record]") != null;
    return [4, 60, 112, 160, 220].map(at);
  });
  expect(shown).toEqual([true, true, true, true, true]);
  await page.keyboard.press("2");
  await expect.poll(async () => (await setup.record("t2")).status).toBe("Validated");
});

const WORDS = Array.from({ length: 6000 }, (_, at) => (at === 5000 ? "zebra" : `word${at % 9}`)).join(" ");
const tokens = { text: WORDS, tokens: WORDS.split(" ") };
const LONG = [
  { task: "TextClassification", labels: TOPICS, given: { inputs: { text: WORDS } }, last: "Trees" },
  { task: "TokenClassification", labels: TOPICS, given: tokens, last: "Validate" },
  { task: "Text2Text", given: { text: WORDS }, last: "Discard" },
] as const;

for (const { task, given, last, ...rest } of LONG)
  test(`TAN-01 TSE-25 of ${task} a long text is cut, all of it stands on the page when it is asked for, and its answer stays in view`, async ({
    page,
    openNewTask,
    expectAccessible,
  }) => {
    const records = [1, 2, 3].map((id) => ({ id: `t${id}`, ...given }));
    await openNewTask({ task, records, ...rest }, `?query=${encodeURIComponent(JSON.stringify({ text: "zebra" }))}`);
    const first = row(page, 1);
    const button = first.getByRole("button", { name: last, exact: true });
    await expect(button).toBeInViewport();
    if (task !== "TokenClassification") await expect(first).toContainText("Show all, 1 match further down");
    if (task === "TokenClassification") await expectAccessible();
    await first.getByRole("button", { name: /^Show all/ }).click();
    await expect.poll(async () => (await boxOf(first)).height).toBeGreaterThan(3000);
    await expect(button).toBeInViewport();
    // Uses a key: a click this soon would be the second of a double click.
    await first.getByRole("button", { name: "Show less" }).press("Enter");
    await expect(first.getByRole("button", { name: /^Show all/ })).toBeVisible();
    expect((await boxOf(first)).height).toBeLessThan(640);
    if (task !== "TextClassification") return;
    // Other words are marked in a text that is as high as before.
    await page.getByRole("searchbox", { name: "Search records" }).fill("word1");
    await page.keyboard.press("Enter");
    await expect(first).toContainText(/Show all, \d{3} matches further down/);
  });

test("TAN-09 of a long text of tokens what is shown can be marked, and the word mode opens the rest", async ({
  page,
  openNewTask,
}) => {
  const setup = await openNewTask({
    task: "TokenClassification",
    labels: TOPICS,
    records: [{ id: "t1", ...tokens }],
  });
  await page.keyboard.press("w");
  await expect(row(page, 1).getByRole("button", { name: "Show less" })).toBeAttached();
  await page.keyboard.press("1");
  await page.keyboard.press("Escape");
  await expect(row(page, 1)).toContainText("Edited");
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await setup.record("t1")).status).toBe("Validated");
});
