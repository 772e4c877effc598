import type { Locator, Page } from "@playwright/test";
import {
  addressOf,
  CLARITY,
  chosen,
  option,
  ownResponses,
  question,
  said,
  tabTo,
  VERDICT,
} from "./support/annotation.ts";
import type { Api } from "./support/api.ts";
import { hold } from "./support/held.ts";
import { expectNoSidewaysScroll } from "./support/screen.ts";
import { addPerson, labels, type QuestionSetup, type RecordSetup, type Setup, setUp } from "./support/setup.ts";
import { fillInSignIn } from "./support/sign-in.ts";
import { test as base, expect } from "./support/test.ts";

/** Many records at once (FBU, design/bulk.md), by mouse and by keyboard, against a real server that also fails. */

const QUESTIONS: readonly QuestionSetup[] = [
  {
    name: "verdict",
    title: VERDICT,
    required: true,
    settings: { type: "label_selection", options: labels("Fully", "In part", "Not at all"), visible_options: null },
  },
  {
    name: "clarity",
    title: CLARITY,
    required: false,
    settings: { type: "rating", options: [1, 2, 3].map((value) => ({ value })) },
  },
];

const letter = (number: number, suggested: boolean): RecordSetup => ({
  fields: { text: `Letter ${number}. Do swifts sleep?` },
  ...(suggested
    ? { suggestions: { verdict: { value: number % 2 === 0 ? "Fully" : "In part", agent: "critic" } } }
    : {}),
});

/** Makes `count` records, the first `suggested` of them with a suggestion, and a user to answer them. */
async function stage(api: Api, count: number, suggested = 0) {
  const records = Array.from({ length: count }, (_, at) => letter(at + 1, at < suggested));
  const setup = await setUp(api, { questions: QUESTIONS, records });
  const person = await addPerson(api, setup, "many");
  return { setup, person, mine: api.as(person.api_key) };
}
type Stage = Awaited<ReturnType<typeof stage>>;

const grid = (page: Page): Locator => page.getByRole("grid", { name: "Records" });
const rows = (page: Page): Locator => grid(page).getByRole("row");
const act = (page: Page, name: string | RegExp): Locator =>
  page.getByRole("group", { name: "Answer the selected records" }).getByRole("button", { name });
const selectPage = (page: Page): Locator => page.getByRole("checkbox", { name: "Select this page" });
const box = (page: Page, number: number): Locator =>
  page.getByRole("checkbox", { name: `Select record ${number}`, exact: true });
const selectedRows = (page: Page): Locator => grid(page).locator('[role="row"][aria-selected="true"]');

async function open(page: Page, setup: Setup, query = "page=1~10"): Promise<void> {
  await page.goto(`${addressOf(setup)}?${query}`);
  await expect(grid(page)).toBeVisible();
}

const test = base.extend<{
  /** Makes `count` records, signs in as their user and opens the bulk view. */
  openStage: (count: number, more?: { query?: string; suggested?: number }) => Promise<Stage>;
  /** The same with a page of 25 selected and the form filled: three chunks, not submitted yet. */
  fillPage: () => Promise<Stage>;
}>({
  openStage: async ({ page, api, signIn }, use) =>
    use(async (count, { query, suggested } = {}) => {
      const staged = await stage(api, count, suggested);
      await signIn(staged.person.username, staged.person.password);
      await open(page, staged.setup, query);
      return staged;
    }),
  fillPage: async ({ page, openStage }, use) =>
    use(async () => {
      const staged = await openStage(30, { query: "page=1~25" });
      await selectPage(page).click();
      await option(page, VERDICT, "Fully").click();
      return staged;
    }),
});

const isBulk = (url: URL) => url.pathname.endsWith("/me/responses/bulk");

/** The items of every bulk call, as they leave the page. */
function listenForChunks(page: Page): { record_id: string; status: string; values: unknown }[][] {
  const chunks: { record_id: string; status: string; values: unknown }[][] = [];
  page.on("request", (request) => {
    if (isBulk(new URL(request.url()))) chunks.push(request.postDataJSON().items);
  });
  return chunks;
}

const statuses = async (api: Api, setup: Setup) => (await ownResponses(api, setup)).map(({ status }) => status);

test("FQU-02 FQU-12 FBU-02 by mouse: from focus view to a list, records are chosen one by one and by range, and submitted", {
  tag: "@main",
}, async ({ page, api, signIn, expectAccessible }) => {
  const { setup, person, mine } = await stage(api, 30);
  await signIn(person.username, person.password);
  await page.goto(addressOf(setup));
  await page.getByRole("group", { name: "View" }).getByRole("button", { name: "Bulk" }).click();
  await expect(rows(page)).toHaveCount(10);
  await expect(page).toHaveURL(/page=1~10/);
  await expect(page.getByText("1–10 of 30")).toBeVisible();
  await box(page, 2).click();
  await box(page, 5).click({ modifiers: ["Shift"] });
  await expect(selectedRows(page)).toHaveCount(4);
  await box(page, 3).click();
  await expect(page.getByText("3 selected", { exact: true })).toBeVisible();
  await expect(said(page, "3 records selected")).toBeAttached();
  await expectAccessible();
  await option(page, VERDICT, "In part").click();
  await act(page, "Submit 3").click();
  await expect(said(page, "3 records submitted")).toBeVisible();
  await expect(page.getByText("0 selected", { exact: true })).toBeVisible();
  await chosen(option(page, VERDICT, "In part"), false);
  await expect(grid(page).getByRole("row", { name: /Submitted/ })).toHaveCount(3);
  await expectAccessible();
  expect(await ownResponses(mine, setup)).toEqual(
    Array.from({ length: 3 }, () =>
      expect.objectContaining({ status: "submitted", values: { verdict: { value: "In part" } } }),
    ),
  );
  await page.getByRole("button", { name: "Next page" }).click();
  await expect(grid(page).getByRole("row", { name: /Submitted/ })).toHaveCount(0);
  await page.getByRole("button", { name: "10 a page" }).click();
  await page.getByRole("menuitemradio", { name: "25 a page" }).click();
  await expect(page).toHaveURL(/page=1~25/);
  await expect(rows(page)).toHaveCount(25);
  await page.goto(`${addressOf(setup)}?page=1~13`);
  await expect(page.getByRole("region", { name: "Record 1", exact: true })).toBeVisible();
});

test("FBU-01 FBU-13 FQU-02 by keyboard alone: views, cursor, selection, pages, answers, submit, undo", {
  tag: "@main",
}, async ({ page, api, signIn }) => {
  const { setup, person, mine } = await stage(api, 25);
  await signIn(person.username, person.password);
  await page.goto(addressOf(setup));
  await expect(page.getByRole("region", { name: "Record 1", exact: true })).toBeVisible();
  await page.keyboard.press("Alt+b");
  await expect(rows(page)).toHaveCount(10);
  await expect(rows(page).first()).toBeFocused();
  // Tab goes from the list to the form over this row's checkbox, flag and menu, and the handle between list and form.
  await tabTo(page, option(page, VERDICT, "Fully"), 5);
  await page.keyboard.press("Escape");
  await page.keyboard.press("k");
  await expect(rows(page).first()).toBeFocused();
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Shift+X");
  await expect(selectedRows(page)).toHaveCount(3);
  await page.keyboard.press("k");
  await page.keyboard.press("x");
  await expect(selectedRows(page)).toHaveCount(2);
  await page.keyboard.press("Escape");
  await expect(selectedRows(page)).toHaveCount(0);
  await page.keyboard.press("Control+a");
  await expect(selectedRows(page)).toHaveCount(10);
  await page.keyboard.press("ArrowRight");
  await expect(page.getByText("11–20 of 25")).toBeVisible();
  await expect(selectedRows(page)).toHaveCount(0);
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByText("1–10 of 25")).toBeVisible();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("2");
  await chosen(option(page, VERDICT, "In part"));
  // Escape leaves the form. The selection stays.
  await page.keyboard.press("Escape");
  await expect(selectedRows(page)).toHaveCount(10);
  await page.keyboard.press("Enter");
  await expect(said(page, "10 records submitted")).toBeVisible();
  expect(await statuses(mine, setup)).toEqual(Array(10).fill("submitted"));
  await page.keyboard.press("Control+z");
  await expect(said(page, "Undone: 10 records")).toBeVisible();
  await expect.poll(() => statuses(mine, setup)).toEqual([]);
  await expect(grid(page).getByRole("row", { name: /Pending/ })).toHaveCount(10);
  await page.keyboard.press("f");
  await expect(page.getByRole("region", { name: "Record 1", exact: true })).toBeVisible();
});

test("FBU-06 FBU-07 FBU-09 FBU-10 25 selected run through 40, 80, 100; the refused one stays with its reason", async ({
  page,
  fillPage,
}) => {
  const { setup, mine } = await fillPage();
  const chunks = listenForChunks(page);
  const percents: (string | null)[] = [];
  let refusedId = "";
  await page.route(isBulk, async (route) => {
    percents.push(await act(page, /%$/).textContent());
    const reply = await route.fetch();
    const body = await reply.json();
    if (chunks.length === 2) {
      refusedId = chunks[1]?.[4]?.record_id ?? "";
      body.items[4] = { item: null, error: { detail: "this record is locked" } };
    }
    await route.fulfill({ response: reply, json: body });
  });
  const metrics: string[] = [];
  page.on("request", (request) => void (request.url().endsWith("/metrics") && metrics.push(request.url())));
  await act(page, "Submit 25").click();
  await expect(page.getByText("1 of 25 records was not saved")).toBeVisible();
  expect(percents.map((text) => Number.parseInt(text ?? "", 10))).toEqual([0, 40, 80]);
  expect(chunks.map((items) => items.length)).toEqual([10, 10, 5]);
  await expect(selectedRows(page)).toHaveCount(1);
  await expect(selectedRows(page)).toHaveAttribute("data-record", refusedId);
  await expect(selectedRows(page)).toContainText("Not saved: this record is locked");
  await chosen(option(page, VERDICT, "Fully"));
  await expect(page.getByText("1 selected", { exact: true })).toBeVisible();
  // In this test the server stored it anyway. The page believes the reply.
  expect(await statuses(mine, setup)).toHaveLength(25);
  await expect.poll(() => metrics.length).toBe(1);
  await page.unroute(isBulk);
  await act(page, "Submit 1").click();
  await expect(page.getByText("0 selected", { exact: true })).toBeVisible();
  await expect(grid(page)).not.toContainText("Not saved");
});

test("FBU-11 questions without a value stay as they are; discard keeps answers; a record's newer answer is not overwritten", async ({
  page,
  api,
  signIn,
}) => {
  const { setup, person, mine } = await stage(api, 3);
  await signIn(person.username, person.password);
  await page.goto(addressOf(setup));
  await option(page, CLARITY, "3").click();
  await page.keyboard.press("Control+s");
  await expect(said(page, "Record 1 saved as a draft")).toBeVisible();
  // The page says it at once. The next page request asks for it.
  await expect.poll(() => statuses(mine, setup)).toEqual(["draft"]);
  await open(page, setup, "page=1~10&status=draft");
  await selectPage(page).click();
  await option(page, VERDICT, "Fully").click();
  await page.keyboard.press("Control+s");
  await expect(said(page, "saved as a draft")).toBeVisible();
  expect(await ownResponses(mine, setup)).toMatchObject([
    { status: "draft", values: { verdict: { value: "Fully" }, clarity: { value: 3 } } },
  ]);
  await selectPage(page).click();
  await act(page, "Discard 1").click();
  await expect(said(page, "discarded")).toBeVisible();
  expect(await ownResponses(mine, setup)).toMatchObject([
    { status: "discarded", values: { verdict: { value: "Fully" }, clarity: { value: 3 } } },
  ]);
  await page.keyboard.press("Control+z");
  await expect.poll(() => statuses(mine, setup)).toEqual(["draft"]);
});

test("FBU-08 FBU-12 FBU-15 all matching: offered when the whole page is chosen and the list is narrowed, asked about above 100, undone as one", async ({
  page,
  expectAccessible,
  openStage,
}) => {
  const { setup, mine } = await openStage(123);
  await selectPage(page).click();
  await expect(page.getByText(/Include all/)).toBeHidden();
  await open(page, setup, "page=1~10&search=swifts");
  await selectPage(page).click();
  await page.getByRole("button", { name: "Include all 123 matches" }).click();
  await expect(page.getByText("All 123 matches included")).toBeVisible();
  await box(page, 3).click();
  await expect(page.getByText("9 selected", { exact: true })).toBeVisible();
  await box(page, 3).click();
  await page.getByRole("button", { name: "Include all 123 matches" }).click();
  await option(page, VERDICT, "Not at all").click();
  await act(page, "Submit 123").click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("Submit 123 records?");
  await expect(dialog).toContainText("Not at all");
  await expectAccessible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect(await statuses(mine, setup)).toEqual([]);
  const chunks = listenForChunks(page);
  await act(page, "Submit 123").click();
  await dialog.getByRole("button", { name: "Submit 123 records" }).click();
  await expect(page.getByText("123 records submitted").first()).toBeVisible();
  expect(chunks.map((items) => items.length)).toEqual([...Array(12).fill(10), 3]);
  expect(await statuses(mine, setup)).toEqual(Array(123).fill("submitted"));
  await expect(page.getByRole("heading", { name: "No pending record matches." })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect.poll(() => statuses(mine, setup), { timeout: 30_000 }).toEqual([]);
  await expect(page.getByText("1–10 of 123")).toBeVisible();
});

test("FBU-10 Stop ends after the running chunk; the rest stays selected and goes on from there", async ({
  page,
  fillPage,
}) => {
  const { setup, mine } = await fillPage();
  const release = await hold(page, isBulk);
  await act(page, "Submit 25").click();
  await act(page, "Stop").click();
  await expect(act(page, "Stopping…")).toBeVisible();
  release();
  await expect(page.getByText("15 of 25 records were not saved")).toBeVisible();
  expect(await statuses(mine, setup)).toHaveLength(10);
  await expect(selectedRows(page)).toHaveCount(15);
  await page.unroute(isBulk);
  await act(page, "Submit 15").click();
  await expect(said(page, "15 records submitted")).toBeVisible();
  expect(await statuses(mine, setup)).toHaveLength(25);
});

test("FBU-04 FBU-09 a chunk that fails stops the action; the rest stays selected and Retry writes it", async ({
  page,
  fillPage,
}) => {
  const { setup, mine } = await fillPage();
  const chunks = listenForChunks(page);
  await page.route(isBulk, (route) =>
    chunks.length === 2 ? route.fulfill({ status: 503, json: { detail: "busy" } }) : route.continue(),
  );
  await act(page, "Submit 25").click();
  await expect(page.getByText("15 of 25 records were not saved")).toBeVisible();
  expect(chunks).toHaveLength(2);
  await expect(selectedRows(page)).toHaveCount(15);
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(said(page, "15 records submitted")).toBeVisible();
  expect(await statuses(mine, setup)).toEqual(Array(25).fill("submitted"));
  await expect(page.getByText("0 selected", { exact: true })).toBeVisible();
});

test("AUT-11 FBU-09 a session that ends under a filled bulk form: it is kept with its records, nothing else is said, and it goes out afterwards", async ({
  page,
  api,
  openStage,
}) => {
  const { person } = await openStage(12);
  await box(page, 2).click();
  await box(page, 4).click();
  await option(page, VERDICT, "Fully").click();
  const kept = page.getByRole("button", { name: "Bulk form saved on this device only" });
  await expect(kept).toBeVisible();
  await api.put(`/api/postil/v1/people/${person.id}/password`, { password: "another-password" });
  await act(page, "Submit 2").click();
  const sentence = "work that was not saved yet is kept on this device";
  await expect(page.getByRole("main").getByText(sentence)).toBeVisible();
  const toasts = page.getByRole("region", { name: "Notifications" });
  await expect(toasts.getByText("2 of 2 records were not saved")).toBeVisible();
  await expect(page.getByRole("button", { name: "Retry" })).toHaveCount(0);
  await fillInSignIn(page, { username: person.username, password: "another-password" });
  await expect(toasts.getByText("2 records are selected as before.")).toBeVisible();
  await chosen(option(page, VERDICT, "Fully"), true);
  await expect(kept).toBeVisible();
  await act(page, "Submit 2").click();
  await expect(said(page, "2 records submitted")).toBeVisible();
  await expect(page.getByRole("button", { name: "All changes saved" })).toBeVisible();
  await expect(grid(page).getByRole("row", { name: /Submitted/ })).toHaveCount(2);
});

test("FBU-14 FBU-10 a reload in the middle: leaving by the page asks first, and the next page goes on by itself and says how much is open", async ({
  page,
  fillPage,
}) => {
  const { setup, mine } = await fillPage();
  const chunks = listenForChunks(page);
  await page.route(isBulk, (route) => (chunks.length < 2 ? route.continue() : undefined));
  await act(page, "Submit 25").click();
  await expect.poll(() => chunks.length).toBe(2);
  await page.getByRole("link", { name: "Home" }).click();
  await expect(page.getByText("Records are being written.")).toBeVisible();
  await expect(grid(page)).toBeVisible();
  await expect(page.getByRole("button", { name: "15 of 25 still to send" })).toBeVisible();
  page.on("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByRole("button", { name: "15 of 25 still to send" })).toBeVisible();
  expect(await statuses(mine, setup)).toEqual(Array(10).fill("submitted"));
  await page.unroute(isBulk);
  await page.reload();
  await expect.poll(() => statuses(mine, setup)).toEqual(Array(25).fill("submitted"));
  await expect(page.getByRole("button", { name: "All changes saved" })).toBeVisible();
});

test("FBU-14 FRS-18 the undo of many is kept before it is said, goes on after a reload, and deletes nothing one by one", async ({
  page,
  openStage,
}) => {
  const { setup, mine } = await openStage(300, { query: "page=1~10&search=swifts", suggested: 300 });
  await selectPage(page).click();
  await page.getByRole("button", { name: "Include all 300 matches" }).click();
  await page.keyboard.press("a");
  await page.getByRole("alertdialog").getByRole("button", { name: "Submit 300 records" }).click();
  await expect(page.getByText("300 records submitted").first()).toBeVisible();
  expect(await statuses(mine, setup)).toHaveLength(300);

  const chunks = listenForChunks(page);
  const deleted: string[] = [];
  page.on("request", (request) => void (request.method() === "DELETE" && deleted.push(request.url())));
  await page.route(isBulk, (route) => (chunks.length < 4 ? route.continue() : undefined));
  await page.keyboard.press("Control+z");
  await expect(said(page, "Undone: 300 records")).toBeVisible();
  await expect(page.getByRole("button", { name: "270 of 300 still to send" })).toBeVisible();
  page.on("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByRole("button", { name: /of 300 still to send/ })).toBeVisible();
  await page.unroute(isBulk);
  await page.reload();
  await expect.poll(() => statuses(mine, setup)).toEqual([]);
  await expect(page.getByRole("button", { name: "All changes saved" })).toBeVisible();
  expect(deleted).toEqual([]);
});

test("FRS-17 what was changed in another browser meanwhile stays: undo says what is there now and asks", async ({
  page,
  api,
  signIn,
}) => {
  const { setup, person, mine } = await stage(api, 3);
  await signIn(person.username, person.password);
  await page.goto(addressOf(setup));
  await option(page, VERDICT, "Fully").click();
  await page.keyboard.press("Enter");
  await expect.poll(() => statuses(mine, setup)).toEqual(["submitted"]);
  const elsewhere = async (verdict: string) => {
    const path = `/api/v1/me/datasets/${setup.datasetId}/records?include=responses&limit=10`;
    const { items } = await mine.get<{ items: { responses: { id: string }[] }[] }>(path);
    const [response] = items.flatMap(({ responses }) => responses);
    await mine.put(`/api/v1/responses/${response?.id}`, {
      status: "submitted",
      values: { verdict: { value: verdict } },
    });
  };
  await elsewhere("Not at all");
  await page.keyboard.press("Control+z");
  const toast = page.getByRole("region", { name: "Notifications" });
  await expect(toast.getByText("Not undone, changed meanwhile: record 1")).toBeVisible();
  await expect(toast.getByText("Not at all")).toBeVisible();
  expect(await ownResponses(mine, setup)).toMatchObject([{ values: { verdict: { value: "Not at all" } } }]);
  await toast.getByRole("button", { name: "Leave it" }).click();
  await expect(toast.getByText("Not undone")).toBeHidden();
  expect(await ownResponses(mine, setup)).toMatchObject([{ values: { verdict: { value: "Not at all" } } }]);
  await page.keyboard.press("Enter");
  await expect.poll(() => ownResponses(mine, setup)).toMatchObject([{ values: { verdict: { value: "Fully" } } }]);
  await elsewhere("In part");
  await page.keyboard.press("Control+z");
  await toast.getByRole("button", { name: "Undo anyway" }).click();
  await expect.poll(() => ownResponses(mine, setup)).toMatchObject([{ values: { verdict: { value: "Not at all" } } }]);
});

test("FBU-11 design/bulk.md: each selected record is submitted with its own suggestions; those without are skipped and told of", async ({
  page,
  openStage,
}) => {
  const { setup, mine } = await openStage(8, { suggested: 5 });
  await page.keyboard.press("Control+a");
  await page.keyboard.press("a");
  await expect(page.getByText("3 records skipped: a required question has no suggestion")).toBeVisible();
  await expect(selectedRows(page)).toHaveCount(3);
  const values = (await ownResponses(mine, setup)).map(({ values: given }) => given?.verdict?.value).sort();
  expect(values).toEqual(["Fully", "Fully", "In part", "In part", "In part"]);
});

test("FBU-12 design/bulk.md: without a selection the buttons rest and say why; with a required question left a draft is the way", async ({
  page,
  openStage,
}) => {
  await openStage(3);
  await act(page, "Submit").hover();
  await expect(page.getByRole("tooltip")).toHaveText("Select at least one record");
  await selectPage(page).click();
  await option(page, CLARITY, "2").click();
  await act(page, "Submit 3").hover();
  await expect(page.getByRole("tooltip")).toContainText(`Still to answer: ${VERDICT}`);
  await act(page, "Submit 3").focus();
  await page.keyboard.press("Enter");
  await expect(question(page, VERDICT).getByRole("button").first()).toBeFocused();
});

test("FQU-12 design/bulk.md: page size and record height are remembered; a cut record is shown whole on request", async ({
  page,
  api,
  signIn,
}) => {
  const text = "Swifts sleep in the air, or so they say. ".repeat(60);
  const setup = await setUp(api, {
    questions: QUESTIONS,
    records: Array.from({ length: 30 }, () => ({ fields: { text } })),
  });
  const person = await addPerson(api, setup, "height");
  await signIn(person.username, person.password);
  await open(page, setup);
  const height = async () => (await rows(page).first().boundingBox())?.height ?? 0;
  const whole = await height();
  await page.getByRole("button", { name: "View settings" }).click();
  await page.getByRole("menuitemradio", { name: "First twelve lines" }).click();
  const showAll = rows(page)
    .first()
    .getByRole("button", { name: /^Show all, \d+ more lines$/ });
  await expect(showAll).toBeVisible();
  expect(await height()).toBeLessThan(whole);
  await showAll.click();
  await expect.poll(height).toBeGreaterThanOrEqual(whole);
  await page.getByRole("button", { name: "10 a page" }).click();
  await page.getByRole("menuitemradio", { name: "25 a page" }).click();
  await expect(rows(page)).toHaveCount(25);
  await page.goto(addressOf(setup));
  await page.getByRole("group", { name: "View" }).getByRole("button", { name: "Bulk" }).click();
  await expect(rows(page)).toHaveCount(25);
  await expect(showAll).toBeVisible();
});

test("FBU-13 the head of the list stays on its sheet at every width: words go, controls stay; rows of one line stay low", async ({
  page,
  api,
  signIn,
}) => {
  const suggestions = { ...letter(1, true).suggestions, clarity: { value: 2, agent: "critic" } };
  const line = { fields: { text: "Do swifts sleep in the air, and for how long at a time?" }, suggestions };
  const setup = await setUp(api, { questions: QUESTIONS, records: Array.from({ length: 12 }, () => line) });
  const person = await addPerson(api, setup, "many");
  await signIn(person.username, person.password);
  await open(page, setup);
  await selectPage(page).click();
  const settings = page.getByRole("button", { name: "View settings" });
  for (const width of [360, 400, 451, 800, 1000, 1024, 1100, 1280, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(settings, `at ${width}`).toBeInViewport({ ratio: 1 });
    await settings.click({ trial: true });
    if (width > 450) await page.getByRole("button", { name: "10 a page" }).click({ trial: true });
    const height = async () => (await rows(page).first().boundingBox())?.height;
    if (width >= 1000) await expect.poll(height, { message: `at ${width}` }).toBeLessThanOrEqual(64);
  }
});

test("FBU-13 on a phone: list, then form, the actions at the bottom; nothing scrolls sideways", async ({
  page,
  openStage,
  expectAccessibleIn,
}) => {
  await page.setViewportSize({ width: 400, height: 800 });
  await openStage(12);
  await box(page, 1).click();
  await expect(act(page, "Submit 1")).toBeInViewport();
  await expectNoSidewaysScroll(page);
  await expectAccessibleIn();
});
