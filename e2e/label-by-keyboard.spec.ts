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
import { addPerson, type Scene, setScene } from "./support/scene.ts";
import { expect, test } from "./support/test.ts";

/** The whole job with the keyboard alone (screens 2.2): no test here touches the pointer. */

const parts = {
  fields: LETTER_FIELDS,
  questions: FIVE_QUESTIONS,
  guidelines: GUIDELINES,
  metadata: METADATA,
};
let plain: Scene;
let suggested: Scene;
test.beforeAll(async ({ api }) => {
  const numbers = Array.from({ length: 14 }, (_, at) => at + 1);
  plain = await setScene(api, { ...parts, records: numbers.map((number) => letter(number)) });
  suggested = await setScene(api, { ...parts, records: numbers.map((number) => letter(number, SUGGESTIONS)) });
});

let people = 0;
const newcomer = () => `keys-${process.pid}-${people++}`;
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

test("FAN-01 to FAN-08 FAN-24 FAN-26 FAN-29 FRS-02 FRS-12 FRS-13 from the sign-in to a submitted answer of every type, by keys", async ({
  page,
  api,
}) => {
  const person = await addPerson(api, plain, newcomer());
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

  // A single label: the first option has the focus by itself, and a choice leads to the next question.
  await expect(option(page, VERDICT, "Fully")).toBeFocused();
  await expectFocusVisible(page);
  await press(page, "2");
  await chosen(option(page, VERDICT, "In part"));

  // Several labels: a number that begins another waits for its second digit.
  await expect(option(page, TOPIC, "Flight")).toBeFocused();
  await press(page, "1", "2");
  await chosen(option(page, TOPIC, "Nests"));
  await chosen(option(page, TOPIC, "Flight"), false);
  await press(page, "1");
  await chosen(option(page, TOPIC, "Flight"));
  await press(page, "3", "4", "4");
  await chosen(option(page, TOPIC, "Sleep"));
  await chosen(option(page, TOPIC, "Breeding"), false);
  // A letter begins a search, Enter takes the first match, Escape leaves.
  await press(page, "p");
  const find = question(page, TOPIC).getByRole("searchbox", { name: "Find a label" });
  await expect(find).toBeFocused();
  await expect(find).toHaveValue("p");
  await page.keyboard.type("ara");
  await press(page, "Enter");
  await chosen(option(page, TOPIC, "Parasites"));
  await expect(find).toHaveValue("");
  await press(page, "Escape");
  await expect(question(page, TOPIC).getByText("4 selected")).toBeVisible();

  // A rating, and back and forth between the questions.
  await press(page, "ArrowDown");
  await expect(option(page, CLARITY, "1")).toBeFocused();
  await press(page, "ArrowUp", "ArrowDown", "Tab");
  await expect(option(page, CLARITY, "2")).toBeFocused();
  await expectFocusVisible(page);
  await press(page, "6");
  await chosen(option(page, CLARITY, "6"));

  // A ranking with a tie; 0 takes an item back out.
  await expect(card(page, FIX, "Claims")).toBeFocused();
  await press(page, "1");
  await expect(card(page, FIX, "Order")).toBeFocused();
  await press(page, "2");
  await expect(card(page, FIX, "Facts")).toBeFocused();
  await press(page, "2");
  await expect(card(page, FIX, "Tone")).toBeFocused();
  await expect(question(page, FIX).getByText("Rank all or none.")).toBeVisible();
  await press(page, "4", "0");
  await expect(card(page, FIX, "Tone")).toHaveAccessibleName(/not ranked/);
  await press(page, "4");
  await expect(card(page, FIX, "Tone")).toHaveAccessibleName(/rank 4/);
  await expect(said(page, "Tone: rank 4")).toBeAttached();

  // A text: Shift+Enter begins, Escape ends; only then Enter submits.
  await press(page, "ArrowDown", "Shift+Enter");
  const text = page.getByRole("textbox", { name: OPENING });
  await expect(text).toBeFocused();
  await page.keyboard.type("Swifts sleep in the air.");
  await press(page, "Enter");
  await page.keyboard.type("Perhaps.");
  await press(page, "Escape", "Enter");

  await expect(record(page, 2)).toBeVisible();
  await expect(option(page, VERDICT, "Fully")).toBeFocused();
  await expect(said(page, "Record 1 submitted")).toBeVisible();
  await expect(said(page, "Record 2, Pending, 5 questions")).toBeAttached();
  await expect.poll(() => ownResponses(api.as(person.api_key), plain)).toHaveLength(1);
  const [stored] = await ownResponses(api.as(person.api_key), plain);
  expect(stored?.status).toBe("submitted");
  const values = Object.fromEntries(Object.entries(stored?.values ?? {}).map(([name, { value }]) => [name, value]));
  expect(values).toMatchObject({ verdict: "in_part", clarity: 6, opening: "Swifts sleep in the air.\nPerhaps." });
  expect(new Set(values.topics as string[])).toEqual(new Set(["flight", "sleep", "nests", "parasites"]));
  expect(values.fix).toHaveLength(4);
  expect(values.fix).toEqual(
    expect.arrayContaining([
      { value: "Claims", rank: 1 },
      { value: "Order", rank: 2 },
      { value: "Facts", rank: 2 },
      { value: "Tone", rank: 4 },
    ]),
  );
});

test("FQU-24 FQU-26 FRS-01 FRS-09 FRS-13 FAN-11 FAN-19 draft, discard, undo, redo, clear, skip, the four queues, by keys", async ({
  page,
  api,
  signIn,
}) => {
  const person = await addPerson(api, plain, newcomer());
  const mine = api.as(person.api_key);
  const statuses = async () => (await ownResponses(mine, plain)).map(({ status }) => status).sort();
  await signIn(person.username, person.password);
  await openDataset(page, plain);

  // What is missing is said, and the first missing question has the focus.
  await press(page, "Enter");
  await expect(said(page, `Still to answer: ${VERDICT}`)).toBeAttached();
  await press(page, "1", "Enter");
  await expect(option(page, CLARITY, "1")).toBeFocused();

  // A draft stays on the record.
  await press(page, "Control+s");
  await expect(said(page, "Record 1 saved as a draft")).toBeVisible();
  await expect(record(page, 1).getByText("Draft", { exact: true })).toBeVisible();
  await expect.poll(statuses).toEqual(["draft"]);

  // Discarding goes on, and comes back with one key.
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

  // Clearing takes answers and response away.
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

  // A changed submitted record does not let go silently.
  await press(page, "2", "ArrowRight");
  await expect(page.getByText("This submitted record has changes that were not submitted.")).toBeVisible();
  await expect(record(page, 4)).toBeVisible();
  // A toast that is still fading in does not hear the key.
  await expect(async () => {
    await press(page, "Escape");
    await expect(page.getByText("This submitted record has changes that were not submitted.")).toBeHidden({
      timeout: 300,
    });
  }).toPass();
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
  const person = await addPerson(api, suggested, newcomer());
  await signIn(person.username, person.password);
  await openDataset(page, suggested);
  await chosen(option(page, VERDICT, "In part"));
  await expect(option(page, VERDICT, "In part")).toHaveAccessibleDescription("Suggested, 78 %");
  await expect(question(page, VERDICT).getByText("Suggested by critic-2, 78 %")).toBeAttached();
  // FAN-30: the suggested topic beyond the visible ones is there with the others.
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

test("FAN-24 screens 2.1: shortcuts sheet, palette, guidelines and progress by keys; a key can be changed", async ({
  page,
  api,
  signIn,
}) => {
  const person = await addPerson(api, plain, newcomer());
  await signIn(person.username, person.password);
  await openDataset(page, plain);

  // Letters are commands, also on labels without a search; on labels with one they begin it, and with Alt they are commands.
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
    page.getByRole("region", { name: "Progress" }).getByRole("row", { name: /Pending 14 100.0 %/ }),
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

test("FRS-12 screens 2.2: Backspace does nothing right after writing, so that deleting a letter never discards", async ({
  page,
  api,
  signIn,
}) => {
  const person = await addPerson(api, plain, newcomer());
  await signIn(person.username, person.password);
  await openDataset(page, plain);
  await press(page, "ArrowUp", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown", "Shift+Enter");
  await expect(page.getByRole("textbox", { name: OPENING })).toBeFocused();
  await page.keyboard.type("Words");
  await press(page, "Escape", "Backspace");
  await expect(record(page, 1).getByText("Pending", { exact: true })).toBeVisible();
  // Keys keep being pressed until the second and a half are over: then one of them discards.
  await expect(async () => {
    await press(page, "Backspace");
    await expect(record(page, 2)).toBeVisible({ timeout: 300 });
  }).toPass();
  expect(await ownResponses(api.as(person.api_key), plain)).toHaveLength(1);
});
