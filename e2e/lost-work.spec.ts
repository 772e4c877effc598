import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { addressOf, ownResponses, record } from "./support/annotation.ts";
import type { Api } from "./support/api.ts";
import { addPerson, labels, setUp } from "./support/setup.ts";
import { expect, MAIN_IN_LONG, test } from "./support/test.ts";

/** A dataset, a membership or an account is deleted while its user works (design/states.md). */

const TOPIC = {
  name: "topic",
  title: "Topic",
  required: true,
  settings: { type: "label_selection", options: labels("news", "sport", "arts") },
};
const COMMENT = { name: "comment", title: "Comment", settings: { type: "text", use_markdown: false } };

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-/;

/** A user who has answered one record and typed on the second. The page sends no more requests by itself. */
async function atWork(page: Page, api: Api, signIn: (name: string, password: string) => Promise<void>, name: string) {
  const records = Array.from({ length: 12 }, (_, at) => ({ fields: { text: `Text number ${at + 1}.` } }));
  const setup = await setUp(api, { questions: [TOPIC, COMMENT], records });
  const person = await addPerson(api, setup, name);
  await signIn(person.username, person.password);
  await page.goto(addressOf(setup));
  await expect(record(page, 1)).toBeVisible();
  // Half a second after a save, the page gets the figures again. This is its last request by itself.
  let saved = false;
  const counted = page.waitForResponse((reply) => {
    saved ||= reply.request().method() === "POST" && reply.url().includes("/responses");
    return saved && reply.url().endsWith("/metrics");
  });
  await page.keyboard.press("1");
  await page.keyboard.press("Control+Enter");
  await expect(record(page, 2)).toBeVisible();
  await expect(page.getByRole("button", { name: "All changes saved" })).toBeVisible();
  await counted;
  await page.keyboard.press("2");
  await page.getByRole("textbox", { name: "Comment" }).fill("A long thought");
  return { setup, person };
}

const submit = (page: Page) => page.keyboard.press("Control+Enter");
const toasts = (page: Page) => page.getByRole("region", { name: "Notifications" });
const unsent = (page: Page, title: string) => page.getByRole("region", { name: title });

/** Expects no toast once the network is idle. It checks without a retry, so a toast that later closes by itself also fails. */
async function expectNothingToCome(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  expect(await toasts(page).innerText()).toBe("");
}

async function downloaded(page: Page): Promise<string> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download" }).click(),
  ]);
  return readFileSync(await file.path(), "utf8");
}

test("ROL-14 a dataset that is deleted in mid-work: one screen says so, with what was not sent to take away", async ({
  page,
  api,
  signIn,
  expectAccessible,
}) => {
  const { setup } = await atWork(page, api, signIn, "deleted");
  await api.delete(`/api/v1/datasets/${setup.datasetId}`);
  await submit(page);
  await expect(page.getByRole("heading", { name: `${setup.dataset} was deleted` })).toBeVisible();
  const work = unsent(page, "1 record was not sent");
  await expect(work.getByRole("listitem")).toHaveText(/topic: sport · comment: A long thought.*Submitted/);
  await expect(page.getByText(UUID)).toHaveCount(0);
  expect(JSON.parse(await downloaded(page))).toMatchObject({
    records: [{ undelivered: { status: "submitted", values: { comment: { value: "A long thought" } } } }],
  });
  await expectAccessible();
  await page.getByRole("link", { name: "To the datasets" }).click();
  await page.waitForURL("**/datasets");
  await expectNothingToCome(page);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Nothing to label yet" })).toBeVisible();
  await expectNothingToCome(page);
  // The work is still on this device.
  await page.goto("/user-settings");
  await expect(page.getByText("A long thought")).toBeVisible();
});

test("ROL-14 a membership that is taken in mid-work: one screen says so", async ({ page, api, signIn }) => {
  const { setup, person } = await atWork(page, api, signIn, "unseated");
  await api.delete(`/api/v1/workspaces/${setup.workspaceId}/users/${person.id}`);
  await submit(page);
  await expect(page.getByRole("heading", { name: `You have no access to ${setup.dataset} any more` })).toBeVisible();
  await expect(unsent(page, "1 record was not sent").getByRole("listitem")).toHaveCount(1);
  await page.getByRole("link", { name: "To the datasets" }).click();
  await page.waitForURL("**/datasets");
  await expectNothingToCome(page);
});

test("ERR-20 a membership that is given back: Try again opens the page, and what was not sent goes out", async ({
  page,
  api,
  signIn,
}) => {
  const { setup, person } = await atWork(page, api, signIn, "reseated");
  const membership = `/api/v1/workspaces/${setup.workspaceId}/users/${person.id}`;
  await api.delete(membership);
  await submit(page);
  const lost = page.getByRole("heading", { name: `You have no access to ${setup.dataset} any more` });
  await expect(lost).toBeVisible();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(toasts(page)).toContainText(`You still have no access to ${setup.dataset}.`);
  await expect(lost).toBeVisible();
  await api.post(`/api/v1/workspaces/${setup.workspaceId}/users`, { user_id: person.id });
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(lost).toBeHidden();
  await expect.poll(async () => (await ownResponses(api.as(person.api_key), setup)).length).toBe(1);
});

test("ROL-14 AUT-09 an account that is deleted in mid-work: one screen says so, with what was not sent", async ({
  page,
  api,
  signIn,
  expectAccessible,
}) => {
  const { person } = await atWork(page, api, signIn, "removed");
  await api.delete(`/api/users/${person.id}`);
  await submit(page);
  await expect(page.getByRole("heading", { name: "Your account was deleted" })).toBeVisible();
  await expect(unsent(page, "1 record was not sent").getByRole("listitem")).toContainText("A long thought");
  expect(await downloaded(page)).toContain("A long thought");
  await expectNothingToCome(page);
  await page.getByRole("link", { name: "Sign in with another account" }).click();
  await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
  // No user can sign in to that account now, so this browser still offers its work.
  await page.reload();
  await expect(unsent(page, `Work of the deleted account ${person.username}`)).toContainText("1 record was not sent.");
  expect(await downloaded(page)).toContain("A long thought");
  await expectAccessible();
});

test("ROL-14 a dataset that is deleted while somebody reads on: the records that were asked for are no toast", async ({
  page,
  api,
  signIn,
}) => {
  const { setup } = await atWork(page, api, signIn, "bystander");
  await api.delete(`/api/v1/datasets/${setup.datasetId}`);
  await page.getByRole("button", { name: "Refresh the queue" }).click();
  await expect(page.getByRole("heading", { name: `${setup.dataset} was deleted` })).toBeVisible();
  await expect(page.getByText("Typed, not sent")).toBeVisible();
  await expectNothingToCome(page);
});

test("ROL-14 a dataset that is deleted while somebody answers many at once: the same screen, no toast and no id", {
  tag: MAIN_IN_LONG,
}, async ({ page, api, signIn }) => {
  const { setup } = await atWork(page, api, signIn, "many");
  await page.goto(`${addressOf(setup)}?page=1~10`);
  await page.getByRole("checkbox", { name: "Select this page" }).click();
  await page.getByRole("group", { name: "Topic", exact: true }).getByRole("button", { name: "news" }).click();
  await api.delete(`/api/v1/datasets/${setup.datasetId}`);
  await page
    .getByRole("group", { name: "Answer the selected records" })
    .getByRole("button", { name: /^Submit/ })
    .click();
  await expect(page.getByRole("heading", { name: `${setup.dataset} was deleted` })).toBeVisible();
  await expect(page.getByText(UUID)).toHaveCount(0);
  await expectNothingToCome(page);
});
