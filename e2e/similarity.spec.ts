import AxeBuilder from "@axe-core/playwright";
import type { Locator, Page } from "@playwright/test";
import {
  addressOf,
  expectFocusVisible,
  FIVE_QUESTIONS,
  LETTER_FIELDS,
  letter,
  METADATA,
  openDataset,
  record,
  tabTo,
  VERDICT,
} from "./support/annotation.ts";
import type { Api } from "./support/api.ts";
import { addPerson, type Setup, setUp } from "./support/setup.ts";
import { expect, test } from "./support/test.ts";

/**
 * Records similar to another record (design/filters.md#similar-records): by mouse, by keyboard, by link, and together with
 * other criteria.
 */

/** Directions in degrees. No two pairs have the same distance. */
const DEGREES = [0, 1, 4, 9, 15, 22, 32, 34, 58, 74, 103, 130] as const;
const COUNT = DEGREES.length;
const inRadians = (degrees: number) => (degrees * Math.PI) / 180;
const directionOf = (degrees: number) => [Math.cos(inRadians(degrees)), Math.sin(inRadians(degrees))];
const cosine = (a: number, b: number) => Math.cos(inRadians((DEGREES[a - 1] ?? 0) - (DEGREES[b - 1] ?? 0)));

/** The other letters sorted by their similarity to one letter, with the percentage that the page shows. */
function rank(of: number, order: "most" | "least", among = Array.from({ length: COUNT }, (_, at) => at + 1)) {
  const sign = order === "most" ? 1 : -1;
  return among
    .filter((number) => number !== of)
    .map((number) => ({ number, score: (1 + sign * cosine(of, number)) / 2 }))
    .sort((a, b) => b.score - a.score)
    .map(({ number, score }) => ({ number, percent: `${Math.round(score * 1000) / 10} %` }));
}

const MEANING = { name: "meaning", title: "Meaning", dimensions: 2 };
const STYLE = { name: "style", title: "Style", dimensions: 2 };

type Letters = Setup & { readonly ids: readonly string[] };

let one: Letters;
let two: Letters;
test.beforeAll(async ({ api }) => {
  const about = { fields: LETTER_FIELDS, questions: FIVE_QUESTIONS, metadata: METADATA };
  const letters = DEGREES.map((degrees, at) => ({ ...letter(at + 1), degrees }));
  one = await withIds(api, {
    ...about,
    vectors: [MEANING],
    records: letters.map(({ degrees, ...rest }) => ({ ...rest, vectors: { meaning: directionOf(degrees) } })),
  });
  two = await withIds(api, {
    ...about,
    vectors: [MEANING, STYLE],
    records: [
      ...letters.map(({ degrees, ...rest }) => ({
        ...rest,
        vectors: { meaning: directionOf(degrees), style: directionOf(-degrees) },
      })),
      { ...letter(COUNT + 1), vectors: { style: [1, 0] } },
      letter(COUNT + 2),
    ],
  });
});

/** The setup with the IDs of its letters, in their order. */
async function withIds(api: Api, options: Parameters<typeof setUp>[1]): Promise<Letters> {
  const setup = await setUp(api, options);
  const { items } = await api.get<{ items: { id: string; external_id: string }[] }>(
    `/api/v1/datasets/${setup.datasetId}/records?limit=100`,
  );
  const ids = new Map(items.map(({ id, external_id }) => [external_id, id]));
  return { ...setup, ids: options.records.map((_, at) => ids.get(`letter-${at + 1}`) ?? "") };
}

const member = (api: Api, setup: Setup) => addPerson(api, setup, "similar");

const similar = (page: Page): Locator => page.getByRole("button", { name: "Similar", exact: true });
const bar = (page: Page): Locator => page.getByRole("region", { name: "Similarity search" });
const sheet = (page: Page): Locator => page.getByRole("region", { name: /^(Record \d+|Opened by its link)$/ });
const linkTo = (setup: Letters, of: number, rest: string) =>
  `${addressOf(setup)}?similarity=record.${setup.ids[of - 1]}.vector.${rest}`;

async function shownNumber(page: Page): Promise<number> {
  const text = await page.getByRole("article", { name: "Question", exact: true }).last().innerText();
  return Number(/Letter (\d+)\./.exec(text)?.[1]);
}

/** Expects that the record on the screen is the match at this place, and that the page shows the place. */
async function expectPlace(page: Page, place: string, found: { number: number; percent: string } | undefined) {
  await expect(sheet(page).getByText(place, { exact: true })).toBeVisible();
  await expect(sheet(page).getByText(`Letter ${found?.number}. I keep reading`).last()).toBeVisible();
  await expect(sheet(page).getByTitle("Similarity")).toHaveText(`Similarity ${found?.percent}`);
}

test("FFI-14 FFI-21 FFI-22 FFI-23 FFI-24 FFI-25 CON-03 by mouse: one vector finds at once, the bar asks anew, the × leads back", async ({
  page,
  api,
  signIn,
  expectAccessible,
}) => {
  const person = await member(api, one);
  await signIn(person.username, person.password);
  await openDataset(page, one);
  await page.getByRole("button", { name: "Next record" }).click();
  await page.getByRole("button", { name: "Next record" }).click();
  await expect(record(page, 3)).toBeVisible();
  const reference = await shownNumber(page);
  await similar(page).click();

  await expect(bar(page)).toContainText(
    `similar toLetter ${reference}. I keep reading that… · It is partly known, says a stu…by`,
  );
  const nearest = rank(reference, "most");
  await expectPlace(page, `1 of ${COUNT - 1}`, nearest[0]);
  await expect(sheet(page).getByText("most similar", { exact: true })).toBeVisible();
  await expect(page).toHaveURL(
    new RegExp(`similarity=record\\.${one.ids[reference - 1]}\\.vector\\.meaning\\.limit\\.50\\.order\\.most`),
  );
  await expectAccessible();
  await page.getByRole("button", { name: "Next record" }).click();
  await expectPlace(page, `2 of ${COUNT - 1}`, nearest[1]);

  await bar(page).getByRole("button", { name: "50 records at most" }).click();
  await expect(page.getByRole("menuitemradio")).toHaveText(["10", "50", "100", "200"]);
  await page.getByRole("menuitemradio", { name: "10", exact: true }).click();
  await expectPlace(page, "1 of 10", nearest[0]);
  await bar(page).getByRole("button", { name: "Most similar" }).click();
  await page.getByRole("menuitemradio", { name: "Least similar" }).click();
  await expectPlace(page, "1 of 10", rank(reference, "least")[0]);
  await expect(sheet(page).getByText("least similar", { exact: true })).toBeVisible();

  await bar(page).getByRole("button", { name: "Show the whole reference record" }).click();
  const whole = page.getByRole("region", { name: "Reference record" });
  await expect(whole).toContainText(`Letter ${reference}. I keep reading that swifts sleep in the air.`);
  expect((await whole.boundingBox())?.height ?? 1000).toBeLessThanOrEqual(0.3 * 900 + 1);
  await expectAccessible();

  await bar(page).getByRole("button", { name: "End the similarity search" }).click();
  await expect(record(page, 3)).toBeVisible();
  expect(await shownNumber(page)).toBe(reference);
  await expect(bar(page)).toBeHidden();
  await expect(sheet(page).getByTitle("Similarity")).toHaveCount(0);
  await expect(page).not.toHaveURL(/similarity/);

  // Back and forward walk through what was shown.
  await page.goBack();
  await expect(bar(page).getByRole("button", { name: "Least similar" })).toBeVisible();
  await page.goForward();
  await expect(bar(page)).toBeHidden();
});

test("FFI-22 FFI-24 by keyboard: M asks for vector and order where there are several, the palette ends it", async ({
  page,
  api,
  signIn,
}) => {
  const person = await member(api, two);
  await signIn(person.username, person.password);
  // A record that has one of the two vectors, and is of this queue.
  await page.goto(`${addressOf(two)}?record=${two.ids[COUNT]}`);
  await expect(similar(page)).toBeVisible();
  await page.getByRole("group", { name: VERDICT, exact: true }).getByRole("button").first().focus();
  await page.keyboard.press("Alt+m");
  const panel = page.getByRole("dialog", { name: "Find similar records" });
  await expect(panel.getByRole("radio", { name: /Meaning/ })).toBeDisabled();
  await expect(panel.getByText("This record has no Meaning vector.")).toBeVisible();
  await expect(panel.getByRole("radio", { name: "Style" })).toBeChecked();
  await page.keyboard.press("Enter");
  await expect(bar(page)).toBeVisible();
  await expect(panel).toBeHidden();
  await bar(page).getByRole("button", { name: "End the similarity search" }).click();
  await expect(bar(page)).toBeHidden();
  await page.keyboard.press("Alt+m");
  await expect(panel.getByRole("radio", { name: "Style" })).toBeChecked();
  // React Aria's own button for screen readers, to close a popover, stands in it but not in its dialog.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().include("[role=dialog]").analyze();
  expect(violations).toEqual([]);
  const least = panel.getByRole("button", { name: "Least similar" });
  await tabTo(page, least);
  await expectFocusVisible(page);
  await page.keyboard.press("Space");
  await tabTo(page, panel.getByRole("button", { name: "Find" }));
  await page.keyboard.press("Enter");

  await expect(sheet(page).getByText(`1 of ${COUNT}`, { exact: true })).toBeVisible();
  await expect(sheet(page).getByText(`Letter ${COUNT}. I keep reading`).last()).toBeVisible();
  await expect(page).toHaveURL(/vector\.style\.limit\.50\.order\.least/);
  // The reference record lacks the other vector, so the page does not offer that vector.
  const vector = bar(page).getByRole("button", { name: "Style, the vector compared" });
  // Escape leaves the questions.
  await page.keyboard.press("Escape");
  await tabTo(page, vector, 60);
  await expectFocusVisible(page);
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("menuitemradio", { name: "This record has no Meaning vector." })).toBeDisabled();
  await page.keyboard.press("Escape");
  await expect(vector).toBeFocused();
  const expand = bar(page).getByRole("button", { name: "Show the whole reference record" });
  await tabTo(page, expand);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Reference record" })).toContainText(`Letter ${COUNT + 1}.`);

  await page.keyboard.press("Control+k");
  await page.keyboard.type("End similarity");
  await page.keyboard.press("Enter");
  await expect(bar(page)).toBeHidden();
  // The page shows the first record again, at any position in this user's queue.
  await expect(
    sheet(page)
      .getByText(`Letter ${COUNT + 1}. I keep reading`)
      .last(),
  ).toBeVisible();
  await expect(page).not.toHaveURL(/similarity/);
});

test("FFI-22 a record without any vector: the button rests and says why, M says it too; without vectors there is no button", async ({
  page,
  api,
  signIn,
}) => {
  const person = await member(api, two);
  await signIn(person.username, person.password);
  await page.goto(`${addressOf(two)}?record=${two.ids[COUNT + 1]}`);
  const reason = "Similar records need a vector; this record has none.";
  await expect(similar(page)).toHaveAttribute("aria-disabled", "true");
  await similar(page).hover();
  await expect(page.getByRole("tooltip")).toHaveText(reason);
  await page.mouse.move(0, 0);
  await expect(page.getByRole("tooltip")).toBeHidden();
  await page.keyboard.press("Alt+m");
  await expect(page.getByRole("status").filter({ hasText: reason })).toBeVisible();
  await expect(bar(page)).toBeHidden();

  const plain = await setUp(api, { fields: LETTER_FIELDS, questions: FIVE_QUESTIONS, records: [letter(1)] });
  const reader = await member(api, plain);
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await signIn(reader.username, reader.password);
  await openDataset(page, plain);
  await expect(similar(page)).toHaveCount(0);
});

test("VST-06 FFI-04 FFI-24 FQU-17 a link opens the search, with words and a filter beside it; without a search before it the × ends it alone", async ({
  page,
  api,
  signIn,
}) => {
  // Annotators do not see the property of the filter.
  const person = await addPerson(api, one, "similar", "admin");
  await signIn(person.username, person.password);
  await page.goto(linkTo(one, 5, "meaning.limit.10.order.least"));
  await expect(bar(page)).toContainText("Letter 5. I keep reading that…");
  await expectPlace(page, "1 of 10", rank(5, "least")[0]);
  await expect(bar(page).getByRole("button", { name: "10 records at most" })).toBeVisible();

  // Words and a filter narrow what is ranked: letters 5 to 9 of the filter, all but 8 of the words.
  const narrowed = `&metadata=words.ge105.le109&search=${encodeURIComponent("letter -8")}`;
  await page.goto(linkTo(one, 5, "meaning.limit.50.order.most") + narrowed);
  const found = rank(5, "most", [5, 6, 7, 9]);
  await expectPlace(page, "1 of 3", found[0]);
  for (const [at, next] of found.entries()) {
    await expectPlace(page, `${at + 1} of 3`, next);
    await page.getByRole("button", { name: "Next record" }).click();
  }
  await expect(page.getByText("You reached the end of the similar records.")).toBeVisible();
  await bar(page).getByRole("button", { name: "End the similarity search" }).click();
  await expect(bar(page)).toBeHidden();
  await expect(page).toHaveURL(/metadata=words/);
  await expect(page).toHaveURL(/search=letter/);
  await expect(sheet(page).getByText("4 left")).toBeVisible();
});

test("FFI-14 FQU-25 a refusal of the server is said, and the records on screen stay", async ({ page, api, signIn }) => {
  const person = await member(api, two);
  await signIn(person.username, person.password);
  // The page does not learn that the record has no vector, so it lets the user search.
  await page.route("**/records/vectors?*", (route) => route.fulfill({ status: 503, json: { detail: "busy" } }));
  await page.goto(`${addressOf(two)}?record=${two.ids[COUNT + 1]}`);
  await similar(page).click();
  await page.getByRole("dialog").getByRole("button", { name: "Find" }).click();
  await expect(
    page.getByRole("alert").filter({ hasText: "does not have a vector for vector settings `meaning`" }),
  ).toBeVisible();
  await expect(bar(page)).toBeHidden();
  await expect(sheet(page).getByText(`Letter ${COUNT + 2}. I keep reading`)).toBeVisible();
  await expect(page).not.toHaveURL(/similarity/);
});
