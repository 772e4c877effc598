import { expect, type Locator, type Page } from "@playwright/test";
import type { Api } from "./api.ts";
import { labels, type QuestionSetup, type RecordSetup, type Setup, type SetupOptions } from "./setup.ts";

/** Locators for the annotation page: its parts by role and name. */

export const addressOf = ({ datasetId }: Setup): string => `/dataset/${datasetId}/annotation-mode`;

/** The sheet of the record with this number in the session. */
export const record = (page: Page, number: number): Locator =>
  page.getByRole("region", { name: `Record ${number}`, exact: true });

export const question = (page: Page, title: string): Locator => page.getByRole("group", { name: title, exact: true });

export const option = (page: Page, title: string, text: string): Locator =>
  question(page, title).getByRole("button", { name: text, exact: true });

/** An item of a ranking, at any rank. */
export const card = (page: Page, title: string, text: string): Locator =>
  question(page, title).getByRole("button", { name: new RegExp(`^${text} ?,`) });

export const action = (page: Page, name: "Clear" | "Discard" | "Save draft" | "Submit"): Locator =>
  page.getByRole("group", { name: "Answer this record" }).getByRole("button", { name, exact: true });

/** This text in a status element: announced to screen readers or shown in a status line. */
export const said = (page: Page, text: string | RegExp): Locator => page.getByRole("status").filter({ hasText: text });

export const chosen = (of: Locator, on = true): Promise<void> => expect(of).toHaveAttribute("aria-pressed", String(on));

/** Waits until the page has loaded what comes when it is at rest: the code of its neighbour pages, and what isolates names. */
export const codeAhead = (page: Page) =>
  page.waitForFunction(() => performance.getEntriesByName("postil:code-ahead").length > 0);

export async function openDataset(page: Page, setup: Setup): Promise<void> {
  await page.goto(addressOf(setup));
  await expect(record(page, 1)).toBeVisible();
}

/** Presses Tab until the control has the focus, as a user without a pointer does. */
export async function tabTo(page: Page, control: Locator, presses = 40): Promise<void> {
  await expect(control).toBeVisible();
  for (let press = 0; press < presses; press++) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  await expect(control).toBeFocused();
}

export type Focus = {
  readonly name: string;
  /** Says if a ring of at least 2 px shows the focus: on the element or on the larger control around it. */
  readonly ring: string;
  /** True if an earlier call already returned this element. */
  readonly isAgain: boolean;
};

/** The element with the focus, and how it shows the focus. It runs in the page. */
export function focusNow(): Focus | null {
  const element = document.activeElement;
  if (element === null || element === document.body) return null;
  const around = [element, element.parentElement, element.parentElement?.parentElement].filter((part) => part != null);
  const styles = [...around.map((part) => getComputedStyle(part)), getComputedStyle(element, "::after")];
  const ringed = styles.some(
    ({ outlineStyle, outlineWidth }) => outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2,
  );
  const isAgain = element.hasAttribute("data-was-focused");
  element.setAttribute("data-was-focused", "");
  return {
    name: element.getAttribute("aria-label") ?? element.textContent ?? "",
    ring: ringed ? "a ring" : `no ring: ${element.outerHTML.slice(0, 200)}`,
    isAgain,
  };
}

export async function expectFocusVisible(page: Page): Promise<void> {
  expect((await page.evaluate(focusNow))?.ring ?? "nothing has the focus").toBe("a ring");
}

export type StoredResponse = {
  readonly status: string;
  readonly values: { readonly [question: string]: { readonly value: unknown } } | null;
};

/** The caller's own responses in the dataset, of every status. */
export async function ownResponses(api: Api, { datasetId }: Setup): Promise<StoredResponse[]> {
  const path = `/api/v1/me/datasets/${datasetId}/records?include=responses&limit=1000`;
  const { items } = await api.get<{ items: { responses: StoredResponse[] }[] }>(path);
  return items.flatMap((item) => item.responses);
}

const TOPICS = [
  "Flight",
  "Migration",
  "Sleep",
  "Breeding",
  "Tracking",
  "Diet",
  "Physiology",
  "Song",
  "Plumage",
  "Weather",
  "Moult",
  "Nests",
  "Eggs",
  "Predators",
  "Parasites",
  "Cities",
  "Farming",
  "Law",
  "History",
  "Names",
] as const;

export const VERDICT = "Does the draft answer the question?";
export const TOPIC = "Which topics does it touch?";
export const CLARITY = "How clear is the writing?";
export const FIX = "What should an editor fix first?";
export const OPENING = "Write a better opening";

/** One question of each of these five types. */
export const FIVE_QUESTIONS: readonly QuestionSetup[] = [
  {
    name: "verdict",
    title: VERDICT,
    required: true,
    description: "Judge the answer, not the bird.",
    settings: {
      type: "label_selection",
      options: [
        { value: "fully", text: "Fully" },
        { value: "in_part", text: "In part" },
        { value: "not_at_all", text: "Not at all" },
        { value: "cannot_tell", text: "Cannot tell" },
      ],
      visible_options: null,
    },
  },
  {
    name: "topics",
    title: TOPIC,
    required: false,
    settings: {
      type: "multi_label_selection",
      options: TOPICS.map((text) => ({ value: text.toLowerCase(), text })),
      visible_options: 10,
    },
  },
  {
    name: "clarity",
    title: CLARITY,
    required: true,
    settings: { type: "rating", options: [1, 2, 3, 4, 5, 6, 7].map((value) => ({ value })) },
  },
  {
    name: "fix",
    title: FIX,
    required: false,
    settings: { type: "ranking", options: labels("Claims", "Order", "Facts", "Tone") },
  },
  { name: "opening", title: OPENING, required: false, settings: { type: "text", use_markdown: true } },
];

export const LETTER_FIELDS: NonNullable<SetupOptions["fields"]> = [
  { name: "question", title: "Question", required: true },
  { name: "draft", title: "Draft answer", required: false, markdown: true },
];

/** A model's suggestions for a letter: one for every question. One topic is beyond the visible options. */
export const SUGGESTIONS: NonNullable<RecordSetup["suggestions"]> = {
  verdict: { value: "in_part", score: 0.78, agent: "critic-2" },
  topics: { value: ["flight", "sleep", "cities"], score: [0.91, 0.97, 0.4], agent: "topics-1" },
  clarity: { value: 5, score: 0.61, agent: "critic-2" },
  fix: {
    value: [
      { value: "Claims", rank: 1 },
      { value: "Facts", rank: 2 },
      { value: "Order", rank: 3 },
      { value: "Tone", rank: 4 },
    ],
    agent: "editor-1",
  },
  opening: { value: "Partly. Some swifts stay up for **ten months**.", agent: "writer-4" },
};

export function letter(number: number, suggestions?: RecordSetup["suggestions"]): RecordSetup {
  return {
    fields: {
      question: `Letter ${number}. I keep reading that swifts sleep in the air.\nIs that really known?`,
      draft: `It is **partly** known, says [a study](https://example.org/study).\n\n- loggers\n- radar`,
    },
    metadata: { source: "letters page", words: 100 + number },
    external_id: `letter-${number}`,
    ...(suggestions === undefined ? {} : { suggestions }),
  };
}

export const GUIDELINES = `# Reading letters

Judge the answer, not the bird.

## Topics

Tick a topic only if it gets **a sentence of its own**.

## Clarity

Seven means that it could not be clearer.
`;

export const METADATA: NonNullable<SetupOptions["metadata"]> = [
  { name: "source", title: "Source", settings: { type: "terms", values: null }, visible_for_annotators: true },
  { name: "words", title: "Words", settings: { type: "integer", min: null, max: null }, visible_for_annotators: false },
];
