import type { Page } from "@playwright/test";
import { expectFocusVisible, tabTo } from "./support/annotation.ts";
import { openTask, row, setUpTask } from "./support/tasks.ts";
import { expect, test } from "./support/test.ts";

/** The search in a task dataset, and the figures in its panel (design/task-search.md). */

const WORDS = ["bin lorry", "lamp flickers", "bin and lamp", "🚂 كتاب swings", "bin )odd( sign"];
const records = Array.from({ length: 30 }, (_, at) => {
  const label = ["Waste", "Roads", "Noise"][at % 3];
  return {
    id: `t${String(at + 1).padStart(2, "0")}`,
    inputs: { text: `${WORDS[at % WORDS.length]}, letter ${at + 1}` },
    metadata: { ward: at % 2 === 0 ? "Harbour" : "Old Town مرحبا", weight: at / 4 },
    prediction: { agent: "model", labels: [{ class: label, score: 0.3 + (at % 7) / 10 }] },
    ...(at < 4 && {
      status: "Validated",
      annotation: { agent: "ada", labels: [{ class: at === 0 ? "Roads" : label }] },
    }),
  };
});
const text = { task: "TextClassification", labels: ["Waste", "Roads", "Noise"], records } as const;

const box = (page: Page) => page.getByRole("searchbox", { name: "Search records" });
const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: typeof name === "string" });
const found = (page: Page, count: number) =>
  expect(page.getByText(count === 1 ? "1 record" : `${count} records`, { exact: true }).first()).toBeVisible();
const entry = (page: Page, name: string) => JSON.parse(new URL(page.url()).searchParams.get(name) ?? "null");

test("TSE-09 TSE-22 TSE-24 VST-01 VST-05 a query, a filter and an order by the keyboard alone; Back and a reload bring them back", async ({
  page,
  openNewTask,
  expectAccessible,
}) => {
  await openNewTask(text);
  await found(page, 30);
  await page.keyboard.press("/");
  await expect(box(page)).toBeFocused();
  await page.keyboard.type("bin AND (lorry OR lamp))");
  await page.keyboard.press("Enter");
  const fault = page.getByRole("alert");
  await expect(fault).toHaveText(") cannot stand here. At character 24: bin AND (lorry OR lamp))");
  await expectAccessible();
  await page.keyboard.press("End");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Enter");
  await found(page, 12);
  await expect(fault).toHaveCount(0);

  await tabTo(page, button(page, "Predictions"));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("checkbox", { name: /^Roads/ })).toBeVisible();
  await expectFocusVisible(page);
  await expect(page.getByRole("dialog").getByRole("checkbox").first()).toBeFocused();
  await page.keyboard.press("Space");
  await expect(button(page, /^Change predicted as: /)).toBeAttached();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  // Escape brings back what was set before the popover opened.
  await expect(button(page, /^Change predicted as: /)).toHaveCount(0);
  await expect(button(page, "Predictions")).toBeFocused();
  expect(entry(page, "query")).toEqual({ text: "bin AND (lorry OR lamp)" });

  await tabTo(page, button(page, "Sort"));
  await page.keyboard.press("Enter");
  await expect(button(page, "Add a field")).toBeFocused();
  await page.keyboard.press("Enter");
  await page.getByRole("searchbox", { name: "Find" }).fill("ward");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect.poll(() => entry(page, "sort")).toEqual([{ id: "metadata.ward", order: "asc" }]);
  await page.reload();
  await found(page, 12);
  await expect(box(page)).toHaveValue("bin AND (lorry OR lamp)");
  await expect(button(page, "Sort 1 field")).toBeVisible();
  await page.goBack();
  await expect(button(page, "Sort")).toBeVisible();
  await found(page, 12);
});

test("TSE-11 TSE-14 TSE-21 TSE-24 TSE-30 VST-08 values are ticked with counts and stand as chips; names in a query that no record has are told; an address of an Argilla 1.x page finds the same records", async ({
  page,
  openNewTask,
}) => {
  const setup = await openNewTask(text);
  await test.step("values are ticked with counts of what they would bring, stand as chips, and are taken away", async () => {
    await button(page, "Metadata").click();
    await button(page, "ward").click();
    await page.getByRole("checkbox", { name: /مرحبا/ }).check();
    await found(page, 15);
    await page.keyboard.press("Tab");
    await page.mouse.click(5, 5);
    await button(page, "Predictions").click();
    await page.getByRole("checkbox", { name: /^Waste/ }).check();
    await found(page, 5);
    // The other labels can still be added.
    await expect(page.getByRole("checkbox", { name: /^Roads/ })).toHaveAccessibleName(/5$/);
    await page.getByRole("tab", { name: "Score" }).click();
    await page.getByRole("textbox", { name: /lowest/ }).fill("60");
    await expect
      .poll(() => entry(page, "query"))
      .toEqual({
        predicted_as: ["Waste"],
        score: { from: 0.6, to: 1 },
        metadata: { ward: ["Old Town مرحبا"] },
      });
    await page.mouse.click(5, 5);
    await button(page, "Remove predicted as: Waste").click();
    await expect.poll(() => Object.keys(entry(page, "query"))).toEqual(["score", "metadata"]);
    await button(page, "Remove all").click();
    await found(page, 30);
    expect(entry(page, "query")).toBeNull();
  });
  await test.step("where a query finds nothing the names in it that no record has are told", async () => {
    const ask = async (query: string) => {
      await box(page).fill(query);
      await page.keyboard.press("Enter");
    };
    await ask("metadta.ward:Harbour AND status:Validated");
    await expect(page.getByText("No record has a field “metadta.ward”.")).toBeVisible();
    await ask("metadata.ward:Nowhere");
    await expect(page.getByRole("heading", { name: "No record matches" })).toBeVisible();
    await expect(page.getByText(/No record has a field/)).toHaveCount(0);
    await ask("wards:a OR weight:1");
    await expect(page.getByText("No record has the fields “wards” and “weight”.")).toBeVisible();
  });
  await test.step("an address of an Argilla 1.x page, written in ours", async () => {
    const older = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const query = { text: "bin", predicted: ["ok"], metadata: { ward: ["Harbour"], gone: [] } };
    await openTask(page, setup, `?query=${older(query)}&pagination=${older({ page: 1, size: 20 })}&sort=broken`);
    await found(page, 1);
    expect(entry(page, "query")).toEqual({ text: "bin", predicted: "ok", metadata: { ward: ["Harbour"] } });
    expect(entry(page, "pagination")).toEqual({ page: 1, size: 20 });
    expect(page.url()).not.toContain("sort");
  });
});

test("TSE-18 TSE-28 TAN-13 progress follows what is validated, and a word of the stats narrows the search", async ({
  page,
  openTaskAs,
  api,
}) => {
  const setup = await setUpTask(api, text);
  await page.setViewportSize({ width: 1600, height: 900 });
  await openTaskAs(setup);
  const panel = page.getByRole("complementary", { name: /rogress/ });
  await expect(panel.getByText("4 of 30")).toBeVisible();
  await row(page, 6)
    .getByRole("button", { name: /^Noise/ })
    .click();
  await expect(panel.getByText("5 of 30")).toBeVisible();
  await panel.getByRole("tab", { name: "Stats" }).click();
  await expect(panel.getByText("80 %")).toBeVisible();
  await panel.getByRole("button", { name: "lorry 6" }).click();
  await found(page, 6);
  await panel.getByRole("button", { name: "letter 6" }).click();
  await expect(box(page)).toHaveValue("lorry AND letter");
});

test("TSE-28 a word of the cloud finds the records it was counted in, also where it is a part of words", async ({
  page,
  openNewTask,
}) => {
  const told = ["the 3rd day", "the 3rd lorry", "no words of it", "it stays with Ward"];
  const records = told.map((text, at) => ({ id: `t${at}`, inputs: { text } }));
  await page.setViewportSize({ width: 1600, height: 900 });
  await openNewTask({ task: "TextClassification", labels: ["Noise", "Waste"], records }, "?viewMode=explore");
  const panel = page.getByRole("complementary", { name: /rogress/ });
  await panel.getByRole("button", { name: "rd 2" }).click();
  await expect(page.getByRole("article")).toHaveText([/3rd day/, /3rd lorry/]);
  await panel.getByRole("button", { name: "lorry 1" }).click();
  await expect(page.getByRole("article")).toHaveText([/3rd lorry/]);
  await expect(box(page)).toHaveValue(/ AND lorry$/);
});

test("TSE-28 a mention narrows the search, whatever is in it", async ({ page, openTaskAs, api }) => {
  const words = ["Aurora", "to", "Port", "Chalmers", ":", "100", "%"];
  const entities = [
    { start: 0, end: 6, label: "Vessel" },
    { start: 10, end: 23, label: "Place" },
    { start: 30, end: 31, label: "Sign" },
  ];
  const tokens = [0, 1, 2].map((id) => ({
    id: `t${id}`,
    text: "Aurora to Port Chalmers : 100 %",
    tokens: words,
    ...(id < 2 && { annotation: { agent: "ada", entities }, status: "Validated" }),
  }));
  const setup = await setUpTask(api, {
    task: "TokenClassification",
    labels: ["Vessel", "Place", "Sign"],
    records: tokens,
  });
  await page.setViewportSize({ width: 1600, height: 900 });
  await openTaskAs(setup, "?viewMode=explore");
  await page.getByRole("region", { name: "Place" }).getByRole("button", { name: "Port Chalmers" }).click();
  await found(page, 3);
  await page.getByRole("region", { name: "Sign" }).getByRole("button", { name: "%" }).click();
  await found(page, 2);
  await expect(box(page)).toHaveValue('"Port Chalmers" AND metrics.annotated.mentions.value:"%"');
});

test("LAY-09 TSE-24 on a phone search, filters and order open from the header", async ({
  page,
  openTaskAs,
  api,
  expectAccessible,
}) => {
  const setup = await setUpTask(api, text);
  await page.setViewportSize({ width: 450, height: 800 });
  await openTaskAs(setup);
  await button(page, "Search, filters and order").click();
  const sheet = page.getByRole("dialog", { name: "Records to show" });
  await sheet.getByRole("searchbox").fill("bin");
  await sheet.getByRole("button", { name: "Annotations" }).click();
  await page.getByRole("checkbox", { name: /^Waste/ }).check();
  await expectAccessible();
  await page.keyboard.press("Tab");
  await page.mouse.click(440, 5);
  await expect(sheet.getByRole("button", { name: "Change annotated as: Waste" })).toBeVisible();
  await sheet.getByRole("button", { name: "Show the records" }).click();
  await expect(button(page, "Search, filters and order; some are active")).toBeVisible();
  expect(entry(page, "query")).toEqual({ text: "bin", annotated_as: ["Waste"] });
});
