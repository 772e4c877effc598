import type { Page } from "@playwright/test";
import {
  action,
  CLARITY,
  card,
  chosen,
  expectFocusVisible,
  FIVE_QUESTIONS,
  FIX,
  GUIDELINES,
  LETTER_FIELDS,
  letter,
  METADATA,
  OPENING,
  openDataset,
  option,
  ownResponses,
  question,
  record,
  SUGGESTIONS,
  said,
  TOPIC,
  tabTo,
  VERDICT,
} from "./support/annotation.ts";
import type { Api } from "./support/api.ts";
import { addPerson, type Setup, setUp } from "./support/setup.ts";
import { putSession } from "./support/sign-in.ts";
import { expect, MAIN_IN_LONG, remember, test } from "./support/test.ts";

/** The whole job by keyboard only (design/keys.md#labeling). No test here uses the pointer. */

const parts = {
  fields: LETTER_FIELDS,
  questions: FIVE_QUESTIONS,
  guidelines: GUIDELINES,
  metadata: METADATA,
};
let plain: Setup;
let suggested: Setup;
test.beforeAll(async ({ api }) => {
  const numbers = Array.from({ length: 14 }, (_, at) => at + 1);
  plain = await setUp(api, { ...parts, records: numbers.map((number) => letter(number)) });
  suggested = await setUp(api, { ...parts, records: numbers.map((number) => letter(number, SUGGESTIONS)) });
});

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

/** Presses keys without waiting for the page in between: on a busy machine the digits of a number may else come too late. */
const pressAtOnce = (page: Page, ...keys: string[]) => Promise.all(keys.map((key) => page.keyboard.press(key)));

test("FRS-12 FRS-13 from the sign-in to the first record by keys, whose first option has the focus", {
  tag: MAIN_IN_LONG,
}, async ({ page, api }) => {
  const person = await addPerson(api, plain, "keys");
  await page.goto("/sign-in");
  await expect(page.getByLabel("Username")).toBeFocused();
  await page.keyboard.type(person.username);
  await press(page, "Tab");
  await page.keyboard.type(person.password);
  await press(page, "Enter");
  await tabTo(page, page.getByRole("link", { name: plain.dataset, exact: true }));
  await expectFocusVisible(page);
  await press(page, "Enter");
  await expect(record(page, 1)).toBeVisible();
  await expect(said(page, "Record 1, Pending, 5 questions")).toBeAttached();
  await expect(option(page, VERDICT, "Fully")).toBeFocused();
  await expectFocusVisible(page);
});

test.describe("every type of answer", () => {
  /** All tests share one user and one page, because a sign-in takes longer than a test. */
  let page: Page;
  let mine: Api;
  test.beforeAll(async ({ browser, api, baseURL }) => {
    const person = await addPerson(api, plain, "keys");
    mine = api.as(person.api_key);
    page = await browser.newPage(baseURL === undefined ? {} : { baseURL });
    await remember(page.context());
    await putSession(page.context(), baseURL ?? "", person);
    await openDataset(page, plain);
  });
  test.beforeEach(async () => {
    // Clears what the test before has answered, so that the page need not load again.
    await option(page, VERDICT, "Fully").focus();
    await press(page, "Shift+Space");
    await expect(option(page, VERDICT, "Fully")).toBeFocused();
  });
  test.afterAll(() => page.close());

  test("FAN-02 FAN-24 a number picks a single label and leads to the next question", async () => {
    await press(page, "2");
    await chosen(option(page, VERDICT, "In part"));
    await expect(option(page, TOPIC, "Flight")).toBeFocused();
  });

  test("FAN-03 FAN-24 numbers turn several labels on and off, one that begins another waits for its second digit", async () => {
    await press(page, "ArrowDown");
    await pressAtOnce(page, "1", "2");
    await chosen(option(page, TOPIC, "Nests"));
    await chosen(option(page, TOPIC, "Flight"), false);
    await press(page, "1");
    await chosen(option(page, TOPIC, "Flight"));
    await press(page, "3", "4", "4");
    await chosen(option(page, TOPIC, "Sleep"));
    await chosen(option(page, TOPIC, "Breeding"), false);
    await expect(question(page, TOPIC).getByText("3 selected")).toBeVisible();
  });

  test("FAN-29 a letter begins a search, Enter takes the match and empties it, Escape leaves", async () => {
    await press(page, "ArrowDown", "p");
    const find = question(page, TOPIC).getByRole("searchbox", { name: "Find a label" });
    await expect(find).toBeFocused();
    await expect(find).toHaveValue("p");
    await page.keyboard.type("ara");
    await press(page, "Enter");
    await chosen(option(page, TOPIC, "Parasites"));
    await expect(find).toHaveValue("");
    await press(page, "Escape");
    await expect(option(page, TOPIC, "Parasites")).toBeFocused();
  });

  test("FRS-12 Down and Up go between the questions, Tab between the options", async () => {
    await press(page, "ArrowDown", "ArrowDown");
    await expect(option(page, CLARITY, "1")).toBeFocused();
    await press(page, "ArrowUp");
    await expect(option(page, TOPIC, "Flight")).toBeFocused();
    await press(page, "ArrowDown", "Tab");
    await expect(option(page, CLARITY, "2")).toBeFocused();
    await expectFocusVisible(page);
  });

  test("FAN-02 the digits of a rating's value pick it", async () => {
    await press(page, "ArrowDown", "ArrowDown", "6");
    await chosen(option(page, CLARITY, "6"));
    await expect(card(page, FIX, "Claims")).toBeFocused();
  });

  test("FAN-04 FAN-26 a digit ranks an item, ties too, and leads to the next; 0 takes it back out", async () => {
    await press(page, "ArrowDown", "ArrowDown", "ArrowDown");
    await expect(card(page, FIX, "Claims")).toBeFocused();
    await press(page, "1");
    await expect(card(page, FIX, "Order")).toBeFocused();
    await press(page, "2");
    await expect(card(page, FIX, "Facts")).toBeFocused();
    await press(page, "2");
    await expect(card(page, FIX, "Facts")).toHaveAccessibleName(/rank 2/);
    await expect(card(page, FIX, "Tone")).toBeFocused();
    await press(page, "4", "0");
    await expect(card(page, FIX, "Tone")).toHaveAccessibleName(/not ranked/);
    await press(page, "4");
    await expect(card(page, FIX, "Tone")).toHaveAccessibleName(/rank 4/);
    await expect(said(page, "Tone: rank 4")).toBeAttached();
  });

  test("FAN-09 of an optional ranking all or none: a half one says so", async () => {
    await press(page, "ArrowDown", "ArrowDown", "ArrowDown", "1");
    await expect(question(page, FIX).getByText(/^Rank all \d answers, or none\.$/)).toBeVisible();
  });

  test("FAN-01 Shift+Enter begins a text, in which Enter is a new line, and Escape ends it", async () => {
    await press(page, "ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown", "Shift+Enter");
    const text = page.getByRole("textbox", { name: OPENING });
    await expect(text).toBeFocused();
    await page.keyboard.type("Swifts sleep in the air.");
    await press(page, "Enter");
    await page.keyboard.type("Perhaps.");
    await expect(text).toHaveValue("Swifts sleep in the air.\nPerhaps.");
    await press(page, "Escape");
    await expect(text).toHaveCount(0);
    await expect(question(page, OPENING)).toContainText("Swifts sleep in the air.");
  });

  test("FAN-05 FAN-12 FRS-02 Enter sends every answer as the wire has it, and the next record is there", async () => {
    await press(page, "2");
    await pressAtOnce(page, "1", "2");
    await press(page, "1", "ArrowDown", "6");
    for (const [item, rank] of [
      ["Claims", "1"],
      ["Order", "2"],
      ["Facts", "2"],
      ["Tone", "4"],
    ] as const) {
      await expect(card(page, FIX, item)).toBeFocused();
      await press(page, rank);
    }
    await press(page, "ArrowDown", "Shift+Enter");
    await page.keyboard.type("Swifts sleep in the air.");
    await press(page, "Enter");
    await page.keyboard.type("Perhaps.");
    await press(page, "Escape", "Enter");

    await expect(record(page, 2)).toBeVisible();
    await expect(option(page, VERDICT, "Fully")).toBeFocused();
    await expect(said(page, "Record 1 submitted")).toBeVisible();
    await expect(said(page, "Record 2, Pending, 5 questions")).toBeAttached();
    await expect.poll(() => ownResponses(mine, plain)).toHaveLength(1);
    const [stored] = await ownResponses(mine, plain);
    expect(stored?.status).toBe("submitted");
    expect(stored?.values).toEqual({
      verdict: { value: "in_part" },
      topics: { value: ["nests", "flight"] },
      clarity: { value: 6 },
      fix: {
        value: [
          { value: "Claims", rank: 1 },
          { value: "Order", rank: 2 },
          { value: "Facts", rank: 2 },
          { value: "Tone", rank: 4 },
        ],
      },
      opening: { value: "Swifts sleep in the air.\nPerhaps." },
    });
  });
});

test("FQU-24 FQU-26 FRS-01 FRS-09 FRS-13 FAN-11 FAN-19 draft, discard, undo, redo, clear, skip, the four queues, by keys", {
  tag: "@main",
}, async ({ page, api, signIn }) => {
  const person = await addPerson(api, plain, "keys");
  const mine = api.as(person.api_key);
  const statuses = async () => (await ownResponses(mine, plain)).map(({ status }) => status).sort();
  await signIn(person.username, person.password);
  await openDataset(page, plain);

  // The page says which answers are missing, and the first missing question has the focus.
  await press(page, "Enter");
  await expect(said(page, `Still to answer: ${VERDICT}`)).toBeAttached();
  await press(page, "1", "Enter");
  await expect(option(page, CLARITY, "1")).toBeFocused();

  // A draft stays on the record.
  await press(page, "Control+s");
  await expect(said(page, "Record 1 saved as a draft")).toBeVisible();
  await expect(record(page, 1).getByText("Draft", { exact: true })).toBeVisible();
  await expect.poll(statuses).toEqual(["draft"]);

  // Discard goes to the next record, and one key undoes it.
  await press(page, "ArrowRight");
  await expect(record(page, 2)).toBeVisible();
  await press(page, "Backspace");
  await expect(record(page, 3)).toBeVisible();
  await expect(said(page, "Record 2 discarded")).toBeVisible();
  await expect.poll(statuses).toEqual(["discarded", "draft"]);
  await press(page, "Control+z");
  await expect(record(page, 2)).toBeVisible();
  await expect(record(page, 2).getByText("Pending", { exact: true })).toBeVisible();
  await expect.poll(statuses).toEqual(["draft"]);
  await press(page, "Control+Shift+z");
  await expect(record(page, 3)).toBeVisible();
  await expect.poll(statuses).toEqual(["discarded", "draft"]);

  // Skipping writes nothing.
  await press(page, "Alt+s");
  await expect(record(page, 4)).toBeVisible();
  await press(page, "3", "ArrowDown", "7");
  await chosen(option(page, CLARITY, "7"));
  await press(page, "Control+Enter");
  await expect(record(page, 5)).toBeVisible();
  await expect.poll(statuses).toEqual(["discarded", "draft", "submitted"]);

  // Clear removes the answers and the response.
  await press(page, "ArrowLeft");
  await expect(record(page, 4).getByText("Submitted", { exact: true })).toBeVisible();
  await press(page, "Shift+Space");
  await expect(said(page, "Record 4 cleared")).toBeVisible();
  await chosen(option(page, VERDICT, "Not at all"), false);
  await expect.poll(statuses).toEqual(["discarded", "draft"]);
  await press(page, "Control+z");
  await expect(record(page, 4).getByText("Submitted", { exact: true })).toBeVisible();
  await chosen(option(page, VERDICT, "Not at all"));
  await expect.poll(statuses).toEqual(["discarded", "draft", "submitted"]);

  // The page does not leave a changed submitted record without a warning.
  await press(page, "2", "ArrowRight");
  await expect(
    page.getByText("The changes to this submitted record are not submitted. Going on removes them."),
  ).toBeVisible();
  await expect(record(page, 4)).toBeVisible();
  await press(page, "Escape");
  await expect(
    page.getByText("The changes to this submitted record are not submitted. Going on removes them."),
  ).toBeHidden();
  await press(page, "Enter");
  await expect(record(page, 5)).toBeVisible();

  // The other queues, from the palette.
  await press(page, "Control+k");
  await expect(page.getByRole("combobox", { name: "Find a command" })).toBeFocused();
  await page.keyboard.type("to discarded");
  await expect(page.getByRole("option", { name: /Go to Discarded/ })).toHaveAttribute("aria-selected", "true");
  await press(page, "Enter");
  await expect(record(page, 1).getByText("Discarded", { exact: true }).first()).toBeVisible();
  await expect(page).toHaveURL(/status=discarded/);
  await expect(action(page, "Discard")).toHaveCount(0);
  await press(page, "Control+k");
  await page.keyboard.type("to submitted");
  await press(page, "Enter");
  await expect(page).toHaveURL(/status=submitted/);
  await expect(record(page, 1).getByText("Submitted", { exact: true }).first()).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/status=discarded/);
  await expect(record(page, 1).getByText("Discarded", { exact: true }).first()).toBeVisible();
});

test("FAN-14 FAN-16 FAN-17 FAN-18 suggestions are filled in, told from a person's answers, and accepted all at once", async ({
  page,
  api,
  signIn,
}) => {
  const person = await addPerson(api, suggested, "keys");
  await signIn(person.username, person.password);
  await openDataset(page, suggested);
  await chosen(option(page, VERDICT, "In part"));
  await expect(option(page, VERDICT, "In part")).toHaveAccessibleDescription("Suggested, 78 %");
  await expect(question(page, VERDICT).getByText("Suggested by critic-2, 78 %")).toBeAttached();
  // FAN-30: a suggested topic beyond the visible ones is also shown.
  await chosen(option(page, TOPIC, "Cities"));
  await press(page, "1");
  await expect(question(page, VERDICT).getByRole("button", { name: "use In part, 78 %" })).toBeVisible();
  await press(page, "ArrowUp", "2");
  await expect(question(page, VERDICT).getByRole("button", { name: "use In part, 78 %" })).toHaveCount(0);
  await press(page, "Alt+a");
  await expect(record(page, 2)).toBeVisible();
  await expect.poll(() => ownResponses(api.as(person.api_key), suggested)).toHaveLength(1);
  const [stored] = await ownResponses(api.as(person.api_key), suggested);
  expect(stored).toMatchObject({
    status: "submitted",
    values: {
      verdict: { value: "in_part" },
      topics: { value: ["flight", "sleep", "cities"] },
      clarity: { value: 5 },
      opening: { value: "Partly. Some swifts stay up for **ten months**." },
    },
  });
});

test("FAN-24 design/keys.md#rules: shortcuts sheet, palette, guidelines and progress by keys; a key can be changed", async ({
  page,
  api,
  signIn,
}) => {
  const person = await addPerson(api, plain, "keys");
  await signIn(person.username, person.password);
  await openDataset(page, plain);

  // Letters are commands, also on labels without a search. On labels with a search they start it; Alt makes them commands.
  const guidelines = page.getByRole("region", { name: "Guidelines" });
  await press(page, "g");
  await expect(guidelines.getByRole("heading", { name: "Clarity" })).toBeVisible();
  await press(page, "g");
  await expect(guidelines).toBeHidden();
  await press(page, "ArrowDown", "Alt+g");
  await expect(guidelines.getByRole("heading", { name: "Clarity" })).toBeVisible();
  await press(page, "Alt+g");
  await expect(guidelines).toBeHidden();
  await press(page, "g");
  await expect(question(page, TOPIC).getByRole("searchbox")).toHaveValue("g");
  await expect(guidelines).toBeHidden();
  await press(page, "Escape", "Escape", "p");
  await expect(
    page.getByRole("region", { name: "Progress" }).getByRole("row", { name: /Pending 14 100 %/ }),
  ).toBeVisible();
  await press(page, "p");
  await expect(page.getByRole("region", { name: "Progress" })).toBeHidden();

  await press(page, "?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(sheet.getByRole("searchbox")).toBeFocused();
  await page.keyboard.type("skip");
  const skip = sheet.getByRole("button", { name: /Change the key of Skip without answering/ });
  await tabTo(page, skip, 10);
  await expectFocusVisible(page);
  await press(page, "Enter", "g");
  await expect(sheet.getByRole("alert")).toHaveText(/is the key of .*Guidelines/);
  await press(page, "x");
  await expect(skip).toHaveAccessibleName(/X/);
  await press(page, "Escape");
  await expect(sheet).toBeHidden();
  await press(page, "x");
  await expect(record(page, 2)).toBeVisible();
  await press(page, "Escape", "s");
  await expect(record(page, 2)).toBeVisible();

  await press(page, "Control+k");
  const palette = page.getByRole("dialog", { name: "Commands" });
  await expect(palette.getByRole("combobox")).toBeFocused();
  await page.keyboard.type("nothing like that");
  await expect(palette.getByText("No command matches")).toBeVisible();
  await press(page, "Escape");
  await expect(palette).toBeHidden();
});

test("FRS-12 design/keys.md#labeling: Backspace does nothing right after writing, so that deleting a letter never discards", {
  tag: MAIN_IN_LONG,
}, async ({ page, api, signIn }) => {
  const person = await addPerson(api, plain, "keys");
  await signIn(person.username, person.password);
  await page.clock.install();
  await openDataset(page, plain);
  await press(page, "ArrowUp", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown", "Shift+Enter");
  await expect(page.getByRole("textbox", { name: OPENING })).toBeFocused();
  await page.keyboard.type("Words");
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 100);
  await press(page, "Escape", "Backspace");
  await page.clock.runFor(1400);
  await press(page, "Backspace");
  await expect(record(page, 1).getByText("Pending", { exact: true })).toBeVisible();
  await page.clock.runFor(200);
  await press(page, "Backspace");
  await page.clock.runFor(1000);
  await expect(record(page, 2)).toBeVisible();
  await expect.poll(() => ownResponses(api.as(person.api_key), plain)).toHaveLength(1);
});
