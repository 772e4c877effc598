import type { Locator, Page } from "@playwright/test";
import {
  action,
  addressOf,
  FIVE_QUESTIONS,
  LETTER_FIELDS,
  letter,
  openDataset,
  option,
  question,
  record,
  SUGGESTIONS,
  said,
  TOPIC,
  tabTo,
  VERDICT,
} from "./support/annotation.ts";
import type { Api } from "./support/api.ts";
import { codeOf, hold } from "./support/held.ts";
import { addPerson, type Setup, setUp } from "./support/setup.ts";
import { expect, test } from "./support/test.ts";

/**
 * Features for eight hours of labeling: pinned metadata, fields side by side, the pace, no lost letter
 * (design/device.md#preferences, design/record.md#pinned-metadata, design/annotation.md#foot).
 */

const terms = (name: string, title: string) => ({
  name,
  title,
  settings: { type: "terms", values: null },
  visible_for_annotators: true,
});
const METADATA = [
  terms("source", "Source"),
  { name: "words", title: "Words", settings: { type: "integer" }, visible_for_annotators: true },
  terms("drafter", "Drafted by"),
  terms("language", "Language"),
  terms("topics", "Topics"),
];
const RATING = {
  name: "stars",
  title: "Stars",
  required: true,
  settings: { type: "rating", options: [1, 2, 3, 4, 5].map((value) => ({ value })) },
};

let letters: Setup;
let quick: Setup;
test.beforeAll(async ({ api }) => {
  letters = await setUp(api, {
    fields: LETTER_FIELDS,
    questions: FIVE_QUESTIONS,
    metadata: METADATA,
    records: Array.from({ length: 9 }, (_, at) => ({
      ...letter(at + 1, SUGGESTIONS),
      metadata: {
        source: at % 3 === 0 ? "letters page" : "a very long name of a source that nobody could read in one line",
        words: 14_000 + at,
        drafter: "drafter-3",
        language: "en",
        topics: at % 2 === 0 ? ["swifts", "sleep"] : ["song"],
      },
    })),
  });
  quick = await setUp(api, {
    questions: [RATING],
    records: Array.from({ length: 12 }, (_, at) => ({ fields: { text: `Letter ${at + 1}` } })),
  });
});

const member = (api: Api, of: Setup) => addPerson(api, of, "comfort");

async function open(page: Page, api: Api, setup: Setup, signIn: (name: string, password: string) => Promise<void>) {
  const person = await member(api, setup);
  await signIn(person.username, person.password);
  await openDataset(page, setup);
}

const recordText = (page: Page) => page.getByRole("region", { name: "Text of the record" });
const titlesUnder = (page: Page) => recordText(page).getByRole("term").allTextContents();
const menuOf = async (page: Page): Promise<Locator> => {
  await page.getByRole("button", { name: "More about this record" }).click();
  return page.getByRole("menu");
};
const field = (page: Page, title: string) => page.getByRole("article", { name: title, exact: true });
const place = async (of: Locator) => {
  const box = await of.boundingBox();
  if (box === null) throw new Error("It is not on the screen");
  return box;
};
test("CON-08 FFI-07 metadata: a click on a value shows only the records with it; what stands under the text is chosen, up to four, and remembered; the details copy, pin and filter", async ({
  page,
  api,
  signIn,
  expectAccessible,
}) => {
  await open(page, api, letters, signIn);
  await test.step("a click on a value shows only the records with it", async () => {
    await expect(page.getByText("9 left")).toBeVisible();
    await recordText(page)
      .getByRole("button", { name: /^Show only records with Source: / })
      .click();
    await expect(said(page, /^Showing only records with Source: /)).toBeAttached();
    await expect(page).toHaveURL(/metadata=source/);
    await expect(page.getByText(/^(3|6) left$/)).toBeVisible();
    await recordText(page)
      .getByRole("button", { name: /^Show only records with Words: / })
      .click();
    await expect(page.getByText("1 left")).toBeVisible();
  });
  await test.step("what stands under the text is chosen by pointer or keys, and remembered", async () => {
    await page.goto(addressOf(letters));
    await expect(record(page, 1)).toBeVisible();
    expect(await titlesUnder(page)).toEqual(["Source", "Words", "Drafted by", "Language"]);
    await recordText(page).getByText("Language").hover();
    const choose = page.getByRole("button", { name: "Choose the metadata that stands here" });
    await choose.click();
    await expect(page.getByRole("menuitemcheckbox", { name: "Topics" })).toBeDisabled();
    await page.getByRole("menuitemcheckbox", { name: "Source" }).click();
    await page.getByRole("menuitemcheckbox", { name: "Topics" }).click();
    await page.keyboard.press("Escape");
    await expect.poll(() => titlesUnder(page)).toEqual(["Words", "Drafted by", "Language", "Topics"]);
    await page.reload();
    await expect(record(page, 1)).toBeVisible();
    expect(await titlesUnder(page)).toEqual(["Words", "Drafted by", "Language", "Topics"]);

    await page.keyboard.press("Escape");
    await tabTo(page, choose, 60);
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowDown");
    await page.getByRole("menuitemcheckbox", { name: "Words" }).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    await expect.poll(() => titlesUnder(page)).toEqual(["Drafted by", "Language", "Topics"]);
  });
  await test.step("the details of a record copy, pin and filter by each value, by keys alone", async () => {
    await (await menuOf(page)).getByRole("menuitem", { name: "Record details" }).click();
    const details = page.getByRole("dialog", { name: "Record details" });
    await expect(details.getByRole("button", { name: "Copy Words" })).toBeAttached();
    await expectAccessible();
    await tabTo(page, details.getByRole("button", { name: "Show Drafted by under every record" }));
    await page.keyboard.press("Enter");
    await expect(details.getByRole("button", { name: "Show Drafted by under every record" })).toHaveAttribute(
      "aria-pressed",
      "false",
    );
    const filter = details.getByRole("button", { name: /^Show only records with Topics: (swifts|song)$/ });
    await tabTo(page, filter);
    await page.keyboard.press("Enter");
    await expect(details).toBeHidden();
    await expect(page.getByText(/^(4|5) left$/)).toBeVisible();
    await expect(page).toHaveURL(/metadata=topics/);
  });
});
test("FPR-05 AUT-29 the progress drawer is made lower by keys, and is as low on the next visit; it says what was done today and the pace", async ({
  page,
  api,
  signIn,
  expectAccessible,
}) => {
  await open(page, api, quick, signIn);
  await page.keyboard.press("Alt+p");
  const drawer = page.getByRole("region", { name: "Progress" });
  await test.step("made lower by keys, and as low on the next visit", async () => {
    await expect(drawer).toBeVisible();
    const handle = page.getByRole("separator", { name: "Resize questions and progress" });
    const before = (await place(drawer.locator(".."))).height;
    await handle.focus();
    await page.keyboard.press("Shift+ArrowDown");
    await expect.poll(async () => (await place(drawer.locator(".."))).height).toBeCloseTo(before - 64, -1);
    await page.reload();
    await expect(record(page, 1)).toBeVisible();
    expect((await place(drawer.locator(".."))).height).toBeCloseTo(before - 64, -1);
    await handle.dblclick();
    await expect.poll(async () => (await place(drawer.locator(".."))).height).toBeCloseTo(before, 0);
  });
  await test.step("what was done today and the pace, on every visit of the day", async () => {
    await page.keyboard.press("Shift+Space");
    await expect(drawer.getByText("0 today")).toBeVisible();
    for (let at = 1; at <= 7; at++) {
      await expect(record(page, at)).toBeVisible();
      await page.keyboard.press("4");
    }
    await expect(drawer.getByText("7 today")).toBeVisible();
    await expect(drawer.getByText(/^[\d.]+ s per record$/)).toBeVisible();
    await expect(drawer.getByText("at this pace about 1 min left")).toBeVisible();
    await expectAccessible();
    await page.keyboard.press("Control+z");
    await expect(drawer.getByText("6 today")).toBeVisible();
    await page.reload();
    await expect(drawer.getByText("6 today")).toBeVisible();

    await page.goto("/user-settings");
    await page.getByRole("switch", { name: "Show my pace with the progress" }).click();
    await page.goto(addressOf(quick));
    await expect(drawer.getByRole("row")).toHaveCount(5);
    await expect(drawer.getByText("6 today")).toHaveCount(0);
  });
});

test("FAN-24 FEN-27 FRS-13 suggested options first and fields side by side are switched and remembered; a skipped record comes back at the end of the queue", async ({
  page,
  api,
  signIn,
}) => {
  await open(page, api, letters, signIn);
  await test.step("suggested options first is switched at the question and remembered for it", async () => {
    const shown = () => question(page, TOPIC).locator("[data-option]").allInnerTexts();
    await question(page, TOPIC).hover();
    await page.getByRole("button", { name: `Suggested options first in “${TOPIC}”` }).click();
    const first = async () => (await shown())[0] ?? "";
    await expect.poll(first).toContain("Sleep");
    await page.reload();
    await expect(record(page, 1)).toBeVisible();
    await expect.poll(first).toContain("Sleep");
    await expect(option(page, VERDICT, "Fully")).toBeVisible();
  });
  await test.step("two fields stand side by side where there is room, and stay so", async () => {
    const [first, second] = [field(page, "Question"), field(page, "Draft answer")];
    expect((await place(second)).y).toBeGreaterThan((await place(first)).y);
    await (await menuOf(page)).getByRole("menuitem", { name: "Fields side by side" }).click();
    const beside = async () => {
      const [left, right] = [await place(first), await place(second)];
      return left.y === right.y && left.x + left.width < right.x && Math.abs(left.width - right.width) < 1;
    };
    await expect.poll(beside).toBe(true);
    await page.reload();
    await expect(record(page, 1)).toBeVisible();
    await expect.poll(beside).toBe(true);

    await page.setViewportSize({ width: 1100, height: 900 });
    expect((await place(second)).y).toBeGreaterThan((await place(first)).y);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Find a command" }).fill("one below");
    await page.keyboard.press("Enter");
    await expect.poll(beside).toBe(false);
  });
  await test.step("a skipped record comes back at the end, and the foot says so", async () => {
    await page.keyboard.press("Alt+s");
    await expect(record(page, 2)).toBeVisible();
    await expect(said(page, "Record 1 skipped, it comes back at the end")).toBeVisible();
    for (let at = 2; at <= 9; at++) {
      await expect(record(page, at)).toBeVisible();
      await action(page, "Submit").click();
    }
    await expect(record(page, 1)).toBeVisible();
  });
});

test("FAN-19 LAY-10 on a phone all answers are cleared from the record's menu", async ({
  page,
  api,
  signIn,
  expectAccessible,
}) => {
  await page.setViewportSize({ width: 400, height: 860 });
  await open(page, api, letters, signIn);
  await option(page, VERDICT, "Fully").click();
  const menu = await menuOf(page);
  await expect(menu.getByRole("menuitem", { name: "Fields side by side" })).toHaveCount(0);
  await expectAccessible();
  await menu.getByRole("menuitem", { name: "Clear all answers" }).click();
  await expect(option(page, VERDICT, "Fully")).toHaveAttribute("aria-pressed", "false");
  await expect(option(page, VERDICT, "In part")).toHaveAttribute("aria-pressed", "false");
});

test("FRS-12 what is typed before the palette's code has come is kept, and goes nowhere else", async ({
  page,
  api,
  signIn,
}) => {
  const release = await hold(page, codeOf("src/ui/commands/palette.tsx"));
  await open(page, api, letters, signIn);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("skip wi");
  await expect(page.getByRole("textbox", { name: "Find a command" })).toHaveValue("skip wi");
  release();
  const input = page.getByRole("combobox", { name: "Find a command" });
  await expect(input).toHaveValue("skip wi");
  await page.keyboard.type("th");
  await expect(input).toHaveValue("skip with");
  await expect(record(page, 1)).toBeAttached();
  await page.keyboard.press("Enter");
  await expect(record(page, 2)).toBeVisible();
});

test("FRS-12 the palette is called off before its code has come, and the focus is back where it was", async ({
  page,
  api,
  signIn,
}) => {
  await page.route(codeOf("src/ui/commands/palette.tsx"), () => undefined);
  await open(page, api, letters, signIn);
  await expect(option(page, VERDICT, "Fully")).toBeFocused();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("x");
  await page.keyboard.press("Escape");
  await expect(option(page, VERDICT, "Fully")).toBeFocused();
  await expect(page.getByRole("textbox", { name: "Find a command" })).toHaveCount(0);
});
