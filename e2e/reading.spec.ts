import {
  CLARITY,
  card,
  FIVE_QUESTIONS,
  FIX,
  LETTER_FIELDS,
  OPENING,
  openDataset,
  option,
  question,
  record,
  TOPIC,
  VERDICT,
} from "./support/annotation.ts";
import { addPerson, setUp } from "./support/setup.ts";
import { expect, test } from "./support/test.ts";

/** A text longer than the screen is read without leaving the questions (design/keys.md#labeling). */

const LONG = Array.from({ length: 120 }, (_, at) => `Paragraph ${at + 1} of a letter that is long.`).join("\n\n");

for (const [width, layout] of [
  [1440, "beside the questions"],
  [800, "above the questions"],
] as const) {
  test(`FRS-12 design/keys.md#labeling: PageDown, PageUp, Home, End and Space turn the record ${layout} from every question`, async ({
    page,
    api,
    signIn,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    const records = [{ fields: { question: LONG, draft: "short" } }];
    const setup = await setUp(api, { fields: LETTER_FIELDS, questions: FIVE_QUESTIONS, records });
    const person = await addPerson(api, setup, `reads-${process.pid}-${width}`);
    await signIn(person.username, person.password);
    await openDataset(page, setup);
    const first = record(page, 1).getByText("Paragraph 1 of");
    const last = record(page, 1).getByText("Paragraph 120 of");
    const starts = [
      option(page, VERDICT, "Fully"),
      option(page, TOPIC, "Flight"),
      option(page, CLARITY, "1"),
      card(page, FIX, "Claims"),
      question(page, OPENING).getByRole("textbox"),
    ];
    for (const start of starts) {
      await start.focus();
      // Inside a text these keys are the text's.
      if (start === starts.at(-1)) await page.keyboard.press("Escape");
      await page.keyboard.press("Home");
      await expect(first).toBeInViewport();
      await page.keyboard.press("PageDown");
      await expect(first).not.toBeInViewport();
      await page.keyboard.press("PageUp");
      await expect(first).toBeInViewport();
      await page.keyboard.press("End");
      await expect(first).not.toBeInViewport();
      if (width === 1440) await expect(last).toBeInViewport();
    }
    await page.keyboard.press("Home");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Space");
    await expect(first).not.toBeInViewport();
  });
}

test("FRS-12 FAN-26 Shift+Tab leaves every question from its first option, a ranking too", async ({
  page,
  api,
  signIn,
}) => {
  const setup = await setUp(api, {
    fields: LETTER_FIELDS,
    questions: FIVE_QUESTIONS,
    records: [{ fields: { question: "short", draft: "short" } }],
  });
  const person = await addPerson(api, setup, "leaves");
  await signIn(person.username, person.password);
  await openDataset(page, setup);
  const here = () =>
    page.evaluate(() => document.activeElement?.closest("[data-question]")?.getAttribute("data-question"));
  const leads = [
    [card(page, FIX, "Claims"), "fix"],
    [option(page, CLARITY, "1"), "clarity"],
    [option(page, TOPIC, "Flight"), "topics"],
    [option(page, VERDICT, "Fully"), "verdict"],
  ] as const;
  for (const [start, name] of leads) {
    await start.focus();
    expect(await here()).toBe(name);
    for (let press = 0; press < 3 && (await here()) === name; press++) await page.keyboard.press("Shift+Tab");
    expect(await here()).not.toBe(name);
  }
});
