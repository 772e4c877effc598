import type { Locator, Page } from "@playwright/test";
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
import { addPerson, labels, setUp } from "./support/setup.ts";
import { draw } from "./support/spans.ts";
import { row } from "./support/tasks.ts";
import { expect, test } from "./support/test.ts";

/** The page with the system's colours, without its own fills and shadows (design/shell.md#announcements). */

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
  // A suggestion has a dotted edge and does not look chosen.
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

const TEXT = "Edgar Pryce left Port Chalmers";
const spanOf = (words: string, label: string) => {
  const start = TEXT.indexOf(words);
  return { start, end: start + words.length, label };
};
/** The colour of the line at the left of a row or field. The line marks the cursor. */
const lineOf = (of: Locator) => of.evaluate((element) => getComputedStyle(element, "::before").backgroundColor);
const colorOf = (page: Page, name: string) =>
  page.evaluate((system) => {
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.cssText = `forced-color-adjust: none; color: ${system}`;
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, name);
/** The computed edges and background of a span's words. */
const edgesOf = (of: Locator) =>
  of.evaluate((element) => {
    const { outlineStyle, borderTop, borderBottom, backgroundColor } = getComputedStyle(element);
    const styleOf = (border: string) => (border.startsWith("0px") ? "none" : border.split(" ")[1]);
    return { outline: outlineStyle, top: styleOf(borderTop), bottom: styleOf(borderBottom), backgroundColor };
  });

test("FAN-28 in a field: a person's span is outlined, the machine's dotted, the word cursor and the line of the field stand out", async ({
  page,
  api,
  signIn,
  expectAccessible,
}) => {
  const suggestions = { who: { value: [spanOf("Port Chalmers", "place")], agent: "tagger", score: [0.5] } };
  const settings = { type: "span", field: "text", options: labels("person", "place") };
  const setup = await setUp(api, {
    fields: [{ name: "text", title: "Text", required: true }],
    questions: [{ name: "who", title: "Who and where?", required: true, settings }],
    records: [{ fields: { text: TEXT }, suggestions }],
  });
  const person = await addPerson(api, setup, "forced-spans");
  await signIn(person.username, person.password);
  await openDataset(page, setup);
  await draw(page, page.locator(".postil-spans"), ["Edgar", 0.5], ["Pryce", 0.5]);
  const [ink, highlight] = [await colorOf(page, "CanvasText"), await colorOf(page, "Highlight")];
  const none = "rgba(0, 0, 0, 0)";
  await expect
    .poll(() => edgesOf(page.locator(".postil-span[data-look=solid]")))
    .toMatchObject({ outline: "solid", top: "none", backgroundColor: none });
  expect(await edgesOf(page.locator(".postil-span[data-look=suggested]"))).toMatchObject({
    outline: "none",
    top: "dotted",
    bottom: "dotted",
    backgroundColor: none,
  });
  await expect(page.locator(".postil-span[data-look=suggested]")).toHaveCSS("border-top-color", ink);
  await page.keyboard.press("w");
  const ring = page.locator(".postil-word-cursor > *");
  await expect(ring).toHaveCSS("outline", `${highlight} solid 2px`);
  expect(await lineOf(page.getByRole("article", { name: "Text" }))).toBe(highlight);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const option = page.getByRole("listbox").getByRole("option", { name: "person" });
  await expect(option).toHaveCSS("outline", `${highlight} solid 2px`);
  await expect(page.getByRole("listbox").getByRole("option", { name: "place" })).not.toHaveCSS(
    "outline-style",
    "solid",
  );
  await expectAccessible();
});

test("TAN-09 in a list: what is said, what is predicted, what is selected and the row of the cursor are told apart", async ({
  page,
  openNewTask,
  expectAccessible,
}) => {
  const record = (id: string) => ({
    ...{ id, text: TEXT, tokens: TEXT.split(" ") },
    annotation: { agent: "mara", entities: [spanOf("Edgar Pryce", "Person")] },
    prediction: { agent: "gazetteer", entities: [{ ...spanOf("Port Chalmers", "Place"), score: 0.9 }] },
  });
  await openNewTask({
    task: "TokenClassification",
    labels: ["Person", "Place"],
    records: [record("t1"), record("t2")],
  });
  const highlight = await colorOf(page, "Highlight");
  const spans = row(page, 1).locator(".postil-span");
  expect(await edgesOf(spans.first())).toMatchObject({ outline: "solid", bottom: "none" });
  expect(await edgesOf(spans.last())).toMatchObject({ outline: "none", bottom: "dotted" });
  await expect.poll(() => lineOf(row(page, 1))).toBe(highlight);
  expect(await lineOf(row(page, 2))).not.toBe(highlight);
  await page.keyboard.press("j");
  await expect.poll(() => lineOf(row(page, 2))).toBe(highlight);
  await draw(page, row(page, 2).locator(".postil-spans"), ["left", 0.1], ["left", 0.9]);
  const marked = page.getByRole("dialog", { name: "Entity of “left”" }).getByRole("option").first();
  await expect(marked).toHaveCSS("outline", `${highlight} solid 2px`);
  const painted = await row(page, 2)
    .locator(".postil-spans")
    .evaluate((text) => getComputedStyle(text, "::highlight(postil-span-selection)").backgroundColor);
  expect(painted).toBe(highlight);
  await expectAccessible();
});
