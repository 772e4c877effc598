import type { Page } from "@playwright/test";
import { chosen, openDataset, option, ownResponses, question, said } from "./support/annotation.ts";
import { addPerson, labels, type RecordSetup, setUp } from "./support/setup.ts";
import { clickOn, draw, gloss } from "./support/spans.ts";
import { expect, test } from "./support/test.ts";

/** Spans drawn in the rows of the bulk view (design/bulk.md#spans). */

const TITLE = "What is mentioned?";
const NOTES = [
  "🎉 Edgar Pryce left Port Chalmers.",
  "Halloran saw Campbell Island.",
  "Nothing to report.",
  "Rain on Sunday.",
];
const spanOf = (text: string, words: string, label: string) => {
  const start = [...text.slice(0, text.indexOf(words))].length;
  return { start, end: start + [...words].length, label };
};
const inNote = (number: number, words: string, label: string) => spanOf(NOTES[number - 1] ?? "", words, label);

const row = (page: Page, number: number) => page.getByRole("row", { name: new RegExp(`^Record ${number},`) });
const text = (page: Page, number: number) => row(page, number).locator(".postil-spans");
const submit = (page: Page, count: number) => page.getByRole("button", { name: `Submit ${count}`, exact: true });
const box = (page: Page, number: number) => row(page, number).getByRole("checkbox");

const TYPE = { type: "span", field: "note", options: labels("Person", "Place", "Date") };
const questions = [{ name: "mentions", title: TITLE, required: true, settings: TYPE }];

async function openRows(
  page: Page,
  api: Parameters<typeof setUp>[0],
  signIn: (username: string, password: string) => Promise<void>,
  suggestions?: RecordSetup["suggestions"],
) {
  const setup = await setUp(api, {
    fields: [{ name: "note", title: "Note", required: true }],
    questions,
    records: NOTES.map((note, at) => ({ fields: { note }, ...(at === 1 && suggestions && { suggestions }) })),
  });
  const person = await addPerson(api, setup, "rows");
  await signIn(person.username, person.password);
  await openDataset(page, setup);
  await page.keyboard.press("b");
  await expect(page.getByRole("row")).toHaveCount(NOTES.length);
  const order = await page
    .getByRole("row")
    .evaluateAll((rows) => rows.map((one) => one.querySelector(".postil-spans")?.textContent ?? ""));
  const own = api.as(person.api_key);
  const stored = async () => (await ownResponses(own, setup)).map(({ status, values }) => ({ status, values }));
  return { setup, numberOf: (note: number) => order.indexOf(NOTES[note - 1] ?? "") + 1, stored };
}

test("FBU-11 FAN-28 spans are drawn in each row by mouse, selected by it, undone and redone, and go out together", async ({
  page,
  api,
  signIn,
  expectAccessible,
}) => {
  const { numberOf, stored } = await openRows(page, api, signIn);
  const [one, two] = [numberOf(1), numberOf(2)];
  await page.keyboard.press("2");
  await chosen(option(page, TITLE, "Place"));
  await draw(page, text(page, one), ["Port", 0.4], ["Chalmers", 0.6]);
  await expect(box(page, one)).toBeChecked();
  await expect(submit(page, 1)).toBeEnabled();
  await clickOn(page, text(page, two), ["Halloran", 0.5], "dblclick");
  await expect(gloss(page, "Halloran")).toBeVisible();
  await expect(box(page, two)).toBeChecked();
  // Undo takes the last change first, in any row.
  await page.keyboard.press("Control+z");
  await expect(gloss(page, "Halloran")).toHaveCount(0);
  await page.keyboard.press("Control+z");
  await expect(gloss(page, "Port Chalmers")).toHaveCount(0);
  await page.keyboard.press("Control+y");
  await expect(gloss(page, "Port Chalmers")).toBeVisible();
  await page.keyboard.press("Control+y");
  await gloss(page, "Halloran").click();
  await page.getByRole("listbox", { name: "Label of “Halloran”" }).getByRole("option", { name: "Person" }).click();
  await expectAccessible();
  await submit(page, 2).click();
  await expect.poll(stored).toEqual(
    expect.arrayContaining([
      { status: "submitted", values: { mentions: { value: [inNote(1, "Port Chalmers", "Place")] } } },
      { status: "submitted", values: { mentions: { value: [inNote(2, "Halloran", "Person")] } } },
    ]),
  );
  expect(await stored()).toHaveLength(2);
  // The sent spans stay visible, and they are no longer a draft.
  await expect(gloss(page, "Port Chalmers")).toBeVisible();
  await expect(page.getByRole("button", { name: /saved on this device only/ })).toHaveCount(0);
});

test("FBU-11 FAN-28 by keyboard alone: J to a row, W into its text, a digit; what no row says the form says for the rest", async ({
  page,
  api,
  signIn,
}) => {
  const suggested = { mentions: { value: [inNote(2, "Campbell Island", "Place")], agent: "tagger", score: [0.9] } };
  const { numberOf, stored } = await openRows(page, api, signIn, suggested);
  // The row shows the suggested spans. The page does not send them unless the user changes or accepts them.
  await expect(text(page, numberOf(2)).locator(".postil-span[data-look=suggested]")).toHaveText("Campbell Island");
  const toRow = async (number: number) => {
    for (let at = 1; at < NOTES.length; at++) await page.keyboard.press("k");
    for (let at = 1; at < number; at++) await page.keyboard.press("j");
    await expect(row(page, number)).toBeFocused();
  };
  await toRow(numberOf(4));
  await page.keyboard.press("w");
  await expect(said(page, "Rain")).toBeAttached();
  for (const key of ["ArrowRight", "ArrowRight", "3"]) await page.keyboard.press(key);
  await expect(gloss(page, "Sunday")).toBeVisible();
  await expect(box(page, numberOf(4))).toBeChecked();
  // The suggestion answers the required question, so the user can accept it.
  await expect(page.getByText("1 of 1 has suggestions for every required question")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(row(page, numberOf(4))).toBeFocused();
  await toRow(numberOf(2));
  for (const key of ["w", "1", "Escape"]) await page.keyboard.press(key);
  await expect(gloss(page, "Halloran")).toBeVisible();
  // The page does not send a row without a drawn span.
  await toRow(numberOf(3));
  await page.keyboard.press("x");
  await page.keyboard.press("Enter");
  await expect(said(page, TITLE).first()).toBeAttached();
  expect(await stored()).toEqual([]);
  await question(page, TITLE).getByRole("button", { name: "No spans" }).press("Space");
  await page.keyboard.press("Control+Enter");
  await expect
    .poll(async () => (await stored()).map(({ values }) => values))
    .toEqual(
      expect.arrayContaining([
        { mentions: { value: [inNote(4, "Sunday", "Date")] } },
        { mentions: { value: [inNote(2, "Halloran", "Person"), inNote(2, "Campbell Island", "Place")] } },
        { mentions: { value: [] } },
      ]),
    );
});

test("FBU-11 FAN-16 what was drawn in a row survives a reload and stands in focus view; saved as drafts it is one each", async ({
  page,
  api,
  signIn,
}) => {
  const { numberOf, stored } = await openRows(page, api, signIn);
  await clickOn(page, text(page, numberOf(2)), ["Island", 0.5], "dblclick");
  await expect(gloss(page, "Island")).toBeVisible();
  await page.reload();
  await expect(gloss(page, "Island")).toBeVisible();
  await box(page, numberOf(2)).check();
  await page.keyboard.press("Control+s");
  await expect
    .poll(stored)
    .toEqual([{ status: "draft", values: { mentions: { value: [inNote(2, "Island", "Person")] } } }]);
});
