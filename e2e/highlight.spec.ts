import type { Page } from "@playwright/test";
import { addressOf, record, said } from "./support/annotation.ts";
import type { Api } from "./support/api.ts";
import { setTheme, THEMES } from "./support/screen.ts";
import { addPerson, labels, type Setup, setUp } from "./support/setup.ts";
import { expect, test } from "./support/test.ts";

/** The page marks the search matches in the text and nothing else. The text does not change (design/filters.md#search). */

const FIELDS = [
  { name: "title", title: "Title", required: true },
  { name: "text", title: "Text", required: false, markdown: true },
];
const QUESTIONS = [
  {
    name: "label",
    title: "Label",
    required: true,
    settings: { type: "label_selection", options: labels("yes", "no") },
  },
];
const APPLES = {
  title: "Apples and pears",
  text: "Ripe **apples**, [red apples](https://example.org/apples), one apple and pine**apples**.\n\n- `apples`",
};

type Mark = { readonly field: string; readonly text: string };

/** The marks on the page, in the order of the fields. */
const marks = (page: Page): Promise<Mark[]> =>
  page.evaluate(() => {
    const places = [...(CSS.highlights.get("postil-match") ?? [])].map((place) => {
      const range = document.createRange();
      range.setStart(place.startContainer, place.startOffset);
      range.setEnd(place.endContainer, place.endOffset);
      return range;
    });
    places.sort((a, b) => a.compareBoundaryPoints(Range.START_TO_START, b));
    return places.map((range) => ({
      field: range.startContainer.parentElement?.closest("article")?.querySelector("h2")?.textContent ?? "",
      text: range.toString(),
    }));
  });
const texts = async (page: Page) => (await marks(page)).map(({ text }) => text);
const here = (page: Page, count: number) => page.getByRole("search").getByText(`${count} here`, { exact: true });

async function open(page: Page, api: Api, setup: Setup, signIn: (name: string, password: string) => Promise<void>) {
  const person = await addPerson(api, setup, "marks");
  await signIn(person.username, person.password);
  return (query: string) => page.goto(`${addressOf(setup)}?search=${encodeURIComponent(query)}`);
}

test("FFI-13 FFI-27 a search marks whole words in plain and in rendered text without breaking links", async ({
  page,
  api,
  signIn,
  expectAccessible,
}) => {
  const setup = await setUp(api, { fields: FIELDS, questions: QUESTIONS, records: [{ fields: APPLES }] });
  const search = await open(page, api, setup, signIn);
  await search("apples");
  await expect(here(page, 5)).toBeVisible();
  const title = { field: "Title", text: "Apples" };
  const inText = { field: "Text", text: "apples" };
  expect(await marks(page)).toEqual([title, inText, inText, inText, inText]);
  const text = record(page, 1).getByRole("article", { name: "Text" });
  await expect(text.locator("mark")).toHaveCount(0);
  await expect(text.getByRole("link", { name: "red apples" })).toHaveAttribute("href", "https://example.org/apples");
  await expect(text.locator("li code")).toHaveText("apples");

  await text.getByRole("button", { name: "Show the source of Text" }).click();
  await expect(here(page, 6)).toBeVisible();
  expect(await texts(page)).toEqual(["Apples", ...Array(5).fill("apples")]);
  await text.getByRole("button", { name: "Show Text as rendered" }).click();
  await expect(here(page, 5)).toBeVisible();

  await page.getByRole("button", { name: "Next match" }).click();
  for (const theme of THEMES) {
    await setTheme(page, theme);
    await expectAccessible();
  }

  await search("apples~title");
  await expect(here(page, 1)).toBeVisible();
  expect(await marks(page)).toEqual([title]);
  await search("appl* -oranges");
  await expect(here(page, 6)).toBeVisible();
  expect(await texts(page)).toContain("apple");
});

test("FFI-13 every record that is found has its words marked, whatever its script; what is excluded is not marked", async ({
  page,
  api,
  signIn,
}) => {
  const titles = [
    "Card payment didn't work",
    "A lost card, lost for good",
    "أين طردي؟ لم يصل طردي",
    "東京タワーは高い",
    "Café 👍🏽 e\u0301tude",
    "discard",
  ];
  const setup = await setUp(api, {
    fields: FIELDS,
    questions: QUESTIONS,
    records: titles.map((title) => ({ fields: { title, text: null } })),
  });
  const search = await open(page, api, setup, signIn);
  const expected: readonly (readonly [string, readonly string[]])[] = [
    ['"lost card" -discard', ["lost card"]],
    ["lost", ["lost", "lost"]],
    ["طردي", ["طردي", "طردي"]],
    ["京東", ["東京"]],
    ["👍🏽", ["👍🏽"]],
    ["e\u0301tude CAFÉ", ["Café", "e\u0301tude"]],
    ["pay* didn't", ["payment", "didn't"]],
    ["-card -discard -lost", []],
  ];
  for (const [query, found] of expected) {
    await search(query);
    await expect(here(page, found.length), query).toBeVisible();
    expect(await texts(page), query).toEqual(found);
  }
});

test("FFI-13 the arrows bring each match into view and box it, and the focus stays", async ({ page, api, signIn }) => {
  const text = Array.from({ length: 20_000 }, (_, at) => (at % 40 === 39 ? "refund" : `word${at % 300}`));
  const paragraphs = Array.from({ length: 200 }, (_, at) => text.slice(at * 100, at * 100 + 100).join(" "));
  const setup = await setUp(api, {
    fields: FIELDS,
    questions: QUESTIONS,
    records: [{ fields: { title: paragraphs.join("\n\n"), text: "a refund" } }],
  });
  const search = await open(page, api, setup, signIn);
  await search("refund");
  await expect(here(page, 501)).toBeVisible();
  const box = page.locator(".postil-match-here > *");
  await expect(box).toHaveCount(0);
  const next = page.getByRole("button", { name: "Next match" });
  const previous = page.getByRole("button", { name: "Previous match" });
  await next.focus();
  await page.keyboard.press("Enter");
  await expect(said(page, "1 of 501")).toBeAttached();
  await expect(box).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(said(page, "2 of 501")).toBeAttached();
  await expect(next).toBeFocused();
  // In the search box, Enter goes to the next match, as in a browser's own search.
  const words = page.getByRole("searchbox", { name: "Search records" });
  await words.focus();
  await page.keyboard.press("Enter");
  await expect(said(page, "3 of 501")).toBeAttached();
  await page.keyboard.press("Shift+Enter");
  await expect(said(page, "2 of 501")).toBeAttached();
  await expect(words).toBeFocused();
  for (const place of ["1 of 501", "501 of 501", "500 of 501", "499 of 501"]) {
    await previous.click();
    await expect(said(page, place)).toBeAttached();
    await expect(box).toBeInViewport({ ratio: 1 });
    await expect.poll(() => box.evaluate(wordUnder)).toContain("refund");
  }
  // When the text wraps anew, the box follows its word.
  await page.setViewportSize({ width: 1000, height: 700 });
  await expect.poll(() => box.evaluate(wordUnder)).toContain("refund");
});

test("FFI-13 FBU-01 a match that a folded text hides is opened by the arrows, in focus view and in the list", async ({
  page,
  api,
  signIn,
}) => {
  const long = Array.from({ length: 60 }, (_, at) => `line ${at}`).join("\n");
  const fields = { title: `${long} refund`, text: `a **refund**\n\n${long.replaceAll("\n", "\n\n")}\n\nrefund` };
  const setup = await setUp(api, { fields: FIELDS, questions: QUESTIONS, records: [{ fields }, { fields }] });
  const search = await open(page, api, setup, signIn);
  await search("refund");
  await expect(here(page, 3)).toBeVisible();
  const title = record(page, 1).getByRole("article", { name: "Title" });
  await title.getByRole("button", { name: "Collapse Title" }).click();
  const box = page.locator(".postil-match-here > *");
  const next = page.getByRole("button", { name: "Next match" });
  await next.click();
  await expect(title.getByRole("button", { name: "Collapse Title" })).toBeAttached();
  await expect(box).toBeInViewport({ ratio: 1 });
  await expect.poll(() => box.evaluate(wordUnder)).toBe("refund");

  await page.goto(`${addressOf(setup)}?page=1~10&search=refund`);
  await expect(page.getByRole("row")).toHaveCount(2);
  await expect(here(page, 6)).toBeVisible();
  await page.getByRole("button", { name: "View settings" }).click();
  await page.getByRole("menuitemradio", { name: "Twelve lines" }).click();
  await expect(page.getByRole("button", { name: /^Show all/ })).toHaveCount(2);
  for (const place of ["1 of 6", "2 of 6", "3 of 6", "4 of 6"]) {
    await next.click();
    await expect(said(page, place)).toBeAttached();
    await expect(box).toBeInViewport({ ratio: 1 });
    await expect.poll(() => box.evaluate(wordUnder)).toBe("refund");
  }
  await expect(page.getByRole("button", { name: "Show less" })).toHaveCount(2);
});

/** Runs in the page. Returns the text under a box. */
function wordUnder(box: Element): string {
  const { left, right, top, bottom } = box.getBoundingClientRect();
  const middle = (top + bottom) / 2;
  const from = document.caretPositionFromPoint(left + 1, middle);
  const to = document.caretPositionFromPoint(right - 1, middle);
  if (from === null || to === null || from.offsetNode !== to.offsetNode) return "";
  return from.offsetNode.textContent?.slice(from.offset, to.offset) ?? "";
}
