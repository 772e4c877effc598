import type { Page } from "@playwright/test";
import {
  action,
  chosen,
  codeAhead,
  openDataset,
  option,
  ownResponses,
  question,
  record,
  said,
} from "./support/annotation.ts";
import { addPerson, labels, type RecordSetup, type Setup, setUp } from "./support/setup.ts";
import { clickOn, draw, gloss, names, standing } from "./support/spans.ts";
import { expect, MAIN_IN_LONG, test } from "./support/test.ts";

/** Questions of spans: words of a field with a label each, by mouse and by keyboard alone (design/questions.md#spans). */

const TITLE = "What does the note mention?";
const NOTE =
  "🎉 Went up behind Ben Skeal with the keeper’s son. Snow down to two hundred metres, and still soft. At the second cairn we " +
  "found a mountain hare skin, caught on heather.\nTwo ring ouzels came over from the east corrie and would not settle.";
const ARABIC = "وصلنا إلى بحيرة المنزلة قبل طلوع شمس 14 شباط مع الدليل سالم";

const spanOf = (text: string, words: string, label: string) => {
  const start = [...text.slice(0, text.indexOf(words))].length;
  return { start, end: start + [...words].length, label };
};
const inNote = (words: string, label: string) => spanOf(NOTE, words, label);

type Options = { overlapping?: boolean; required?: boolean; markdown?: boolean; records?: readonly RecordSetup[] };

async function setSpans(api: Parameters<typeof setUp>[0], options: Options = {}): Promise<Setup> {
  const { overlapping = false, required = true, markdown = false } = options;
  const { records = [{ fields: { note: NOTE } }] } = options;
  const settings = {
    type: "span",
    field: "note",
    options: labels("Species", "Place", "Person", "Date"),
    allow_overlapping: overlapping,
  };
  return setUp(api, {
    fields: [
      { name: "title", title: "Title", required: true },
      { name: "note", title: "Field note", required: false, markdown },
    ],
    questions: [{ name: "mentions", title: TITLE, required, settings }],
    records: records.map((one) => ({ ...one, fields: { title: "A note", ...one.fields } })),
  });
}

const spans = (name: string, ...names: string[]) => ({ type: "span", field: name, options: labels(...names) });

const field = (page: Page) => page.getByRole("article", { name: "Field note" });
const text = (page: Page) => field(page).locator(".postil-spans");
/** The line in the foot that shows the last action. */
const foot = (page: Page) => page.getByRole("status").filter({ has: page.getByRole("button", { name: "Undo" }) });

test("FAN-27 FAN-28 FAN-24 by mouse: a digit, two drags and Enter submit two spans, whatever stands before them", {
  tag: MAIN_IN_LONG,
}, async ({ page, api, signIn, expectAccessible }) => {
  const setup = await setSpans(api, {
    markdown: true,
    records: [{ fields: { note: NOTE } }, { fields: { note: NOTE } }],
  });
  const person = await addPerson(api, setup, "drag");
  await signIn(person.username, person.password);
  await openDataset(page, setup);
  await chosen(option(page, TITLE, "Species"));
  await page.keyboard.press("2");
  await chosen(option(page, TITLE, "Place"));
  await draw(page, text(page), ["Ben", 0.4], ["Skeal", 0.6]);
  await expect(foot(page)).toContainText("“Ben Skeal”, Place, added");
  // Backwards, over the end of a line, and begun on the last half letter of a word.
  await page.keyboard.press("1");
  await draw(page, text(page), ["ouzels", 0.95], ["ring", 0.3]);
  expect(await names(page)).toEqual(["Place", "Species"]);
  await expect(question(page, TITLE)).toContainText("2 spans");
  await expectAccessible();
  await page.keyboard.press("Enter");
  await expect(record(page, 2)).toBeVisible();
  await expect
    .poll(() => ownResponses(api.as(person.api_key), setup).then((own) => own.map(({ values }) => values)))
    .toEqual([{ mentions: { value: [inNote("Ben Skeal", "Place"), inNote("ring ouzels", "Species")] } }]);
  // The label stays active on the next record.
  await chosen(option(page, TITLE, "Species"));
});

test("FAN-28 by mouse: characters with Shift, words by double click, longer by Shift and click, replaced and back by Undo", async ({
  page,
  api,
  signIn,
}) => {
  const setup = await setSpans(api);
  const person = await addPerson(api, setup, "mouse");
  await signIn(person.username, person.password);
  await openDataset(page, setup);
  const note = text(page);
  await draw(page, note, ["mount", 0.02], ["mount", 0.98], { exact: true });
  await expect(gloss(page, "mount")).toBeVisible();
  await clickOn(page, note, ["hundred", 0.5], "dblclick");
  await expect(gloss(page, "hundred")).toBeVisible();
  await clickOn(page, note, ["metres", 0.5], "shift");
  await expect(gloss(page, "hundred metres")).toBeVisible();
  await draw(page, note, ["two", 0.5], ["hundred", 0.5]);
  await expect(page.getByText("Replace “hundred metres”, Species?")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(gloss(page, "hundred metres")).toBeVisible();
  await draw(page, note, ["two", 0.5], ["hundred", 0.5]);
  await page.getByRole("button", { name: "Replace" }).click();
  await expect(foot(page)).toContainText("1 span replaced");
  await expect(gloss(page, "two hundred")).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect(gloss(page, "hundred metres")).toBeVisible();
  await expect(gloss(page, "two hundred")).toHaveCount(0);
  await page.keyboard.press("Control+Shift+z");
  await expect(gloss(page, "two hundred")).toBeVisible();
  await expect(gloss(page, "hundred metres")).toHaveCount(0);
  await page.keyboard.press("Control+z");
  // A drag that leaves the field counts up to its edge. A drag in another field does nothing.
  const title = page.getByRole("article", { name: "Title" });
  await draw(page, note, ["settle", 0.5], ["A note", 0.5], { into: title });
  await page.keyboard.press("r");
  await expect(question(page, TITLE)).toContainText("1 span");
  await page.keyboard.press("Control+z");
  await draw(page, title, ["A note", 0.5], ["settle", 0.5], { into: note });
  await expect(question(page, TITLE)).toContainText("2 spans");
});

test("FAN-43 FAN-27 a text that was made shorter under a draft: the question says so, and the record is submitted", async ({
  page,
  api,
  signIn,
}) => {
  const setup = await setSpans(api);
  const person = await addPerson(api, setup, "shorter");
  const own = api.as(person.api_key);
  const { items } = await api.get<{ items: { id: string }[] }>(`/api/v1/datasets/${setup.datasetId}/records`);
  const id = items[0]?.id ?? "";
  const values = { mentions: { value: [inNote("Ben Skeal", "Place"), inNote("ring ouzels", "Species")] } };
  await own.post(`/api/v1/records/${id}/responses`, { status: "draft", values });
  const note = NOTE.slice(0, NOTE.indexOf(" At the second"));
  await api.put(`/api/v1/datasets/${setup.datasetId}/records/bulk`, {
    items: [{ id, fields: { title: "A note", note } }],
  });
  await signIn(person.username, person.password);
  await page.goto(`/dataset/${setup.datasetId}/annotation-mode?_status=draft`);
  await expect(question(page, TITLE).getByRole("note")).toHaveText(
    /^1 span lies beyond the text, which is shorter now/,
  );
  await expect(question(page, TITLE)).toContainText("1 span");
  await page.keyboard.press("Enter");
  await expect
    .poll(() => ownResponses(own, setup).then((all) => all.map(({ status, values }) => [status, values])))
    .toEqual([["submitted", { mentions: { value: [inNote("Ben Skeal", "Place")] } }]]);
});

test("FAN-41 words of the field are copied: by a drag with Alt, which marks nothing, and by Ctrl+C in the word mode", async ({
  page,
  context,
  api,
  signIn,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const setup = await setSpans(api);
  const person = await addPerson(api, setup, "copyist");
  await signIn(person.username, person.password);
  await openDataset(page, setup);
  const tall = (await text(page).boundingBox())?.height ?? 0;
  await page.keyboard.down("Alt");
  await draw(page, text(page), ["Ben", 0], ["Skeal", 1]);
  await page.keyboard.up("Alt");
  expect(await page.evaluate(() => document.getSelection()?.toString())).toBe("Ben Skeal");
  expect(await names(page)).toEqual([]);
  await page.keyboard.press("Control+c");
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(clipboard).toBe("Ben Skeal");
  await page.keyboard.press("w");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Control+c");
  await expect(said(page, "Copied")).toBeAttached();
  expect(await clipboard()).toBe("Went up");
  // Lines have room for names once there is one.
  await page.keyboard.press("Enter");
  await expect.poll(() => names(page)).toEqual(["Species"]);
  expect((await text(page).boundingBox())?.height).toBeGreaterThan(tall * 1.3);
});

test("FAN-28 a span's name opens its labels: another one, or none; its cross removes it", async ({
  page,
  api,
  signIn,
  expectAccessible,
}) => {
  const suggestions = { mentions: { value: [inNote("Ben Skeal", "Person")], agent: "tagger", score: [0.88] } };
  const setup = await setSpans(api, { records: [{ fields: { note: NOTE }, suggestions }] });
  const person = await addPerson(api, setup, "names");
  await signIn(person.username, person.password);
  await openDataset(page, setup);
  expect(await names(page)).toEqual(["Person 88 %"]);
  await gloss(page, "Ben Skeal").click();
  const list = page.getByRole("listbox", { name: "Label of “Ben Skeal”" });
  await expect(list.getByRole("option", { selected: true })).toHaveText(/Person/);
  await expectAccessible();
  await page.keyboard.press("2");
  await expect(list).toHaveCount(0);
  expect(await names(page)).toEqual(["Place"]);
  await page.getByRole("button", { name: "use 1" }).click();
  expect(await names(page)).toEqual(["Person"]);
  await gloss(page, "Ben Skeal").hover();
  await page.getByRole("button", { name: "Remove Person from “Ben Skeal”" }).click();
  expect(await names(page)).toEqual([]);
  await page.getByRole("button", { name: "Undo" }).click();
  expect(await names(page)).toEqual(["Person"]);
});

test("FAN-28 FAN-27 by keyboard alone: W, words, lines, spans, a digit, and Control and Enter from the text", {
  tag: "@main",
}, async ({ page, api, signIn }) => {
  const setup = await setSpans(api);
  const person = await addPerson(api, setup, "keys");
  await signIn(person.username, person.password);
  await openDataset(page, setup);
  await page.keyboard.press("w");
  const words = page.getByRole("application", { name: "Field note" });
  await expect(words).toBeFocused();
  await expect(said(page, "🎉")).toBeAttached();
  for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "Shift+ArrowRight", "3"])
    await page.keyboard.press(key);
  await expect(gloss(page, "Ben Skeal")).toBeVisible();
  await chosen(option(page, TITLE, "Person"));
  // To the last line and back to the end of the first, by where the text broke.
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Home");
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Home");
  await expect(said(page, "🎉")).toBeAttached();
  await page.keyboard.press("Enter");
  await expect(gloss(page, "🎉")).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Alt+Shift+ArrowLeft");
  await page.keyboard.press("1");
  await expect(gloss(page, "Wen")).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(said(page, "Wen, Species")).toBeAttached();
  await page.keyboard.press("Delete");
  await expect(gloss(page, "Wen")).toHaveCount(0);
  await expect(said(page, "“Wen”, Species, removed").first()).toBeAttached();
  await expect(record(page, 1)).toContainText("Pending");
  await page.keyboard.press("Escape");
  await expect(option(page, TITLE, "Species")).toBeFocused();
  await page.keyboard.press("w");
  await page.keyboard.press("Control+Enter");
  await expect
    .poll(() => ownResponses(api.as(person.api_key), setup).then((own) => own.map(({ values }) => values)))
    .toEqual([{ mentions: { value: [inNote("🎉", "Person"), inNote("Ben Skeal", "Person")] } }]);
});

test("FAN-28 right to left, Left goes on, and spans nest where they may overlap", async ({ page, api, signIn }) => {
  const setup = await setSpans(api, { overlapping: true, records: [{ fields: { note: ARABIC } }] });
  const person = await addPerson(api, setup, "rtl");
  await signIn(person.username, person.password);
  await openDataset(page, setup);
  await draw(page, text(page), ["بحيرة", 0.5], ["المنزلة", 0.5]);
  await page.keyboard.press("w");
  for (const key of ["ArrowLeft", "ArrowLeft", "ArrowLeft", "2"]) await page.keyboard.press(key);
  await expect(text(page).locator("[data-outer] [data-inner]")).toHaveText("المنزلة");
  await page.keyboard.press("Control+Enter");
  await expect
    .poll(() => ownResponses(api.as(person.api_key), setup).then((own) => own.map(({ values }) => values)))
    .toEqual([
      { mentions: { value: [spanOf(ARABIC, "بحيرة المنزلة", "Species"), spanOf(ARABIC, "المنزلة", "Place")] } },
    ]);
});

test("FAN-28 FAN-14 FAN-16 suggested spans are drawn and go out with Submit; what was marked survives a reload", async ({
  page,
  api,
  signIn,
}) => {
  const suggested = [inNote("Ben Skeal", "Person"), inNote("the east corrie", "Place")];
  const suggestions = { mentions: { value: suggested, agent: "tagger", score: [0.88, 0.54] } };
  const setup = await setSpans(api, { records: [{ fields: { note: NOTE }, suggestions }] });
  const person = await addPerson(api, setup, "kept");
  await signIn(person.username, person.password);
  await openDataset(page, setup);
  const dotted = text(page).locator(".postil-span[data-look=suggested]");
  await expect(dotted).toHaveCount(2);
  await clickOn(page, text(page), ["hare", 0.5], "dblclick");
  await expect(dotted).toHaveCount(2);
  await page.reload();
  await expect(dotted).toHaveCount(2);
  await expect(gloss(page, "hare")).toBeVisible();
  await action(page, "Submit").click();
  const [first, second] = suggested;
  await expect
    .poll(() => ownResponses(api.as(person.api_key), setup).then((own) => own.map(({ values }) => values)))
    .toEqual([{ mentions: { value: [first, inNote("hare", "Species"), second] } }]);
});

test("FAN-27 FAN-11 no span at all is submitted, also where one is required and on a record without the field", async ({
  page,
  api,
  signIn,
}) => {
  const setup = await setSpans(api, { records: [{ fields: {} }] });
  const person = await addPerson(api, setup, "none");
  await signIn(person.username, person.password);
  await openDataset(page, setup);
  await expect(question(page, TITLE)).toContainText("This record has no note.");
  await page.keyboard.press("Enter");
  await expect
    .poll(() => ownResponses(api.as(person.api_key), setup).then((own) => own.map(({ values }) => values)))
    .toEqual([{ mentions: { value: [] } }]);
});

test("FAN-28 FRS-13 undo and redo go through the spans of a record and then through what was submitted, in their order", async ({
  page,
  api,
  signIn,
}) => {
  const setup = await setSpans(api, { records: [{ fields: { note: NOTE } }, { fields: { note: NOTE } }] });
  const person = await addPerson(api, setup, "redo");
  await signIn(person.username, person.password);
  await openDataset(page, setup);
  const stored = () => ownResponses(api.as(person.api_key), setup).then((own) => own.map(({ values }) => values));
  await clickOn(page, text(page), ["hare", 0.5], "dblclick");
  await clickOn(page, text(page), ["cairn", 0.5], "dblclick");
  for (const key of ["Control+z", "Control+z"]) await page.keyboard.press(key);
  await expect(gloss(page, "hare")).toHaveCount(0);
  await page.getByRole("button", { name: "Redo", exact: true }).click();
  await expect(gloss(page, "hare")).toBeVisible();
  await expect(gloss(page, "cairn")).toHaveCount(0);
  await page.keyboard.press("Control+y");
  await expect(gloss(page, "cairn")).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect(record(page, 2)).toBeVisible();
  // Undo removes the new span on the next record before it takes back the submitted record.
  await clickOn(page, text(page), ["ring", 0.5], "dblclick");
  await expect(gloss(page, "ring")).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect(gloss(page, "ring")).toHaveCount(0);
  await page.keyboard.press("Control+z");
  await expect(record(page, 1)).toContainText("Pending");
  await expect(gloss(page, "cairn")).toBeVisible();
  await expect.poll(stored).toEqual([]);
  await page.keyboard.press("Control+Shift+z");
  await expect(record(page, 2)).toBeVisible();
  await expect.poll(stored).toEqual([{ mentions: { value: [inNote("cairn", "Species"), inNote("hare", "Species")] } }]);
});

const MIXED = "سفينة Aurora-7 🇳🇿 وصلت إلى ميناء שָׁלוֹם 👩‍👩‍👧 e\u0301te\u0301 2024";

test.describe("with what comes at rest", () => {
  test.use({ loadsAhead: true });
  test("FAN-27 FAN-28 mixed directions, emoji of several parts and combining marks: what is stored counts code points, and each span is one box with its name", async ({
    page,
    api,
    signIn,
  }) => {
    const setup = await setSpans(api, { records: [{ fields: { note: MIXED } }] });
    const person = await addPerson(api, setup, "mixed");
    await signIn(person.username, person.password);
    await openDataset(page, setup);
    await expect(text(page)).toHaveAttribute("dir", "rtl");
    // What isolates names in texts comes when the page is at rest.
    await codeAhead(page);
    await page.keyboard.press("3");
    await chosen(option(page, TITLE, "Person"));
    // Half of a letter with its marks, and half of a family, are all of it.
    await clickOn(page, text(page), ["שָׁלוֹם", 0.5], "dblclick");
    // A message about right-to-left words does not reverse the text around them.
    const shalom = "\u2068שָׁלוֹם\u2069";
    await expect(gloss(page, shalom)).toBeVisible();
    await page.keyboard.press("w");
    await page.keyboard.press("Home");
    for (const key of ["ArrowLeft", "1"]) await page.keyboard.press(key);
    for (const key of ["Tab", "Tab"]) await page.keyboard.press(key);
    await expect(said(page, `${shalom}, Person`)).toBeAttached();
    for (const key of ["ArrowLeft", "2", "ArrowLeft", "Alt+Shift+ArrowRight", "4"]) await page.keyboard.press(key);
    for (const words of ["Aurora", "שָׁלוֹם"])
      await expect.poll(() => standing(text(page), words)).toEqual({ boxes: 1, nameOff: 0 });
    await page.keyboard.press("Control+Enter");
    const spans = [
      spanOf(MIXED, "Aurora", "Species"),
      spanOf(MIXED, "שָׁלוֹם", "Person"),
      spanOf(MIXED, "👩‍👩‍👧", "Place"),
      spanOf(MIXED, "e\u0301t", "Date"),
    ];
    await expect
      .poll(() => ownResponses(api.as(person.api_key), setup).then((own) => own.map(({ values }) => values)))
      .toEqual([{ mentions: { value: spans } }]);
  });
});

test("FAN-28 of two questions of spans the one that was worked in with the mouse has the keys, and what is printed in its text works there", async ({
  page,
  api,
  signIn,
  expectAccessible,
}) => {
  const setup = await setUp(api, {
    fields: [
      { name: "title", title: "Title", required: true },
      { name: "note", title: "Field note", required: true },
    ],
    questions: [
      { name: "mentions", title: "Mentions", required: true, settings: spans("note", "Species", "Place") },
      { name: "heading", title: "Heading", required: false, settings: spans("title", "Subject", "Season") },
    ],
    records: [1, 2, 3].map(() => ({ fields: { title: "Birds in spring", note: NOTE } })),
  });
  const person = await addPerson(api, setup, "two");
  await signIn(person.username, person.password);
  await openDataset(page, setup);
  const title = page.getByRole("article", { name: "Title" }).locator(".postil-spans");
  await chosen(option(page, "Mentions", "Species"));
  await draw(page, title, ["Birds", 0.2], ["Birds", 0.8]);
  await expect(option(page, "Heading", "Subject")).toBeFocused();
  await page.keyboard.press("2");
  await chosen(option(page, "Heading", "Season"));
  await chosen(option(page, "Mentions", "Species"));
  await draw(page, text(page), ["Ben", 0.2], ["Ben", 0.8]);
  await expect(option(page, "Mentions", "Species")).toBeFocused();
  await page.keyboard.press("w");
  await expect(page.getByRole("application", { name: "Field note" })).toBeFocused();
  const submit = page.getByRole("button", { name: /^Submit/ });
  await expect(submit).toHaveAttribute("aria-keyshortcuts", "Control+Enter");
  await expect(page.getByRole("button", { name: /^Discard/ })).not.toHaveAttribute("aria-keyshortcuts");
  await page.keyboard.press("Control+Enter");
  await expect(record(page, 2)).toBeVisible();
  await expect(submit).toHaveAttribute("aria-keyshortcuts", "Enter");
  await expect
    .poll(() => ownResponses(api.as(person.api_key), setup).then((own) => own.map(({ values }) => values)))
    .toEqual([
      { mentions: { value: [inNote("Ben", "Species")] }, heading: { value: [spanOf("Birds", "Birds", "Subject")] } },
    ]);
  // FAN-27: of the optional question nobody says anything on the second record, and that nothing is there on the third.
  await page.keyboard.press("Control+Enter");
  await expect(record(page, 3)).toBeVisible();
  await question(page, "Heading").getByRole("button", { name: "No spans" }).click();
  await expectAccessible();
  await page.keyboard.press("Control+Enter");
  await expect
    .poll(() => ownResponses(api.as(person.api_key), setup).then((own) => own.map(({ values }) => values).slice(1)))
    .toEqual([{ mentions: { value: [] } }, { mentions: { value: [] }, heading: { value: [] } }]);
});
