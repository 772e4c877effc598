import type { Locator, Page } from "@playwright/test";
import { chosen, openDataset, option, ownResponses, question, record, said } from "./support/annotation.ts";
import type { Api } from "./support/api.ts";
import { addPerson, labels, type QuestionSetup, type RecordSetup, type Setup, setUp } from "./support/setup.ts";
import { expect, test } from "./support/test.ts";

/** Questions with more labels than the panel shows (design/questions.md#labels): search, choice, print and saved answer. */

const TITLE = "Which intent?";
const STARS = "How sure are you?";
const INTENTS = [
  ...Array.from({ length: 74 }, (_, at) => `intent_${String(at + 1).padStart(2, "0")}`),
  "pin_blocked",
  "balance_not_updated_after_bank_transfer",
  "balance_not_updated_after_cash_deposit",
];
const OFF_SCREEN = "balance_not_updated_after_cash_deposit";
const SUGGESTED = { intent: { value: OFF_SCREEN, score: 0.92, agent: "bert" } };

const text = (number: number, suggestions?: RecordSetup["suggestions"]): RecordSetup => ({
  fields: { text: `Message ${number}.` },
  ...(suggestions && { suggestions }),
});
const intent = (names: readonly string[], type = "label_selection") => ({
  name: "intent",
  title: TITLE,
  required: true,
  settings: { type, options: labels(...names), visible_options: null },
});
const stars = {
  name: "stars",
  title: STARS,
  required: false,
  settings: { type: "rating", options: [1, 2, 3].map((value) => ({ value })) },
};

const find = (page: Page) => question(page, TITLE).getByRole("searchbox", { name: "Find a label" });
const answer = (page: Page) => question(page, TITLE).getByRole("button", { name: /^Answer:/ });
/** The position and size of an element on the screen, px. */
const place = async (of: Locator) => {
  const box = await of.boundingBox();
  return box && { x: Math.round(box.x), y: Math.round(box.y), width: Math.round(box.width), height: box.height };
};

type SignIn = (username: string, password: string) => Promise<void>;

/** Signs a new user in. `own` makes a dataset for them and opens it. */
async function arrive(page: Page, api: Api, signIn: SignIn) {
  const person = await addPerson(api, setup, "many");
  await signIn(person.username, person.password);
  const own = async (questions: QuestionSetup[], records: RecordSetup[]) => {
    const made = await setUp(api, { questions, records });
    await api.post(`/api/v1/workspaces/${made.workspaceId}/users`, { user_id: person.id });
    await openDataset(page, made);
  };
  return { own };
}

/** Signs a new user in, at the record with a suggestion. The first record differs from user to user. */
async function arriveAtSuggested(page: Page, api: Api, signIn: SignIn): Promise<void> {
  await arrive(page, api, signIn);
  await openDataset(page, setup);
  for (let number = 2; (await answer(page).count()) === 0; number++) {
    await page.keyboard.press("ArrowRight");
    await expect(record(page, number)).toBeVisible();
  }
}

let setup: Setup;
test.beforeAll(async ({ api }) => {
  const records = [text(1, SUGGESTED), text(2), text(3, SUGGESTED), text(4, SUGGESTED)];
  setup = await setUp(api, { questions: [intent(INTENTS), stars], records });
});

test("FAN-23 FAN-29 FRS-12 design/keys.md#labeling: a typo is no answer; Up and Down move through what was found; while letters go to the search every printed letter has Alt, and works with it", async ({
  page,
  api,
  signIn,
}) => {
  await arriveAtSuggested(page, api, signIn);
  await test.step("a typo is no answer: without a match Enter does nothing, however often", async () => {
    const here = await page.getByRole("region", { name: /^Record \d/ }).getAttribute("aria-label");
    await page.keyboard.type("pim bl");
    await expect(question(page, TITLE).getByText("No label matches")).toBeVisible();
    for (const key of ["Enter", "Enter", "Control+Enter", "Enter"]) await page.keyboard.press(key);
    await expect(find(page)).toBeFocused();
    await expect(said(page, "No label matches")).toBeAttached();
    await expect(page.getByRole("region", { name: here ?? "", exact: true })).toBeVisible();
    await expect(answer(page)).toContainText(OFF_SCREEN);

    await find(page).fill("pin bl");
    await page.keyboard.press("Enter");
    await chosen(option(page, TITLE, "pin_blocked"));
    await expect(answer(page)).toContainText("pin_blocked");
  });
  await test.step("Up and Down move through what was found, Enter takes the marked one", async () => {
    await page.keyboard.type("updated balance");
    await expect(said(page, "2 labels found. Enter takes balance_not_updated_after_bank_transfer.")).toBeAttached();
    await page.keyboard.press("ArrowDown");
    await expect(said(page, `Enter takes ${OFF_SCREEN}.`)).toBeAttached();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await chosen(option(page, TITLE, "balance_not_updated_after_bank_transfer"));
  });
  await test.step("every printed letter has Alt, and works with it", async () => {
    const view = page.getByRole("group", { name: "View" });
    const foot = page.getByRole("button", { name: "Guidelines" }).last();
    // Back from the question that followed.
    await page.keyboard.press("ArrowUp");
    await expect(view).toHaveText("FocusAltFBulkAltB");
    await expect(foot).toContainText("AltG");
    await page.keyboard.press("/");
    await expect(view).toHaveText("FocusAltFBulkAltB");
    await page.keyboard.press("Alt+g");
    await expect(page.getByRole("region", { name: "Guidelines" })).toBeVisible();
    await page.keyboard.press("Alt+g");
    await page.keyboard.press("Escape");

    await page.keyboard.press("?");
    const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await expect(sheet.getByRole("button", { name: /Change the key of Skip/ })).toHaveAccessibleName(/Alt ?S$/);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await page.keyboard.type("skip");
    await expect(page.getByRole("option", { name: /Skip without answering/ })).toHaveText(/AltS$/);
    await page.keyboard.press("Escape");

    await page.keyboard.press("ArrowDown");
    await expect(option(page, STARS, "1")).toBeFocused();
    await expect(view).toHaveText("FocusFBulkB");
    // A press still counts if it changes the width of the button.
    await page.keyboard.press("ArrowUp");
    await expect(view).toHaveText("FocusAltFBulkAltB");
    await view.getByRole("button", { name: "Bulk" }).click();
    await expect(page).toHaveURL(/page=\d~10/);
  });
});

test("FAN-18 what would go out is in view by its full name, wherever its option is, and a press leads there", async ({
  page,
  api,
  signIn,
  expectAccessible,
}) => {
  await arriveAtSuggested(page, api, signIn);
  await expect(answer(page)).toBeInViewport({ ratio: 1 });
  await expect(answer(page)).toHaveAccessibleName(/balance_not_updated_after_cash_deposit.*Suggested, 92 %/);
  await expect(option(page, TITLE, OFF_SCREEN)).not.toBeInViewport();
  await expectAccessible();
  await answer(page).click();
  await expect(option(page, TITLE, OFF_SCREEN)).toBeInViewport({ ratio: 1 });
  await expect(option(page, TITLE, OFF_SCREEN)).toBeFocused();
  await expect(answer(page)).toBeInViewport({ ratio: 1 });
  // In a narrow panel the answer takes two lines at most, and no part leaves the panel.
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect(answer(page)).toBeInViewport({ ratio: 1 });
  const [title, search] = [await place(question(page, TITLE).getByRole("heading")), await place(find(page))];
  expect((search?.y ?? 0) - (title?.y ?? 0)).toBeLessThan(100);
  const panel = page.getByRole("region", { name: "Questions" });
  expect(await panel.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await page.setViewportSize({ width: 450, height: 800 });
  await option(page, TITLE, "intent_60").scrollIntoViewIfNeeded();
  await expect(answer(page)).toBeInViewport({ ratio: 1 });
  await expectAccessible();
});

test("FAN-03 FAN-18 FAN-22 FAN-24 many labels stand in columns, and no answer moves them; of several each is named; eight are pills and nine stand in columns", async ({
  page,
  api,
  signIn,
}) => {
  const { own } = await arrive(page, api, signIn);
  await test.step("columns of one width, in rows of 28 px, and no answer moves them", async () => {
    await own([intent(INTENTS)], [text(1, SUGGESTED), text(2)]);
    const places = () =>
      Promise.all(["intent_01", "intent_02", "intent_03"].map((name) => place(option(page, TITLE, name))));
    const opened = await places();
    const [first, beside, below] = opened;
    expect(first?.height).toBe(28);
    expect(beside).toEqual({ ...first, x: beside?.x });
    expect(below).toEqual({ ...first, y: (first?.y ?? 0) + 28 });
    // One of the two records has a long suggestion. The first record differs from user to user.
    await page.keyboard.press("ArrowRight");
    await expect(record(page, 2)).toBeVisible();
    expect(await places()).toEqual(opened);
    await option(page, TITLE, "intent_05").click();
    await expect(answer(page)).toContainText("intent_05");
    expect(await places()).toEqual(opened);
  });
  await test.step("of several labels each that would go out is named", async () => {
    const value = [OFF_SCREEN, "pin_blocked"];
    const suggested = text(1, { intent: { value, score: [0.9, 0.4], agent: "bert" } });
    await own([intent(INTENTS, "multi_label_selection")], [suggested]);
    await expect(answer(page)).toHaveCount(2);
    await page.keyboard.press("3");
    await expect(answer(page)).toHaveCount(3);
    for (const chip of await answer(page).all()) await expect(chip).toBeInViewport({ ratio: 1 });
    await answer(page).filter({ hasText: "pin_blocked" }).click();
    await expect(option(page, TITLE, "pin_blocked")).toBeFocused();
  });
  await test.step("eight labels are pills and nine stand in columns; a score moves neither", async () => {
    const names = ["Economy", "Politics", "Sport", "Culture and the arts", "Science", "Health", "Travel", "Weather"];
    const question = (name: string, title: string, all: readonly string[]): QuestionSetup => ({
      ...intent(all),
      name,
      title,
    });
    const asked = [question("pills", "Pills", names), question("rows", "Rows", [...names, "Other"])];
    const scored = { pills: { value: "Sport", score: 0.93 }, rows: { value: "Sport", score: 0.93 } };
    await own(asked, [text(1, scored), text(2)]);
    const places = async () => {
      const boxes: unknown[] = [];
      for (const [title, all] of [
        ["Pills", names],
        ["Rows", [...names, "Other"]],
      ] as const)
        for (const name of all) boxes.push(await place(option(page, title, name)));
      return boxes;
    };
    const isScored = async () => (await page.getByText("93 %").count()) > 0;
    const [first, scoredFirst] = [await places(), await isScored()];
    await page.keyboard.press("ArrowRight");
    await expect(record(page, 2)).toBeVisible();
    expect(await isScored()).toBe(!scoredFirst);
    expect(await places()).toEqual(first);
    const lefts = new Set((await places()).slice(8).map((box) => (box as { x: number }).x));
    expect(lefts.size).toBe(2);
  });
});

test("FAN-29 the labels chosen last are offered again, also after a reload", async ({ page, api, signIn }) => {
  await arriveAtSuggested(page, api, signIn);
  const recent = question(page, TITLE).getByRole("button", { name: /chosen before$/ });
  await expect(recent).toHaveCount(0);
  await option(page, TITLE, "intent_07").click();
  await page.keyboard.press("Control+Enter");
  await expect(recent).toHaveText([/^7intent_07/]);
  await page.reload();
  await expect(recent).toHaveText([/^7intent_07/]);
  await recent.click();
  await expect(answer(page)).toContainText("intent_07");
});

test("FAN-29 of 10,000 labels keys that come faster than the list is drawn act on what was typed before them", async ({
  page,
  api,
  signIn,
}) => {
  const names = Array.from({ length: 10_000 }, (_, at) => `intent ${String(at + 1).padStart(5, "0")}`);
  const records = [1, 2, 3, 4, 5, 6].map((number) => text(number));
  const thousands = await setUp(api, { questions: [intent(names)], records });
  const person = await addPerson(api, thousands, "fast");
  await signIn(person.username, person.password);
  await openDataset(page, thousands);
  const slow = await page.context().newCDPSession(page);
  await slow.send("Emulation.setCPUThrottlingRate", { rate: 8 });
  for (const [at, submit] of ["Control+Enter", "Enter", "Control+Enter", "Enter"].entries()) {
    await page.keyboard.type(`0900${at}`);
    await page.keyboard.press("Enter");
    await page.keyboard.press(submit);
    await expect(record(page, at + 2)).toBeVisible();
  }
  await slow.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await expect.poll(() => ownResponses(api.as(person.api_key), thousands)).toHaveLength(4);
  const stored = await ownResponses(api.as(person.api_key), thousands);
  expect(stored.map(({ values }) => values?.intent?.value).sort()).toEqual(
    [0, 1, 2, 3].map((at) => `intent 0900${at}`),
  );
});
