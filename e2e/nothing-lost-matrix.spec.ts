import type { Page } from "@playwright/test";
import { addressOf, chosen, option } from "./support/annotation.ts";
import type { Api } from "./support/api.ts";
import { keptIn } from "./support/kept.ts";
import { openAtRest } from "./support/screen.ts";
import { addPerson, labels, type Setup, setUp } from "./support/setup.ts";
import { fillInSignIn } from "./support/sign-in.ts";
import { expect, LONG, test } from "./support/test.ts";

// No retry: work that is lost in one of three runs is lost.
test.describe.configure({ retries: 0 });

/**
 * The page, the browser's store and the server must agree (FAN-15, FAN-16, FQU-26): for records of every status, after every
 * kind of change and every way to leave the page.
 */

const TOPIC = {
  name: "topic",
  title: "Topic",
  required: true,
  settings: { type: "label_selection", options: labels("news", "sport", "arts") },
};
const COMMENT = { name: "comment", title: "Comment", settings: { type: "text", use_markdown: false } };
const TYPED = "Half a sentence";

const STATUSES = ["pending", "draft", "submitted", "discarded"] as const;
type Status = (typeof STATUSES)[number];
const INPUTS = ["typed", "option chosen", "one key"] as const;
type Input = (typeof INPUTS)[number];
const WAYS = ["a reload", "another page and back", "signing out and in", "an expired session"] as const;
type Way = (typeof WAYS)[number];

type Values = { readonly [question: string]: { readonly value: string } };
type Answer = { readonly status: string; readonly values: Values | null };
type Person = { readonly id: string; readonly username: string; readonly password: string };
type Case = {
  readonly page: Page;
  readonly setup: Setup;
  readonly person: Person;
  readonly status: Status;
  readonly recordId: string;
  readonly input: Input;
  readonly way: Way;
  readonly endSessions: () => Promise<unknown>;
};

const EARLIER: Values = { topic: { value: "news" } };
const CHANGED: { readonly [Kind in Input]: Values } = {
  typed: { comment: { value: TYPED } },
  "one key": { topic: { value: "sport" } },
  "option chosen": { topic: { value: "sport" } },
};
const isAnswered = (status: Status) => status === "submitted" || status === "discarded";

/** Makes a dataset with one record of each status. The answered ones have the topic "news". The ids are by status. */
async function stage(api: Api, input: Input) {
  const records = STATUSES.map((status) => ({ fields: { text: `A ${status} one.` } }));
  const setup = await setUp(api, { questions: input === "one key" ? [TOPIC] : [TOPIC, COMMENT], records });
  const person = await addPerson(api, setup, "matrix");
  const mine = api.as(person.api_key);
  const items = await recordsOf(mine, setup);
  const ids = new Map<Status, string>();
  for (const status of STATUSES) {
    const id = items.find(({ fields }) => fields.text === `A ${status} one.`)?.id ?? "";
    ids.set(status, id);
    if (status !== "pending") await mine.post(`/api/v1/records/${id}/responses`, { status, values: EARLIER });
  }
  const stored = async (status: Status): Promise<Answer | null> => {
    const found = (await recordsOf(mine, setup)).find(({ id }) => id === ids.get(status));
    const [response] = found?.responses ?? [];
    return response === undefined ? null : { status: response.status, values: response.values };
  };
  const idOf = (status: Status) => ids.get(status) ?? "";
  return { setup, person, stored, idOf };
}

type Stored = {
  readonly id: string;
  readonly fields: { readonly text: string };
  readonly responses: readonly Answer[];
};
const recordsOf = async (api: Api, { datasetId }: Setup): Promise<readonly Stored[]> =>
  (await api.get<{ items: Stored[] }>(`/api/v1/me/datasets/${datasetId}/records?include=responses&limit=100`)).items;

/** Expects that the page says how many answers are kept, and that the browser keeps that number. */
async function expectKept(page: Page, count: number): Promise<void> {
  const text = count === 0 ? "All changes saved" : `${count} saved on this device only`;
  await expect(page.getByRole("button", { name: text, exact: true })).toBeVisible();
  await expect.poll(() => keptIn(page, "drafts")).toBe(count);
  await expect.poll(() => keptIn(page, "outbox")).toBe(0);
}

const text = ({ page, status }: Case) => page.getByText(`A ${status} one.`, { exact: true });

async function open(now: Case): Promise<void> {
  await openAtRest(now.page, `${addressOf(now.setup)}?status=${now.status}&record=${now.recordId}`);
  await expect(text(now)).toBeVisible();
}

async function change({ page, input }: Case): Promise<void> {
  if (input === "typed") await page.getByRole("textbox", { name: "Comment" }).fill(TYPED);
  if (input === "one key") await page.keyboard.press("2");
  if (input === "option chosen") await option(page, "Topic", "sport").click();
}

/** Leaves the page in the case's way and comes back. `asks`: true if the page asks the user first. */
async function leave(now: Case, asks: boolean): Promise<void> {
  const { page, way, person, status } = now;
  if (way === "a reload") await page.reload();
  if (way === "another page and back") {
    await page.getByRole("link", { name: "Home" }).click();
    if (asks) {
      await expect(page.getByText(new RegExp(`The changes to this ${status} record are not submitted`))).toBeVisible();
      await page.getByRole("button", { name: "Remove them and go on" }).click();
    }
    await expect(page.getByRole("link", { name: now.setup.dataset, exact: true })).toBeVisible();
    await page.goBack();
  }
  if (way === "signing out and in") {
    await page.getByRole("button", { name: /Open menu/ }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    // If everything is saved, the page signs out without a question.
    if (now.input !== "one key") {
      const dialog = page.getByRole("dialog", { name: "Sign out?" });
      await expect(dialog).toContainText("The work on 1 record is not saved yet.");
      await dialog.getByRole("button", { name: "Sign out", exact: true }).click();
    }
    await page.waitForURL("**/sign-in**");
    await fillInSignIn(page, person);
    await page.waitForURL("**/datasets");
    await open(now);
  }
}

/** The server ends the session, and a request finds out: the request of the key, else the user's next request. */
async function expire(now: Case): Promise<void> {
  const { page, person, input, endSessions } = now;
  if (input !== "one key") await change(now);
  await endSessions();
  if (input === "one key") await change(now);
  else await page.getByRole("button", { name: "Flag for later" }).click();
  await page.waitForURL("**/sign-in**");
  await fillInSignIn(page, person);
  await page.waitForURL("**/annotation-mode**");
}

/** Expects that the form has the change that the server does not have. */
async function expectRestored({ page, input, way, status }: Case): Promise<void> {
  const note = page.getByText(/^Restored unsaved changes from/);
  if (isAnswered(status)) await expect(note).toBeHidden();
  // Within one visit the page shows no note.
  else if (way !== "another page and back") await expect(note).toBeVisible();
  if (input === "typed") await expect(page.getByRole("textbox", { name: "Comment" })).toHaveValue(TYPED);
  else await chosen(option(page, "Topic", "sport"));
}

const line = (page: Page) => page.getByText(/^You changed this on .+ and did not send it\.$/);

/** Expects that an answered record shows the sent answer and offers the change. */
async function expectOffered(now: Case): Promise<void> {
  const { page, input } = now;
  await expect(line(page)).toBeVisible();
  await chosen(option(page, "Topic", "news"));
  if (input === "typed") await expect(page.getByRole("textbox", { name: "Comment" })).toHaveValue("");
  await page.getByRole("region", { name: "Questions" }).getByRole("button", { name: "Restore" }).click();
  await expect(line(page)).toBeHidden();
}

/** Expects that the record shows only the server's answer. */
async function expectAsSent({ page, input }: Case): Promise<void> {
  await chosen(option(page, "Topic", "news"));
  if (input === "typed") await expect(page.getByRole("textbox", { name: "Comment" })).toHaveValue("");
  await expect(line(page)).toBeHidden();
  await expectKept(page, 0);
}

async function kept(now: Case, stored: (status: Status) => Promise<Answer | null>): Promise<void> {
  const { page, status, input, way } = now;
  const before = await stored(status);
  if (way === "an expired session") await expire(now);
  else {
    await change(now);
    await leave(now, isAnswered(status));
  }
  expect(await stored(status)).toEqual(before);
  await expect(text(now)).toBeVisible();
  if (way === "another page and back" && isAnswered(status)) return expectAsSent(now);
  await expectKept(page, 1);
  if (isAnswered(status)) await expectOffered(now);
  await expectRestored(now);
  // The page sends exactly the values in the form. Then the browser keeps none of them.
  await page.keyboard.press(status === "pending" ? "Control+s" : "Control+Enter");
  const values = { ...(before?.values ?? {}), ...CHANGED[input] };
  await expect.poll(() => stored(status)).toEqual({ status: status === "pending" ? "draft" : "submitted", values });
  await expectKept(page, 0);
}

async function sent(now: Case, stored: (status: Status) => Promise<Answer | null>): Promise<void> {
  const { page, status, way } = now;
  const answer = { status: "submitted", values: CHANGED["one key"] };
  if (way === "an expired session") await expire(now);
  else {
    await change(now);
    await expect.poll(() => stored(status)).toEqual(answer);
    await expectKept(page, 0);
    await leave(now, false);
  }
  await expect.poll(() => stored(status)).toEqual(answer);
  await expect(line(page)).toBeHidden();
  await expect(page.getByText(/^Restored unsaved changes from/)).toBeHidden();
  await expectKept(page, 0);
}

/**
 * All statuses in a long run. Else each way to leave meets a record without an answer and an answered one: what restores a change
 * knows only these two kinds. What is typed and what is chosen are kept by one rule, so one of the two meets the first kind, and
 * the other the second; the next way has them the other way around, and the ways after it have the other status of each kind.
 * What one key submits is on the server before the user leaves. So each way has one status, and the session that ends during the
 * request has two: the request makes the answer, or changes it.
 */
function statusesFor(way: Way, input: Input): readonly Status[] {
  if (LONG) return STATUSES;
  const at = WAYS.indexOf(way);
  if (input === "one key") return way === "an expired session" ? ["pending", "discarded"] : STATUSES.slice(at, at + 1);
  const kinds = at < 2 ? (["pending", "submitted"] as const) : (["draft", "discarded"] as const);
  return kinds.filter((_, kind) => kind === (at + INPUTS.indexOf(input)) % 2);
}

for (const way of WAYS) {
  for (const input of INPUTS) {
    const statuses = statusesFor(way, input);
    test(`FQU-26 FAN-15 FAN-16 AUT-11 AUT-12: ${input}, then ${way}: page, browser and server agree on records that are ${statuses.join(", ")}`, async ({
      page,
      api,
      signIn,
    }) => {
      const { setup, person, stored, idOf } = await stage(api, input);
      await signIn(person.username, person.password);
      for (const status of statuses) {
        await test.step(status, async () => {
          const endSessions = () => api.delete(`/api/postil/v1/people/${person.id}/sessions`);
          const now = { page, setup, person, status, recordId: idOf(status), input, way, endSessions };
          await open(now);
          await (input === "one key" ? sent(now, stored) : kept(now, stored));
        });
      }
    });
  }
}
