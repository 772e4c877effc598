import type { Page } from "@playwright/test";
import { addressOf, chosen, openDataset, option, ownResponses, question, record } from "./support/annotation.ts";
import type { Api } from "./support/api.ts";
import { codeOf, hold } from "./support/held.ts";
import { addPerson, labels, type Setup, setUp } from "./support/setup.ts";
import { row, texts } from "./support/tasks.ts";
import { expect, test } from "./support/test.ts";

// No retry: each of these has its own order of events.
test.describe.configure({ retries: 0 });
// The code of the list comes when it is asked for, also in a long run.
test.use({ loadsAhead: false });

/** The user leaves a page, and comes back before the code of the next one is there (RTE-33). */

const LIST = codeOf("src/app/routes/datasets.tsx");

const TOPIC = {
  name: "topic",
  title: "Topic",
  required: true,
  settings: { type: "label_selection", options: labels("news", "sport") },
};
const COMMENT = { name: "comment", title: "Comment", settings: { type: "text", use_markdown: false } };

const letters = (api: Api, name: string, questions: Parameters<typeof setUp>[1]["questions"] = [TOPIC]) =>
  setUp(api, { questions, records: [1, 2, 3].map((number) => ({ fields: { text: `${name} ${number}.` } })) });

async function toList(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Home" }).click();
  await page.waitForURL("**/datasets");
}

const listed = (page: Page, { dataset }: Pick<Setup, "dataset">) =>
  page.getByRole("link", { name: dataset, exact: true });

/** What its address says is on screen, whatever code has come meanwhile. */
async function expectStays(page: Page, pathname: string): Promise<void> {
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(new URL(page.url()).pathname).toBe(pathname);
}

/** From now on, the code has not come before the returned function has ended. */
async function holdCode(page: Page): Promise<() => Promise<void>> {
  const letGo = await hold(page, LIST);
  return async () => {
    const came = page.waitForResponse(LIST);
    letGo();
    await (await came).finished();
  };
}

test("RTE-33 FQU-16 who comes back before the list was there goes on where they were: nothing is loaded anew, and after the last answer nothing is pending", async ({
  page,
  api,
  signIn,
}) => {
  const setup = await letters(api, "Letter");
  const person = await addPerson(api, setup, "back");
  await signIn(person.username, person.password);
  const codeComes = await holdCode(page);
  // Replies are as old as their requests, and come after the last answer.
  const { promise: answered, resolve: letGo } = Promise.withResolvers<void>();
  let reads = 0;
  await page.route(/\/records\?/, async (route) => {
    const response = await route.fetch();
    reads += 1;
    if (reads > 1) await answered;
    await route.fulfill({ response });
  });
  await openDataset(page, setup);
  await page.keyboard.press("1");
  await expect(record(page, 2)).toBeVisible();
  await toList(page);
  await page.goBack();
  await expect(record(page, 2)).toBeVisible();
  await page.keyboard.press("1");
  await expect(record(page, 3)).toBeVisible();
  expect(reads).toBe(1);
  await page.keyboard.press("2");
  await expect.poll(() => ownResponses(api.as(person.api_key), setup)).toHaveLength(3);
  letGo();
  await expect(page.getByRole("heading", { name: "Nothing pending." })).toBeVisible();
  await codeComes();
  await expectStays(page, addressOf(setup));
  await expect(page.getByRole("heading", { name: "Nothing pending." })).toBeVisible();
  await toList(page);
  await expect(listed(page, setup)).toBeVisible();
});

test("RTE-33 what was typed is there on coming back; keys do nothing to a page that waits out of view, and late code takes nobody away", async ({
  page,
  api,
  signIn,
}) => {
  const setup = await letters(api, "Letter", [TOPIC, COMMENT]);
  const person = await addPerson(api, setup, "typed");
  await signIn(person.username, person.password);
  const codeComes = await holdCode(page);
  await openDataset(page, setup);
  const comment = question(page, "Comment").getByRole("textbox");
  await comment.fill("Half a sentence");
  await option(page, "Topic", "sport").click();
  await toList(page);
  await expect(record(page, 1)).toBeHidden();
  await page.keyboard.press("1");
  await page.keyboard.press("Control+Enter");
  await page.goBack();
  await expect(comment).toHaveValue("Half a sentence");
  await chosen(option(page, "Topic", "sport"));
  await codeComes();
  await expectStays(page, addressOf(setup));
  await expect(record(page, 1)).toBeVisible();
  expect(await ownResponses(api.as(person.api_key), setup)).toEqual([]);
  await page.keyboard.press("Control+Enter");
  await expect(record(page, 2)).toBeVisible();
  await expect
    .poll(() => ownResponses(api.as(person.api_key), setup))
    .toMatchObject([
      { status: "submitted", values: { topic: { value: "sport" }, comment: { value: "Half a sentence" } } },
    ]);
});

test("RTE-33 past a list that was not there yet, the next dataset is shown and answered, and then the first one again", async ({
  page,
  api,
  openListAs,
}) => {
  const [first, second] = [await letters(api, "First"), await letters(api, "Second")];
  const person = await addPerson(api, first, "onward");
  await api.post(`/api/v1/workspaces/${second.workspaceId}/users`, { user_id: person.id });
  await openListAs(person.username, person.password);
  for (const setup of [first, second]) {
    await listed(page, setup).click();
    await expect(record(page, 1)).toBeVisible();
    if (setup === first) await toList(page);
  }
  await page.goBack();
  await page.goBack();
  await expect(page.getByText(/^First \d\.$/)).toBeVisible();
  // The page that is loaded again has no code of the list.
  const codeComes = await holdCode(page);
  await page.reload();
  await expect(page.getByText(/^First \d\.$/)).toBeVisible();
  await page.goForward();
  await page.waitForURL("**/datasets");
  await page.goForward();
  await expect(page.getByText(/^Second \d\.$/)).toBeVisible();
  await page.keyboard.press("1");
  await expect(record(page, 2)).toBeVisible();
  const own = (setup: Setup) => ownResponses(api.as(person.api_key), setup);
  await expect.poll(() => own(second)).toHaveLength(1);
  expect(await own(first)).toEqual([]);
  await codeComes();
  await expectStays(page, addressOf(second));
  await page.goBack();
  await expect(listed(page, second)).toBeVisible();
  await page.goBack();
  await expect(page.getByText(/^First \d\.$/)).toBeVisible();
  await page.keyboard.press("2");
  await expect.poll(() => own(first)).toHaveLength(1);
});

test("RTE-33 TST-09 a page of task records goes on too: its similarity search, its edits, and what is done with them", async ({
  page,
  openNewTask,
}) => {
  const vectors = (at: number) => ({ meaning: { value: [Math.cos(at / 10), Math.sin(at / 10)] } });
  const records = texts(4, { multi_label: true }).map((one, at) => ({ ...one, vectors: vectors(at) }));
  const codeComes = await holdCode(page);
  const setup = await openNewTask({ task: "TextClassification", labels: ["Politics", "Sport"], records });
  await row(page, 1).getByRole("button", { name: "More about this record" }).click();
  await page.getByRole("menuitem", { name: "Similar records" }).click();
  const band = page.getByRole("region", { name: "Similarity search" });
  await expect(band).toContainText("similar to");
  await expect(row(page, 1)).toContainText("Letter number 2.");
  await row(page, 1).getByRole("button", { name: "Politics" }).click();
  await expect(row(page, 1)).toContainText("Edited");
  await page.getByRole("link", { name: "Home" }).click();
  await page.getByRole("button", { name: "Leave without validating" }).click();
  await page.waitForURL("**/datasets");
  await page.goBack();
  await expect(band).toBeVisible();
  await expect(row(page, 1)).toContainText("Letter number 2.");
  await expect(row(page, 1)).toContainText("Edited");
  await codeComes();
  await expectStays(page, setup.address);
  await row(page, 1).getByRole("button", { name: "Validate" }).click();
  await expect.poll(async () => (await setup.record("t2")).status).toBe("Validated");
  await expect(band).toBeVisible();
});

test("RTE-33 RTE-08 settings stay at their tab while the list is awaited, and on coming back", async ({
  page,
  api,
  signIn,
}) => {
  const setup = await letters(api, "Letter");
  await signIn();
  const codeComes = await holdCode(page);
  await page.goto(`/dataset/${setup.datasetId}/settings#questions`);
  const tab = page.getByRole("tab", { selected: true, includeHidden: true });
  await expect(tab).toHaveText(/Questions/);
  await toList(page);
  await expect(tab).toBeHidden();
  expect(await tab.textContent()).toMatch(/Questions/);
  await page.goBack();
  await expect(tab).toBeVisible();
  await expect(tab).toHaveText(/Questions/);
  await codeComes();
  await expectStays(page, `/dataset/${setup.datasetId}/settings`);
  await page.getByRole("tab", { name: /Fields/ }).click();
  await expect(tab).toHaveText(/Fields/);
  await page.goBack();
  await expect(tab).toHaveText(/Questions/);
});
