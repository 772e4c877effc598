import type { Locator } from "@playwright/test";
import {
  CLARITY,
  chosen,
  FIVE_QUESTIONS,
  LETTER_FIELDS,
  letter,
  openDataset,
  option,
  record,
  SUGGESTIONS,
  VERDICT,
} from "./support/annotation.ts";
import { addPerson, setUp } from "./support/setup.ts";
import { expect, test } from "./support/test.ts";

/** With the system's colours in place of ours, where fills and shadows are gone (design/shell.md#announcements). */

test.use({ forcedColors: "active" });

const styleOf = (of: Locator) =>
  of.evaluate((element) => {
    const { backgroundColor, backgroundImage, borderTopStyle, outlineStyle, outlineWidth } = getComputedStyle(element);
    return { ground: `${backgroundColor} ${backgroundImage}`, borderTopStyle, edge: `${outlineStyle} ${outlineWidth}` };
  });
const ground = async (of: Locator) => (await styleOf(of)).ground;

test("FAN-18 design/shell.md#announcements: what is chosen, the view, the sheet and the progress are told apart by more than weight", async ({
  page,
  api,
  signIn,
  expectAccessible,
}) => {
  const questions = FIVE_QUESTIONS.filter(({ name }) => name === "verdict" || name === "clarity");
  const { verdict, clarity } = SUGGESTIONS;
  if (verdict === undefined || clarity === undefined) throw new Error("The setup has no suggestions");
  const records = [1, 2, 3, 4].map((number) => letter(number, { verdict, clarity }));
  const setup = await setUp(api, { fields: LETTER_FIELDS, questions, records });
  const person = await addPerson(api, setup, "forced");
  await signIn(person.username, person.password);
  await openDataset(page, setup);
  const fully = option(page, VERDICT, "Fully");
  await fully.click();
  await chosen(fully);
  expect(await ground(fully)).not.toBe(await ground(option(page, VERDICT, "Not at all")));
  // The machine's word is dotted, not chosen.
  const five = option(page, CLARITY, "5");
  expect(await ground(five)).not.toBe(await ground(fully));
  expect((await styleOf(five)).edge).toContain("dotted");
  expect((await styleOf(record(page, 1))).edge).toBe("solid 1px");
  const view = (name: string) => page.getByRole("group", { name: "View" }).getByRole("button", { name });
  expect(await ground(view("Focus"))).not.toBe(await ground(view("Bulk")));
  expect(await ground(page.getByRole("button", { name: "Submit", exact: true }))).toBe(await ground(fully));
  await expectAccessible();

  await page.keyboard.press("Control+Enter");
  await expect(record(page, 2)).toBeVisible();
  const bar = page.getByRole("img", { name: /1 submitted/ }).first();
  const done = bar.getByTitle("1 submitted");
  await expect(done).toBeVisible();
  expect(await ground(done)).not.toBe(await ground(bar));
  expect((await styleOf(bar)).edge).toBe("solid 1px");
});

test("FFI-03 design/filters.md#search: folded, the search is its icon in the middle of its frame", async ({
  page,
  api,
  signIn,
}) => {
  const setup = await setUp(api, { fields: LETTER_FIELDS, questions: FIVE_QUESTIONS, records: [letter(1)] });
  const person = await addPerson(api, setup, "centred");
  await signIn(person.username, person.password);
  await openDataset(page, setup);
  const middle = (of: Locator) =>
    of.evaluate((element) => {
      const { left, right } = element.getBoundingClientRect();
      return (left + right) / 2;
    });
  const search = page.getByRole("search");
  await expect(search).toBeVisible();
  expect(await middle(search.locator("svg").first())).toBe(await middle(search));
});
