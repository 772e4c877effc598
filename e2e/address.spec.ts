import type { Page } from "@playwright/test";
import { addressOf, record } from "./support/annotation.ts";
import { type Setup, setUp } from "./support/setup.ts";
import { expect, test } from "./support/test.ts";

/**
 * The address restores the page: from a bookmark, a colleague's link, Back, or an older page
 * (design/address.md#annotation).
 */

const MENTIONS = ["late train", "train, late again", "night bus", "late bus", "ferry"] as const;

let setup: Setup;
test.beforeAll(async ({ api }) => {
  setup = await setUp(api, {
    fields: [
      { name: "title", title: "Title", required: true },
      { name: "text", title: "Text", required: true },
    ],
    questions: [
      {
        name: "mood",
        title: "Mood",
        required: true,
        settings: { type: "rating", options: [1, 2, 3, 4, 5].map((value) => ({ value })) },
      },
    ],
    metadata: [
      {
        name: "words",
        title: "Words",
        settings: { type: "integer", min: null, max: null },
        visible_for_annotators: true,
      },
      { name: "kind", title: "Kind", settings: { type: "terms", values: null }, visible_for_annotators: true },
    ],
    records: Array.from({ length: 20 }, (_, at) => ({
      fields: { title: `Letter ${at + 1}`, text: MENTIONS[at % MENTIONS.length] ?? "" },
      metadata: { words: 100 + at, kind: at % 2 === 0 ? "x.y" : "z" },
      suggestions: { mood: { value: (at % 5) + 1, score: at / 20, agent: "critic" } },
    })),
  });
});

const open = (page: Page, query: string) => page.goto(`${addressOf(setup)}${query}`);
const title = (page: Page, number: number, text: string) =>
  expect(record(page, number).getByText(text, { exact: true })).toBeVisible();
/** The address follows the record that is shown. */
const expectQuery = (page: Page, query: string) => expect.poll(() => new URL(page.url()).search).toBe(query);

test("VST-06 FQU-04 FQU-05 a link reproduces words, filters and order, and so does a reload", async ({
  page,
  signIn,
}) => {
  await signIn();
  const link =
    "?page=1&search=train~text&metadata=words.ge100.le116~kind.x%2Ey&suggestion=mood.score.ge0%2E1.le0%2E9&sort=metadata.words.desc";
  await open(page, link);
  await title(page, 1, "Letter 17");
  await page.keyboard.press("ArrowRight");
  await title(page, 2, "Letter 11");
  // The page writes the address a moment after it shows the record.
  await expectQuery(page, link.replace("page=1", "page=2"));
  await page.reload();
  await title(page, 2, "Letter 11");
  await expectQuery(page, link.replace("page=1", "page=2"));
});

test("VST-03 FQU-25 back and forward bring each view back", async ({ page, signIn }) => {
  await signIn();
  await open(page, "?page=1&sort=metadata.words.asc");
  await title(page, 1, "Letter 1");
  await page.keyboard.press("ArrowRight");
  await title(page, 2, "Letter 2");
  // The address follows after the record is drawn.
  await expect(page).toHaveURL(/page=2/);
  await open(page, "?page=1&search=ferry&sort=metadata.words.asc");
  await title(page, 1, "Letter 5");
  await page.goBack();
  await title(page, 2, "Letter 2");
  await page.goForward();
  await title(page, 1, "Letter 5");
  await page.goBack();
  await title(page, 2, "Letter 2");
  // The address had a query before, so the next record added a history entry.
  await page.goBack();
  await title(page, 1, "Letter 1");
});

test("VST-06 an address broken by hand opens with what is left of it", async ({ page, signIn }) => {
  await signIn();
  await open(
    page,
    "?page=0&status=lost&search=%E0%A4&metadata=words.ge5.le1~gone.a~words&response=mood&suggestion=mood.colour.x&sort=metadata.words.up~record.id.asc~metadata.words.desc&similarity=record.1.vector.x",
  );
  await title(page, 1, "Letter 20");
  await expectQuery(page, "?page=1&sort=metadata.words.desc");
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("VST-06 FFI-24 a reference record that is gone does not close the page", async ({ page, signIn }) => {
  await signIn();
  await open(
    page,
    "?sort=metadata.words.desc&similarity=record.0193f000-0000-7000-8000-000000000001.vector.x.limit.50.order.most",
  );
  await title(page, 1, "Letter 20");
});

test("VST-08 the address of an Argilla 1.x page is read and replaced by ours, without a step in the history", async ({
  page,
  openListAs,
}) => {
  await openListAs();
  await open(page, "?_page=1&_status=missing&_search=late+train~all&_sort=metadata.words.desc");
  await title(page, 1, "Letter 17");
  await expectQuery(page, "?page=1&search=late%20train&sort=metadata.words.desc");
  await page.goBack();
  await expect(page).toHaveURL(/\/datasets$/);
});
