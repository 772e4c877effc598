import type { Page } from "@playwright/test";
import {
  action,
  addressOf,
  CLARITY,
  card,
  chosen,
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
  VERDICT,
} from "./support/annotation.ts";
import { addPerson, type Setup, setUp } from "./support/setup.ts";
import { expect, test } from "./support/test.ts";

/** The whole job with the pointer (design/annotation.md): clicks, drags and hovers. */

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

const PARTS = { fields: LETTER_FIELDS, questions: FIVE_QUESTIONS, guidelines: GUIDELINES, metadata: METADATA };

let setup: Setup;
test.beforeAll(async ({ api }) => {
  setup = await setUp(api, {
    ...PARTS,
    records: Array.from({ length: 14 }, (_, at) => letter(at + 1, SUGGESTIONS)),
  });
});

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

test("FAN-14 FAN-17 FAN-18 FAN-20 FAN-21 FAN-22 FAN-23 FAN-30 every type of answer by clicks, from its suggestion to a person's own", {
  tag: "@main",
}, async ({ page, api, openListAs }) => {
  const person = await addPerson(api, setup, "pointer");
  await openListAs(person.username, person.password);
  await page.getByRole("link", { name: setup.dataset, exact: true }).click();
  await expect(record(page, 1)).toBeVisible();

  await expect(question(page, VERDICT).getByTitle("Required response")).toHaveText("*");
  await expect(question(page, TOPIC).getByText("(optional)")).toBeVisible();
  await question(page, VERDICT).getByRole("button", { name: "Description" }).hover();
  await expect(page.getByRole("tooltip")).toHaveText("Judge the answer, not the bird.");
  // The tooltip stays open under the pointer, so the pointer goes around it to the options.
  await page.mouse.move(0, 0);
  await expect(page.getByRole("tooltip")).toBeHidden();

  await chosen(option(page, VERDICT, "In part"));
  await option(page, VERDICT, "Not at all").click();
  await chosen(option(page, VERDICT, "In part"), false);
  await question(page, VERDICT).getByRole("button", { name: "use In part, 78 %" }).click();
  await chosen(option(page, VERDICT, "In part"));
  await option(page, VERDICT, "Cannot tell").click();

  // Ten of twenty options are shown, plus the suggested one. A choice beyond them stays visible when the rest is hidden again.
  await expect(question(page, TOPIC).getByText("3 selected")).toBeVisible();
  await expect(option(page, TOPIC, "Cities")).toHaveAccessibleDescription("Suggested, 40 %");
  await expect(option(page, TOPIC, "Names")).toHaveCount(0);
  await question(page, TOPIC).getByRole("button", { name: "Show 9 more labels" }).click();
  await option(page, TOPIC, "Names").click();
  await question(page, TOPIC).getByRole("button", { name: "Less", exact: true }).click();
  await chosen(option(page, TOPIC, "Names"));
  await expect(option(page, TOPIC, "Law")).toHaveCount(0);
  const find = question(page, TOPIC).getByRole("searchbox", { name: "Find a label" });
  await find.fill("para");
  await expect(said(page, "1 label found")).toBeAttached();
  await option(page, TOPIC, "Parasites").click();
  await find.fill("zebra");
  await expect(question(page, TOPIC).getByText("No label matches")).toBeVisible();
  await question(page, TOPIC).getByRole("button", { name: "Clear the search" }).last().click();
  await expect(find).toHaveValue("");
  // The first click confirms a suggested option, and the next click removes it.
  await option(page, TOPIC, "Sleep").click();
  await expect(question(page, TOPIC).getByText("5 selected")).toBeVisible();
  await option(page, TOPIC, "Sleep").click();
  await expect(question(page, TOPIC).getByText("4 selected")).toBeVisible();

  await option(page, CLARITY, "7").click();
  await expect(question(page, CLARITY).getByRole("button", { name: "use 5, 61 %" })).toBeVisible();

  const tabs = question(page, OPENING).getByRole("tab");
  await expect(tabs).toHaveText(["Write", "Suggestion"]);
  await tabs.last().click();
  await question(page, OPENING).getByRole("button", { name: "Copy suggestion" }).click();
  await expect.poll(() => clipboard(page)).toBe("Partly. Some swifts stay up for **ten months**.");
  await tabs.first().click();
  await question(page, OPENING).getByText("ten months").click();
  const text = page.getByRole("textbox", { name: OPENING });
  await expect(text).toBeFocused();
  await text.fill("My own words.");

  await action(page, "Submit").click();
  await expect(record(page, 2)).toBeVisible();
  await expect.poll(() => ownResponses(api.as(person.api_key), setup)).toHaveLength(1);
  const [stored] = await ownResponses(api.as(person.api_key), setup);
  expect(stored).toMatchObject({
    status: "submitted",
    values: { verdict: { value: "cannot_tell" }, clarity: { value: 7 }, opening: { value: "My own words." } },
  });
  expect(new Set(stored?.values?.topics?.value as string[])).toEqual(
    new Set(["flight", "cities", "names", "parasites"]),
  );

  // Back on the record, the page shows exactly the submitted answer (FAN-15).
  await page.getByRole("button", { name: "Previous record" }).click();
  await expect(record(page, 1).getByText("Submitted", { exact: true })).toBeVisible();
  await chosen(option(page, VERDICT, "Cannot tell"));
  await expect(action(page, "Submit")).toHaveAttribute("aria-disabled", "true");
});

test("FAN-04 FAN-09 FAN-26 a ranking by dragging: into a place, two in one place, and out again", {
  tag: "@main",
}, async ({ page, api, signIn }) => {
  const person = await addPerson(api, setup, "pointer");
  await signIn(person.username, person.password);
  await openDataset(page, setup);
  await question(page, FIX)
    .getByRole("button", { name: `Clear “${FIX}”` })
    .click();
  await expect(card(page, FIX, "Claims")).toHaveAccessibleName(/not ranked/);
  // The ranks are the first items of the question's list. An empty rank has its name.
  const place = (rank: number) =>
    question(page, FIX)
      .getByRole("list")
      .first()
      .getByRole("listitem")
      .nth(rank - 1);
  for (const [text, rank] of [
    ["Tone", 1],
    ["Claims", 2],
    ["Facts", 2],
  ] as const) {
    await card(page, FIX, text).dragTo(place(rank));
    await expect(card(page, FIX, text)).toHaveAccessibleName(new RegExp(`rank ${rank}`));
  }
  await expect(question(page, FIX).getByText(/^Rank all \d answers, or none\.$/)).toBeVisible();
  await expect(action(page, "Submit")).toHaveAttribute("aria-disabled", "true");
  // Ranks without a drag: a press opens the ranks.
  await card(page, FIX, "Order").click();
  await page.getByRole("menuitemradio", { name: "Rank 4" }).click();
  await expect(card(page, FIX, "Order")).toHaveAccessibleName(/rank 4/);
  await card(page, FIX, "Tone").dragTo(question(page, FIX).getByRole("list", { name: "Not ranked yet" }));
  await expect(card(page, FIX, "Tone")).toHaveAccessibleName(/not ranked/);
  await card(page, FIX, "Tone").dragTo(place(1));
  await action(page, "Submit").click();
  await expect(record(page, 2)).toBeVisible();
  await expect.poll(() => ownResponses(api.as(person.api_key), setup)).toHaveLength(1);
  const [stored] = await ownResponses(api.as(person.api_key), setup);
  const ranked = stored?.values?.fix?.value as { value: string; rank: number }[];
  expect(Object.fromEntries(ranked.map(({ value, rank }) => [value, rank]))).toEqual({
    Tone: 1,
    Claims: 2,
    Facts: 2,
    Order: 4,
  });
});

test("FAN-25 FEN-27 CON-02 CON-08 the record: markdown and its source, details and what can be copied, the link to it", {
  tag: "@main",
}, async ({ page, api, signIn, context }) => {
  const person = await addPerson(api, setup, "pointer", "admin");
  await signIn(person.username, person.password);
  await openDataset(page, setup);
  const draft = record(page, 1).getByRole("article", { name: "Draft answer" });
  const link = draft.getByRole("link", { name: "a study" });
  await expect(link).toHaveAttribute("rel", /noopener/);
  await expect(link).toHaveAttribute("target", "_blank");
  await expect(draft.getByRole("listitem")).toHaveText(["loggers", "radar"]);
  await draft.hover();
  await draft.getByRole("button", { name: "Show the source of Draft answer" }).click();
  await expect(draft.getByText("It is **partly** known", { exact: false })).toBeVisible();
  await expect(draft.getByRole("link")).toHaveCount(0);
  await draft.getByRole("button", { name: "Show Draft answer as rendered" }).click();
  await expect(draft.getByRole("link")).toHaveCount(1);

  const question1 = record(page, 1).getByRole("article", { name: "Question" });
  await question1.hover();
  await question1.getByRole("button", { name: "Copy text of Question" }).click();
  await expect(page.getByText("Copied", { exact: true }).first()).toBeVisible();
  await expect.poll(() => clipboard(page)).toMatch(/^Letter \d+\. I keep reading/);
  await expect(page.getByRole("tooltip", { name: "Copied" })).toBeHidden({ timeout: 3000 });
  await question1.getByRole("button", { name: "Collapse Question" }).click();
  await expect(question1.getByRole("button", { name: "Expand Question" })).toBeVisible();

  await page.getByRole("button", { name: "More about this record" }).click();
  await page.getByRole("menuitem", { name: "Record details" }).click();
  const details = page.getByRole("dialog", { name: "Record details" });
  await expect(details.getByText("letters page")).toBeVisible();
  const externalId = await details.getByText(/^letter-\d+$/).textContent();
  await details.getByText(/^letter-\d+$/).hover();
  await details.getByRole("button", { name: "Copy External ID" }).click();
  await expect.poll(() => clipboard(page)).toBe(externalId);
  await details.getByRole("button", { name: "Copy Words" }).click();
  await expect.poll(() => clipboard(page)).toMatch(/^1\d\d$/);
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "More about this record" }).click();
  await page.getByRole("menuitem", { name: "Copy a link to the record" }).click();
  await expect.poll(() => clipboard(page)).toContain(`${addressOf(setup)}?`);
  const address = await clipboard(page);
  // The link opens the record, whatever its status is now.
  await action(page, "Submit").click();
  await expect(said(page, "All changes saved")).toBeAttached();
  const other = await context.newPage();
  await other.goto(address);
  await expect(other.getByText("Opened by its link")).toBeVisible();
  const number = /\d+/.exec(externalId ?? "")?.[0];
  await expect(other.getByText(`Letter ${number}. I keep reading`, { exact: false })).toBeVisible();
  await expect(other.getByText("Submitted", { exact: true }).first()).toBeVisible();
});

test("FPR-05 FPR-06 FRS-06 FRS-07 LAY-11 LAY-12 drawers, progress after every answer, queues by their menu, the header", async ({
  page,
  api,
  signIn,
}) => {
  const person = await addPerson(api, setup, "pointer");
  await signIn(person.username, person.password);
  await openDataset(page, setup);
  await expect(page.getByRole("navigation", { name: "Breadcrumb" })).toContainText(`${setup.workspace}`);

  await page.getByRole("button", { name: "Guidelines", exact: true }).click();
  const guidelines = page.getByRole("region", { name: "Guidelines" });
  await guidelines.getByRole("button", { name: "Clarity" }).click();
  await expect(guidelines.getByRole("heading", { name: "Clarity" })).toBeInViewport();
  await guidelines.getByRole("searchbox").fill("topic");
  await expect(guidelines.getByText("1 of 2")).toBeVisible();
  await guidelines.getByRole("button", { name: "Close the guidelines" }).click();
  await expect(guidelines).toBeHidden();

  await page.getByRole("button", { name: /^Progress/ }).click();
  const progress = page.getByRole("region", { name: "Progress" });
  await expect(progress.getByRole("row", { name: /Pending/ })).toHaveText("Pending14100 %");
  await expect(page.getByText("0 %, 0 of 14")).toBeVisible();
  await action(page, "Submit").click();
  await expect(progress.getByRole("row", { name: /Submitted/ })).toHaveText("Submitted17.1 %");
  await expect(page.getByText("7 %, 1 of 14")).toBeVisible();
  await action(page, "Save draft").click();
  await expect(progress.getByRole("row", { name: /Draft/ })).toHaveText("Draft17.1 %");
  await action(page, "Discard").click();
  await expect(progress.getByRole("row", { name: /Discarded/ })).toHaveText("Discarded17.1 %");
  await expect(progress.getByRole("row", { name: /Draft/ })).toHaveText("Draft00 %");
  await page.getByRole("button", { name: "Undo", exact: false }).click();
  await expect(progress.getByRole("row", { name: /Draft/ })).toHaveText("Draft17.1 %");
  await action(page, "Clear").click();
  // Clear is inactive now, so the focus is in the questions.
  await expect(option(page, VERDICT, "Fully")).toBeFocused();
  await expect(progress.getByRole("row", { name: /Pending/ })).toHaveText("Pending1392.9 %");

  await page.getByRole("toolbar", { name: "Queue" }).getByRole("button", { name: "Pending", exact: true }).click();
  await page.getByRole("menuitemradio", { name: /Submitted/ }).click();
  await expect(page).toHaveURL(/status=submitted/);
  await expect(record(page, 1).getByText("Submitted", { exact: true }).first()).toBeVisible();
  await page.getByRole("toolbar", { name: "Queue" }).getByRole("button", { name: "Submitted", exact: true }).click();
  await page.getByRole("menuitemradio", { name: /Discarded/ }).click();
  await expect(page.getByRole("heading", { name: "Nothing discarded." })).toBeVisible();
  await page.getByRole("button", { name: "13 records" }).click();
  // The first record that is left was the second of the session.
  await expect(record(page, 2)).toBeVisible();

  await page.getByRole("button", { name: /Open menu/ }).click();
  await expect(page.getByRole("menuitem", { name: "Documentation" })).toHaveAttribute("href", "/docs");
  await expect(page.getByText(/^Postil \d+\.\d+\.\d+$/)).toBeVisible();
  await page.getByRole("menuitem", { name: "Keyboard shortcuts" }).click();
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: setup.workspace }).click();
  await expect(page).toHaveURL(new RegExp(`/datasets\\?workspaces=${setup.workspace}`));
});

test("FQU-09 FQU-15 FQU-16 FQU-19 the queue ends where the data ends, and says so; what was answered stays reachable", async ({
  page,
  api,
  signIn,
}) => {
  const few = await setUp(api, { ...PARTS, records: [1, 2, 3, 4, 5].map((number) => letter(number, SUGGESTIONS)) });
  const person = await addPerson(api, few, "pointer");
  await signIn(person.username, person.password);
  await openDataset(page, few);
  const next = page.getByRole("button", { name: "Next record" });
  for (let number = 1; number <= 3; number++) {
    await action(page, "Submit").click();
    await expect(record(page, number + 1)).toBeVisible();
  }
  await expect(page.getByText("2 left")).toBeVisible();
  await next.click();
  await expect(record(page, 5)).toBeVisible();
  await next.click();
  await expect(page.getByText("You reached the end of the Pending queue.")).toBeVisible();
  await expect(record(page, 5)).toBeVisible();
  await page.getByRole("button", { name: "Previous record" }).click();
  await page.getByRole("button", { name: "Previous record" }).click();
  await expect(record(page, 3).getByText("Submitted", { exact: true })).toBeVisible();
  const texts = new Set<string | null>();
  for (let number = 3; number >= 1; number--) {
    texts.add(
      await record(page, number)
        .getByText(/^Letter \d+\./)
        .textContent(),
    );
    if (number > 1) await page.getByRole("button", { name: "Previous record" }).click();
  }
  expect(texts.size).toBe(3);
});
