import type { Locator, Page } from "@playwright/test";
import type { Api } from "./support/api.ts";
import { walkByTab } from "./support/keyboard.ts";
import { expectNoSidewaysScroll } from "./support/screen.ts";
import { openTask, row, setUpTask, type TaskSetup, texts } from "./support/tasks.ts";
import { expect, test } from "./support/test.ts";

/** How the pages of task datasets look: whole at every width, in line, still while they open, in reach of the keyboard. */

const LABELS = ["Card", "Payment", "Other question"];
const WIDTHS = [450, 1024, 1440, 2560];

const scored = (...scores: readonly number[]) => ({
  prediction: { agent: "model", labels: scores.map((score, at) => ({ class: LABELS[at], score })) },
});

/** Shares of three digits, a vector, metadata; the first three are validated, discarded and wrongly predicted. */
const RECORDS = texts(24, { ...scored(0.759, 0.118, 0.073), metadata: { ward: "Harbour" } }).map((record, at) => ({
  ...record,
  vectors: { meaning: { value: [Math.cos(at / 10), Math.sin(at / 10)] } },
  ...(at === 0 || at === 2
    ? { status: "Validated", annotation: { agent: "mara", labels: [{ class: at === 0 ? "Card" : "Payment" }] } }
    : {}),
  ...(at === 1 ? { status: "Discarded" } : {}),
}));

const RULE = "number";
const QUERY = `&query=${encodeURIComponent(JSON.stringify({ text: RULE }))}`;
const RULES = `?viewMode=labelling-rules${QUERY}`;

async function setUpRuled(api: Api, rules: number): Promise<TaskSetup> {
  const setup = await setUpTask(api, { task: "TextClassification", labels: LABELS, records: RECORDS, role: "admin" });
  const path = `/api/datasets/${setup.dataset}/TextClassification/labeling/rules?workspace=${setup.workspace}`;
  const queries = [RULE, "letter", ...Array.from({ length: rules - 2 }, (_, at) => `${at + 1}`)];
  for (const [at, query] of queries.entries())
    await api.post(path, { query, labels: [LABELS[at % LABELS.length]], description: query });
  return setup;
}

const edges = async (of: Locator) => {
  await expect(of).toBeVisible();
  const { x = Number.NaN, y = 0, width = 0, height = 0 } = (await of.boundingBox()) ?? {};
  return { left: x, right: x + width, top: y, bottom: y + height, height };
};
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

test("LAY-09 TAN-12 RUL-24 at 450 to 2,560 px every mode is whole and in reach, and a rule is clean", async ({
  page,
  api,
  signIn,
  expectAccessibleIn,
}) => {
  test.slow();
  const setup = await setUpRuled(api, 4);
  await signIn(setup.person.username, setup.person.password);
  for (const mode of ["", "?viewMode=explore", RULES]) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await openTask(page, setup, mode);
    if (mode === RULES) await expectAccessibleIn(["light", "dark"]);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoSidewaysScroll(page, `${mode} at ${width}`);
      const next = page.getByRole("navigation", { name: "Pages" }).getByRole("button", { name: "Next page" });
      // On a phone the rules go by as a whole, to the pages at their end.
      await next.scrollIntoViewIfNeeded();
      const below = await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight);
      expect(below, `${mode} at ${width}: nothing below the page`).toBeLessThanOrEqual(0);
      await expect(next, `${mode} at ${width}`).toBeInViewport({ ratio: 1 });
    }
  }
  // A small control has a large press area.
  await page.setViewportSize({ width: 450, height: 900 });
  await openTask(page, setup);
  const here = page.locator("[aria-current=true]").getByRole("checkbox");
  for (const box of [here, page.getByRole("checkbox", { name: "Select page" })]) {
    const { left, bottom } = await edges(box);
    await page.mouse.click(left + 8, bottom + 12);
    await expect(here).toBeChecked();
    await here.uncheck();
  }
});

test("TAN-12 TSE-24 RUL-24 what stands beside what: shares in one line, the search over its sheet, the numbers at its edge", async ({
  page,
  openTaskAs,
  api,
}) => {
  const setup = await setUpRuled(api, 4);
  await openTaskAs(setup, "?viewMode=explore");
  const shares = row(page, 3).getByRole("list", { name: "Predictions" });
  const lines = await Promise.all((await shares.getByRole("listitem").all()).map(edges));
  expect(lines.map(({ height }) => height)).toEqual([24, 24, 24]);
  expect(await shares.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
  const share = await shares.getByText("75.9 %").evaluate((element) => element.getClientRects().length);
  expect(share).toBe(1);
  // The text about the prediction ends with the rest of the margin, before the menu.
  const ends = await edges(row(page, 3).getByText("not as predicted (ko)"));
  const menu = await edges(row(page, 3).getByRole("button", { name: "More about this record" }));
  expect(ends.right).toBeLessThanOrEqual(menu.left);

  for (const width of [1024, 1440, 2560]) {
    await page.setViewportSize({ width, height: 900 });
    await openTask(page, setup, RULES);
    const sheet = await edges(page.getByRole("feed"));
    const search = await edges(page.getByRole("search"));
    const modes = await edges(page.getByRole("group", { name: "Mode" }));
    // The sheet has a line of 1 px around it.
    expect(Math.abs(search.right - sheet.right - 1), `search at ${width}`).toBeLessThan(1);
    expect(modes.height, `modes at ${width}`).toBeLessThanOrEqual(34);
    const range = await edges(page.getByText(/^1–10 of/));
    expect(Math.abs(range.right - sheet.right), `numbers at ${width}`).toBeLessThanOrEqual(2);
  }
});

test("TST-18 LAY-09 on a phone selecting the first record moves none, and what can be done with it is in view", async ({
  page,
  openNewTask,
}) => {
  await page.setViewportSize({ width: 450, height: 900 });
  await openNewTask({ task: "TextClassification", labels: LABELS, records: texts(8, { multi_label: true }) });
  const rows = () => Promise.all([edges(row(page, 1)), edges(row(page, 2))]);
  const before = await rows();
  await row(page, 1).getByRole("checkbox").click();
  const discard = page
    .getByRole("region", { name: "Records" })
    .getByRole("button", { name: /^Discard/ })
    .first();
  await expect(page.getByRole("checkbox", { name: "1 selected" })).toBeVisible();
  await expect(discard).toBeInViewport({ ratio: 1 });
  expect(await rows()).toEqual(before);
  await expectNoSidewaysScroll(page);
});

test("TST-18 TST-04 a discarded record can be read, and the buttons over the list have their signs", async ({
  page,
  openTaskAs,
  api,
  expectAccessible,
}) => {
  const setup = await setUpRuled(api, 2);
  await openTaskAs(setup);
  await page.mouse.move(0, 0);
  await expect(row(page, 2).getByText("Discarded", { exact: true })).toBeVisible();
  await expectAccessible("color-contrast");
  await row(page, 1).getByRole("checkbox").click();
  const over = page.getByRole("region", { name: "Records" });
  // The selected record is validated, so the button takes that back (TST-21).
  for (const name of [/^Unvalidate/, /^Discard/])
    await expect(over.getByRole("button", { name }).first().locator("svg").first()).toBeVisible();
});

test("LAY-01 opened by its address a page stands where it stays: no row moves, and filters come together", async ({
  page,
  openTaskAs,
  api,
}) => {
  const text = "Letter one, which is as long as a line of the sheet, and says what should be done about the lamp.";
  const written = { prediction: { agent: "writer", sentences: [{ text: `${text} ${text}`, score: 0.81 }] } };
  const answers = Array.from({ length: 12 }, (_, at) => ({ id: `a${at}`, text, ...written }));
  const written2 = await setUpTask(api, { task: "Text2Text", records: answers });
  const ruled = await setUpRuled(api, 3);
  await page.addInitScript(() => {
    const moved: string[] = [];
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        // Their own type is not in the library's.
        const { value, sources } = entry as unknown as { value: number; sources: readonly { node: Node | null }[] };
        if (value > 0.005) moved.push(`${value} ${sources.map(({ node }) => node?.nodeName).join(" ")}`);
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  for (const setup of [ruled, written2]) {
    await openTaskAs(setup);
    await expect(button(page, /^Status/)).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    expect(await page.evaluate(() => ("moved" in window ? window.moved : null))).toEqual([]);
  }
});

test("TSE-24 CON-08 TST-18 RUL-24 by keys alone every control is reached, seen and left; what opens is clean and gives the focus back", async ({
  page,
  openTaskAs,
  api,
  expectAccessible,
}) => {
  test.slow();
  const setup = await setUpRuled(api, 3);
  await openTaskAs(setup);
  await expect(button(page, /^Status/)).toBeVisible();
  const walked = await walkByTab(page);
  const names = ["Predictions", "Annotations", "Status", "Metadata", "Rules", "Sort", "Annotate", "Explore"];
  const inList = ["Card", "Discard", "More about this record", "Next page", "10 a page", "Progress and statistics"];
  expect([...names, ...inList].filter((name) => !walked.some((one) => one.includes(name)))).toEqual([]);

  for (const name of [/^Predictions/, /^Metadata/, /^Rules/, /^Sort/, "How to write a query"]) {
    const opener = button(page, name).first();
    await opener.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectAccessible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(opener).toBeFocused();
  }
  for (const item of ["Record details", "History"]) {
    const more = row(page, 1).getByRole("button", { name: "More about this record" });
    await more.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("menuitem", { name: item })).toBeVisible();
    if (item === "History") await expectAccessible();
    await page.getByRole("menuitem", { name: item }).press("Enter");
    // The menu is a dialog too, until it is gone.
    await expect(page.getByRole("menu")).toHaveCount(0);
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectAccessible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(more).toBeFocused();
  }
});

test("RUL-24 of many rules the list draws those in view, and says how many there are", async ({
  page,
  openTaskAs,
  api,
  expectAccessible,
}) => {
  const setup = await setUpRuled(api, 130);
  await openTaskAs(setup, RULES);
  await button(page, "All rules").click();
  const table = page.getByRole("table", { name: "Rules" });
  await expect(table).toHaveAttribute("aria-rowcount", "131");
  expect(await table.getByRole("row").count()).toBeLessThan(60);
  await expectAccessible();
  await page.getByRole("region", { name: /^Rules/ }).evaluate((list) => {
    list.scrollTop = list.scrollHeight;
  });
  await expect(table.getByRole("row").last()).toHaveAttribute("aria-rowindex", "131");
  await expect(table.getByRole("button", { name: RULE, exact: true })).toBeInViewport();
  await page.keyboard.press("/");
  await page.keyboard.type("letter");
  await expect(table.getByRole("row")).toHaveCount(2);
});

test("TSG-01 LAB-06 beside the labels of the settings stands how they look on a record, also while they are edited", async ({
  page,
  api,
  signIn,
  expectAccessible,
}) => {
  const setup = await setUpRuled(api, 2);
  await signIn(setup.person.username, setup.person.password);
  await page.goto(`${setup.address}/settings#labels`);
  const preview = page.getByRole("region", { name: "Preview" });
  await expect(preview.getByText("Preview, with record 2")).toBeVisible();
  await expect(preview.getByRole("button", { name: "Card" })).toHaveAttribute("data-look", "suggested");
  await page.getByLabel("New labels").fill("Refund,");
  await expect(preview.getByRole("button", { name: "Refund" })).toHaveAttribute("aria-keyshortcuts", "4");
  await expectAccessible();
  const [table, beside] = [await edges(page.getByRole("table")), await edges(preview)];
  expect(beside.left).toBeGreaterThan(table.right);
});

test.describe("with the system's colours", () => {
  test.use({ forcedColors: "active" });
  test("TSE-16 TAN-12 the page one is on, the mode and the tab are told apart", async ({ page, openTaskAs, api }) => {
    const setup = await setUpRuled(api, 2);
    await openTaskAs(setup);
    await button(page, "Progress and statistics").click();
    await expect(page.getByRole("tab", { name: "Progress" })).toBeVisible();
    const ground = (of: Locator) => of.evaluate((element) => getComputedStyle(element).backgroundColor);
    const pairs = [
      [button(page, "Page 1"), button(page, "Page 2")],
      [button(page, "Annotate"), button(page, "Explore")],
      [page.getByRole("tab", { name: "Progress" }), page.getByRole("tab", { name: "Stats" })],
    ] as const;
    for (const [on, off] of pairs) expect(await ground(on)).not.toBe(await ground(off));
  });
});
