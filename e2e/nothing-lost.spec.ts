import type { Locator, Page } from "@playwright/test";
import { type Api, apiOf } from "./support/api.ts";
import { keptIn } from "./support/kept.ts";
import { startServer } from "./support/server.ts";
import { addPerson, labels, type Setup, setUp } from "./support/setup.ts";
import { fillInSignIn, putSession } from "./support/sign-in.ts";
import { expect, MAIN_IN_LONG, test } from "./support/test.ts";

// No retry: work that is lost in one of three runs is lost.
test.describe.configure({ retries: 0 });

/**
 * No work is lost and no action waits (design/annotation.md#actions). The annotation page runs against a real server that
 * fails in every way.
 */

const TOPIC = {
  name: "topic",
  title: "Topic",
  required: true,
  settings: { type: "label_selection", options: labels("news", "sport", "arts") },
};
const COMMENT = { name: "comment", title: "Comment", settings: { type: "text", use_markdown: false } };

type Stored = { readonly status: string; readonly values: { readonly topic?: { readonly value: string } } | null };

/** Makes a dataset of `count` records and a user to label it. */
async function stage(api: Api, count: number, questions: Parameters<typeof setUp>[1]["questions"] = [TOPIC]) {
  const records = Array.from({ length: count }, (_, at) => ({ fields: { text: `Text number ${at + 1}.` } }));
  const setup = await setUp(api, { questions, records });
  const person = await addPerson(api, setup, "labeler");
  return { setup, person, mine: api.as(person.api_key) };
}

const address = ({ datasetId }: Setup) => `/dataset/${datasetId}/annotation-mode`;
const heading = (page: Page, number: number): Locator => page.getByText(`Record ${number}`, { exact: true }).first();
const indicator = (page: Page, text: string): Locator => page.getByRole("button", { name: text, exact: true });

async function responses(api: Api, { datasetId }: Setup): Promise<Stored[]> {
  const path = `/api/v1/me/datasets/${datasetId}/records?include=responses&limit=1000`;
  const { items } = await api.get<{ items: { responses: Stored[] }[] }>(path);
  return items.flatMap((item) => item.responses);
}

/** Collects every request that saves a response, when the page sends it. */
function listenForSaves(page: Page): string[] {
  const saves: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET" && /\/responses(\/|$)/.test(new URL(request.url()).pathname))
      saves.push(request.method());
  });
  return saves;
}

/** The ID of the record that the user sees first. */
const firstRecord = async (mine: Api, { datasetId }: Setup): Promise<string> => {
  const path = `/api/v1/me/datasets/${datasetId}/records?response_status=pending&limit=1`;
  return (await mine.get<{ items: { id: string }[] }>(path)).items[0]?.id ?? "";
};

async function open(page: Page, setup: Setup): Promise<void> {
  await page.goto(address(setup));
  await expect(heading(page, 1)).toBeVisible();
}

/** Matches save requests. Add the route before the page opens: an open page sends its current requests past a new route. */
const isSave = (url: URL) => /\/responses(\/|$)/.test(url.pathname);

test("FRS-13 API-07 a key answers, submits and shows the next record while the server is silent", async ({
  page,
  api,
  signIn,
}) => {
  const { setup, person, mine } = await stage(api, 12);
  await signIn(person.username, person.password);
  let held = 0;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(isSave, async (route) => {
    held += 1;
    await released;
    await route.continue();
  });
  await open(page, setup);
  for (const number of [1, 2, 3]) {
    await page.keyboard.press("1");
    await expect(heading(page, number + 1)).toBeVisible();
  }
  await expect(indicator(page, "Saving 3…")).toBeVisible();
  // Two saves run at a time, each for another record.
  expect(held).toBe(2);
  release();
  await expect(indicator(page, "All changes saved")).toBeVisible();
  expect((await responses(mine, setup)).map(({ status }) => status)).toEqual(["submitted", "submitted", "submitted"]);
});

test("FRS-14 after the third error a toast offers a retry, and the record has its answer still", {
  tag: MAIN_IN_LONG,
}, async ({ page, api, signIn }) => {
  const { setup, person, mine } = await stage(api, 5, [TOPIC, COMMENT]);
  await signIn(person.username, person.password);
  let broken = true;
  await page.route(isSave, (route) =>
    broken ? route.fulfill({ status: 500, json: { detail: "broken" } }) : route.continue(),
  );
  await open(page, setup);
  await page.keyboard.press("2");
  await page.keyboard.press("Control+Enter");
  await expect(heading(page, 2)).toBeVisible();
  await expect(page.getByText("Could not save record 1")).toBeVisible({ timeout: 15_000 });
  const toasts = page.getByRole("region", { name: "Notifications" });
  await toasts.getByRole("button", { name: "Retry", exact: true }).click();
  await expect(indicator(page, "1 not saved. Retry")).toBeHidden();
  await expect(page.getByText("Could not save record 1")).toBeVisible({ timeout: 15_000 });
  await expect(indicator(page, "1 not saved. Retry")).toBeVisible();
  await expect(page.getByText("Record 1 could not be saved")).toBeVisible();
  await expect(page.getByText("Record 1 submitted")).toHaveCount(0);
  await page.getByRole("button", { name: "Go to record" }).click();
  await expect(heading(page, 1)).toBeVisible();
  await expect(page.getByText("not saved", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: /sport/ })).toHaveAttribute("aria-pressed", "true");
  expect(await responses(mine, setup)).toEqual([]);
  broken = false;
  await indicator(page, "1 not saved. Retry").click();
  await page.getByRole("dialog", { name: "Not saved yet" }).getByRole("button", { name: "Retry", exact: true }).click();
  await expect
    .poll(() => responses(mine, setup))
    .toMatchObject([{ status: "submitted", values: { topic: { value: "sport" } } }]);
});

test("FAN-16 what is typed survives a reload, and the server has not heard of it", { tag: "@main" }, async ({
  page,
  api,
  signIn,
}) => {
  const { setup, person, mine } = await stage(api, 5, [TOPIC, COMMENT]);
  await signIn(person.username, person.password);
  await open(page, setup);
  const comment = page.getByRole("textbox", { name: "Comment" });
  await comment.click();
  await comment.pressSequentially("Half a sentence");
  // Reloads at once: the last letters are not in the database yet.
  await page.reload();
  await expect(page.getByText(/Restored unsaved changes from/)).toBeVisible();
  await expect(page.getByText("Half a sentence")).toBeVisible();
  expect(await responses(mine, setup)).toEqual([]);
  await page.getByRole("button", { name: "Start over" }).click();
  await expect(page.getByText("Half a sentence")).toBeHidden();
});

test("FRS-09 FRS-17 an action is undone and done again, also where somebody changed the answer elsewhere", {
  tag: MAIN_IN_LONG,
}, async ({ page, api, signIn }) => {
  const { setup, person, mine } = await stage(api, 5, [TOPIC, COMMENT]);
  await signIn(person.username, person.password);
  await open(page, setup);
  const toast = page.getByRole("region", { name: "Notifications" });
  let undone = "";
  /** Changes the user's only response from another machine. */
  const elsewhere = async (value: string) => {
    const path = `/api/v1/me/datasets/${setup.datasetId}/records?include=responses&limit=10`;
    const { items } = await mine.get<{ items: { id: string; responses: { id: string }[] }[] }>(path);
    const [answered] = items.filter((item) => item.responses.length > 0);
    const answer = { status: "submitted", values: { topic: { value } } };
    if (answered) await mine.put(`/api/v1/responses/${answered.responses[0]?.id}`, answer);
    else await mine.post(`/api/v1/records/${undone}/responses`, answer);
  };
  const stored = () =>
    responses(mine, setup).then((all) => all.map(({ status, values }) => [status, values?.topic?.value]));

  await test.step("FRS-17 undo of a discard asks where the answer was changed elsewhere; what is there stays until somebody says so", async () => {
    await page.keyboard.press("Backspace");
    await expect.poll(stored).toEqual([["discarded", undefined]]);
    await elsewhere("sport");
    await page.keyboard.press("Control+z");
    await expect(toast.getByText("Not undone, changed meanwhile: record 1")).toBeVisible();
    expect(await stored()).toEqual([["submitted", "sport"]]);
    await toast.getByRole("button", { name: "Undo anyway" }).click();
    await expect.poll(stored).toEqual([]);
  });

  await test.step("FRS-09 undo brings status and answers back, redo does it once more", async () => {
    await open(page, setup);
    undone = await firstRecord(mine, setup);
    await page.keyboard.press("3");
    await page.keyboard.press("Control+Enter");
    await expect(heading(page, 2)).toBeVisible();
    await expect.poll(stored).toEqual([["submitted", "arts"]]);
    await page.keyboard.press("Control+z");
    await expect(heading(page, 1)).toBeVisible();
    await expect(page.getByRole("button", { name: /arts/ })).toHaveAttribute("aria-pressed", "true");
    await expect.poll(stored).toEqual([]);
    await page.keyboard.press("Control+Shift+z");
    await expect(heading(page, 2)).toBeVisible();
    await expect.poll(stored).toEqual([["submitted", "arts"]]);
  });

  await test.step("FRS-17 so does redo", async () => {
    await page.keyboard.press("Control+z");
    await expect.poll(stored).toEqual([]);
    await elsewhere("news");
    await page.keyboard.press("Control+Shift+z");
    await expect(toast.getByText("Not done again, changed meanwhile: record 1")).toBeVisible();
    expect(await stored()).toEqual([["submitted", "news"]]);
    await toast.getByRole("button", { name: "Redo anyway" }).click();
    await expect.poll(stored).toEqual([["submitted", "arts"]]);
  });
});

test("AUT-11 ERR-11 what was not delivered when the page was closed is delivered when it is opened again", async ({
  page,
  api,
  signIn,
  context,
}) => {
  const { setup, person, mine } = await stage(api, 12);
  await signIn(person.username, person.password);
  await page.route(isSave, (route) => route.abort());
  await open(page, setup);
  for (const number of [1, 2, 3, 4]) {
    await page.keyboard.press("1");
    await expect(heading(page, number + 1)).toBeVisible();
  }
  // The page asks a user who closes it sooner (ERR-10). Here it does not ask.
  await expect.poll(() => keptIn(page, "outbox")).toBe(4);
  await page.close();
  expect(await responses(mine, setup)).toEqual([]);
  const again = await context.newPage();
  // Any page will do.
  await again.goto("/datasets");
  await expect.poll(() => responses(mine, setup)).toHaveLength(4);
  await open(again, setup);
  await expect(again.getByText("8 left")).toBeVisible();
});

test("AUT-11 a session that ends in mid-work loses nothing: the same user signs in and everything is there", {
  tag: MAIN_IN_LONG,
}, async ({ page, api, signIn }) => {
  const { setup, person, mine } = await stage(api, 12);
  await signIn(person.username, person.password);
  await page.route(isSave, (route) =>
    route.fulfill({ status: 401, json: { detail: { code: "argilla.api.errors::UnauthorizedError", params: {} } } }),
  );
  await open(page, setup);
  await page.keyboard.press("2");
  await page.waitForURL("**/sign-in**");
  await page.unroute(isSave);
  await fillInSignIn(page, person);
  await page.waitForURL(`**${address(setup)}**`);
  await expect
    .poll(() => responses(mine, setup))
    .toMatchObject([{ status: "submitted", values: { topic: { value: "sport" } } }]);
});

test("AUT-11 the way back opens the record that was left, also one that became a draft there, and what was typed is in it", async ({
  page,
  api,
  signIn,
}) => {
  const { setup, person, mine } = await stage(api, 6, [TOPIC, COMMENT]);
  await signIn(person.username, person.password);
  await page.route(isSave, (route) =>
    route.fulfill({ status: 401, json: { detail: { code: "argilla.api.errors::UnauthorizedError", params: {} } } }),
  );
  await open(page, setup);
  const text = await page.getByText(/^Text number \d+\.$/).textContent();
  await page.keyboard.press("3");
  await page.keyboard.press("Control+s");
  await page.waitForURL("**/sign-in**");
  await page.unroute(isSave);
  await fillInSignIn(page, person);
  await expect(page.getByText(text ?? "", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: /arts/ })).toHaveAttribute("aria-pressed", "true");
  await expect
    .poll(() => responses(mine, setup).then((all) => all.map(({ status, values }) => [status, values])))
    .toEqual([["draft", { topic: { value: "arts" } }]]);
  await page.getByRole("textbox", { name: "Comment" }).fill("More");
  await page.reload();
  await expect(page.getByText(text ?? "", { exact: true })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Comment" })).toHaveValue("More");
});

test("FQU-16 design/states.md 5.3 records keep their numbers when one comes back, and after the last answer the end is there by itself", async ({
  page,
  api,
  signIn,
  expectAccessible,
}) => {
  const { setup, person, mine } = await stage(api, 5);
  await signIn(person.username, person.password);
  await open(page, setup);
  for (const number of [2, 3, 4]) {
    await page.keyboard.press("1");
    await expect(heading(page, number)).toBeVisible();
  }
  await expect.poll(() => responses(mine, setup)).toHaveLength(3);
  await page.getByRole("link", { name: "Home" }).click();
  await expect(page.getByRole("link", { name: setup.dataset, exact: true })).toBeVisible();
  await page.goBack();
  await expect(heading(page, 4)).toBeVisible();
  await page.keyboard.press("1");
  await expect(heading(page, 5)).toBeVisible();
  await page.keyboard.press("2");
  await expect(page.getByRole("heading", { name: "Nothing pending." })).toBeVisible();
  await expect(page.getByRole("list", { name: "Other queues" }).getByRole("button")).toHaveText("5 records");
  await expect(indicator(page, "All changes saved")).toBeVisible();
  await expectAccessible();
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByRole("button", { name: /sport/ })).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("Control+z");
  await expect(heading(page, 5)).toBeVisible();
  await expect.poll(() => responses(mine, setup)).toHaveLength(4);
});

test("FRS-02 two tabs deliver each answer once", async ({ page, api, signIn, context }) => {
  const { setup, person, mine } = await stage(api, 12);
  await signIn(person.username, person.password);
  await open(page, setup);
  const other = await context.newPage();
  await open(other, setup);
  const saves = [listenForSaves(page), listenForSaves(other)];
  await other.keyboard.press("1");
  await expect(heading(other, 2)).toBeVisible();
  await expect.poll(() => responses(mine, setup)).toHaveLength(1);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("2");
  await expect.poll(() => responses(mine, setup)).toHaveLength(2);
  expect(saves.flat()).toEqual(["POST", "POST"]);
  // The tab that opened first sends for both, and it knows the other tab's changes.
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByText("Submitted", { exact: true }).first()).toBeVisible();
});

test("FQU-26 of two tabs that typed on one record the later is kept: the other says so, keeps its words, and can have them kept", async ({
  page,
  api,
  signIn,
  context,
}) => {
  const { setup, person } = await stage(api, 2, [TOPIC, COMMENT]);
  await signIn(person.username, person.password);
  await open(page, setup);
  const comment = (tab: Page) => tab.getByRole("textbox", { name: "Comment" });
  const other = await context.newPage();
  await open(other, setup);
  await comment(page).fill("first words");
  await expect(indicator(page, "1 saved on this device only")).toBeVisible();
  await comment(other).fill("later words");
  await expect(indicator(other, "1 saved on this device only")).toBeVisible();
  await expect(indicator(page, "1 typed here, kept from another tab")).toBeVisible();
  await expect(comment(page)).toHaveValue("first words");
  await page.getByRole("button", { name: "Keep this" }).click();
  await expect(indicator(page, "1 saved on this device only")).toBeVisible();
  await expect(indicator(other, "1 typed here, kept from another tab")).toBeVisible();
  await expect(comment(other)).toHaveValue("later words");
  await page.close();
  const again = await context.newPage();
  await open(again, setup);
  await expect(comment(again)).toHaveValue("first words");
});

test("FRS-14 the server is killed while somebody labels: work goes on and is delivered on its return, in order, once", {
  tag: "@main",
}, async ({ page }) => {
  const first = await startServer();
  const { setup, person, mine } = await stage(apiOf(first.port), 30);
  const origin = `http://127.0.0.1:${first.port}`;
  await putSession(page.context(), origin, person);
  await page.goto(origin + address(setup));
  await expect(heading(page, 1)).toBeVisible();
  for (const number of [1, 2]) {
    await page.keyboard.press("1");
    await expect(heading(page, number + 1)).toBeVisible();
  }
  await expect.poll(() => responses(mine, setup)).toHaveLength(2);
  const saved: string[] = [];
  page.on("response", (reply) => {
    const request = reply.request();
    if (request.method() === "POST" && reply.ok() && isSave(new URL(reply.url())))
      saved.push(new URL(reply.url()).pathname);
  });
  await first.kill();
  for (const number of [3, 4, 5, 6, 7]) {
    await page.keyboard.press("3");
    await expect(heading(page, number + 1)).toBeVisible();
  }
  await expect(indicator(page, "5 waiting")).toBeVisible();
  const second = await startServer({ home: first.home, port: first.port });
  await expect.poll(() => responses(mine, setup), { timeout: 30_000 }).toHaveLength(7);
  await expect(indicator(page, "All changes saved")).toBeVisible();
  expect(saved).toHaveLength(5);
  expect(new Set(saved).size).toBe(5);
  await second.stop();
});
