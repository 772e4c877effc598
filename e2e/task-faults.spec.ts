import type { Page } from "@playwright/test";
import { apiOf } from "./support/api.ts";
import { type RunningServer, removeHome, startServer } from "./support/server.ts";
import { putSession } from "./support/sign-in.ts";
import { openTask, row, setUpTask, texts } from "./support/tasks.ts";
import { test as base, expect } from "./support/test.ts";

/** Faults while a user works in a task dataset: no work is lost, and the page explains every fault. */

const SILENT = "The server does not answer. You can go on; your work is sent later.";
const LABELS = ["Politics", "Sport"];
const single = { task: "TextClassification", labels: LABELS } as const;
const multi = { multi_label: true };

/** A server for this test only. The test can kill it and start it again. */
const test = base.extend<{ own: { server: RunningServer; restart: () => Promise<void> } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures asked for from this pattern
  own: async ({}, use) => {
    const server = await startServer();
    const running = [server];
    const restart = async () => void running.push(await startServer({ home: server.home, port: server.port }));
    await use({ server, restart });
    for (const one of running) await one.kill();
    removeHome(server.home);
  },
});

const indicator = (page: Page, text: string) => page.getByRole("button", { name: text, exact: true });

test.describe("only the next few records are there", () => {
  test.use({ preferences: { seenAfter: 0, mostAhead: 0 } });

  test("ERR-07 TST-14 TLO-11 the server is gone in mid-page and back: work goes on, waits, and is sent; a page that was not there comes by itself", async ({
    page,
    own: { server, restart },
  }) => {
    const api = apiOf(server.port);
    const setup = await setUpTask(api, { ...single, records: texts(45) });
    const origin = `http://127.0.0.1:${server.port}`;
    await putSession(page.context(), origin, setup.person);
    await openTask(page, { ...setup, address: origin + setup.address });
    // The page has fetched the next records ahead.
    await page.waitForLoadState("networkidle");
    await server.kill();
    await row(page, 1).getByRole("button", { name: "Sport" }).click();
    await row(page, 2).getByRole("button", { name: "Politics" }).click();
    await expect(page.getByText(SILENT)).toBeVisible({ timeout: 10_000 });
    await expect(indicator(page, "2 waiting")).toBeVisible();
    await expect(row(page, 1)).toContainText(/Validated\s*not sent yet/);
    await page.getByRole("button", { name: "Page 4", exact: true }).click();
    await expect(page.getByText("Connect to load more.")).toBeVisible();
    await restart();
    await expect(row(page, 31)).toBeVisible({ timeout: 20_000 });
    await expect(page.getByText(SILENT)).toBeHidden();
    await expect(indicator(page, "All changes saved")).toBeVisible();
    expect(await setup.record("t01")).toMatchObject({
      status: "Validated",
      annotation: { labels: [{ class: "Sport" }] },
    });
    expect(await setup.record("t02")).toMatchObject({
      status: "Validated",
      annotation: { labels: [{ class: "Politics" }] },
    });
  });
});

test("TST-08 edits that are not validated outlive a server that is gone and a reload after its return", async ({
  page,
  own: { server, restart },
}) => {
  const setup = await setUpTask(apiOf(server.port), { ...single, records: texts(3, multi) });
  const origin = `http://127.0.0.1:${server.port}`;
  await putSession(page.context(), origin, setup.person);
  await openTask(page, { ...setup, address: origin + setup.address });
  await server.kill();
  await row(page, 1).getByRole("button", { name: "Sport" }).click();
  await expect(row(page, 1)).toContainText("Edited");
  await restart();
  page.once("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await expect(row(page, 1)).toContainText("Edited");
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await setup.record("t1")).status).toBe("Validated");
});

test("TST-14 TST-19 two people in the very same moment: the later one sees what the earlier did before writing over it", async ({
  page,
  api,
  signIn,
  expectAccessible,
}) => {
  const setup = await setUpTask(api, { ...single, records: texts(2) });
  await signIn(setup.person.username, setup.person.password);
  await openTask(page, setup);
  // Before the answer arrives.
  await page.route(
    "**/task-datasets/*/answers*",
    async (route) => {
      const annotation = { agent: "ben", labels: [{ class: "Politics" }] };
      await setup.log([{ id: "t1", inputs: { text: "Letter number 1." }, status: "Validated", annotation }]);
      await route.continue();
    },
    { times: 1 },
  );
  await row(page, 1).getByRole("button", { name: "Sport" }).click();
  await expect(page.getByText("ben changed it meanwhile.")).toBeVisible();
  const theirs = row(page, 1).getByRole("note");
  await expect(theirs).toHaveText("On the server now:ValidatedPoliticsby ben");
  await expectAccessible();
  expect(await setup.record("t1")).toMatchObject({ annotation: { agent: "ben", labels: [{ class: "Politics" }] } });
  await page.getByRole("button", { name: "Retry", exact: true }).first().click();
  await expect
    .poll(async () => await setup.record("t1"))
    .toMatchObject({ annotation: { agent: setup.person.username, labels: [{ class: "Sport" }] } });
});

test("TST-08 TST-14 an edit of an earlier visit does not hide what somebody said since", async ({
  page,
  openNewTask,
}) => {
  const setup = await openNewTask({ ...single, records: texts(2, multi) });
  await row(page, 1).getByRole("button", { name: "Sport" }).click();
  await row(page, 2).getByRole("button", { name: "Sport" }).click();
  const annotation = { agent: "ben", labels: [{ class: "Politics" }] };
  await setup.log([{ id: "t1", inputs: { text: "Letter number 1." }, ...multi, status: "Validated", annotation }]);
  page.once("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await expect(row(page, 1)).toContainText("Edited");
  await expect(row(page, 1).getByRole("note")).toHaveText("On the server now:ValidatedPoliticsby ben");
  await expect(row(page, 2)).toContainText("Edited");
  await expect(row(page, 2).getByRole("note")).toHaveCount(0);
});

test("TST-14 FRS-14 a discard after a validation whose reply was lost goes through, for nobody else was there", async ({
  page,
  openNewTask,
}) => {
  const setup = await openNewTask({ ...single, records: texts(2) });
  await page.route(
    "**/task-datasets/*/answers*",
    async (route) => {
      await route.fetch();
      await route.abort("connectionreset");
    },
    { times: 1 },
  );
  await row(page, 1).getByRole("button", { name: "Sport" }).click();
  await expect.poll(async () => (await setup.record("t1")).status).toBe("Validated");
  await row(page, 1).getByText("Letter number 1.").click();
  await page.keyboard.press("Backspace");
  await expect.poll(async () => (await setup.record("t1")).status).toBe("Discarded");
  await expect(indicator(page, "All changes saved")).toBeVisible();
  await expect(page.getByText("changed it meanwhile")).toBeHidden();
});

test("TST-14 TOA-18 a record deleted while it is edited: the save is told to have failed, and why; what was chosen is kept", async ({
  page,
  openNewTask,
  api,
}) => {
  const setup = await openNewTask({ ...single, records: texts(2, multi) });
  await row(page, 1).getByRole("button", { name: "Sport" }).click();
  await api.delete(`/api/datasets/${setup.dataset}/data?workspace=${setup.workspace}`, { ids: ["t1"] });
  await page.keyboard.press("Enter");
  await expect(page.getByText("1 record(s) could not have been validated")).toBeVisible();
  await expect(page.getByText("The record is not there any more, or you have no access to it.")).toBeVisible();
  await expect(row(page, 1).getByRole("button", { name: "Sport" })).toHaveAttribute("aria-pressed", "true");
  await row(page, 2).getByRole("button", { name: "Politics" }).click();
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await setup.record("t2")).status).toBe("Validated");
  const told = page.getByText("1 record is validated");
  await expect(told).toBeVisible();
  await told.hover();
});

test("TLO-11 a dataset deleted while it is open: the page says so with what was not sent, and leads to the list", async ({
  page,
  openNewTask,
  api,
  expectAccessible,
}) => {
  const setup = await openNewTask({ ...single, records: texts(2) });
  await api.delete(`/api/datasets/${setup.dataset}?workspace=${setup.workspace}`);
  await row(page, 1).getByRole("button", { name: "Sport" }).click();
  await expect(page.getByRole("heading", { name: `${setup.dataset} was deleted` })).toBeVisible();
  await expect(page.getByRole("heading", { name: "1 record was not sent" })).toBeVisible();
  await expect(page.getByRole("listitem")).toHaveText("annotation: SportValidated");
  await expectAccessible();
  await page.getByRole("link", { name: "To the datasets" }).click();
  await page.waitForURL("**/datasets");
});

test("TLO-11 a dataset closed while it is open: the save is refused, the page says so and keeps what was chosen", async ({
  page,
  openNewTask,
  api,
}) => {
  const setup = await openNewTask({ ...single, records: texts(2) });
  await api.put(`/api/datasets/${setup.dataset}:close?workspace=${setup.workspace}`, {});
  await row(page, 1).getByRole("button", { name: "Sport" }).click();
  await expect(page.getByText("1 record(s) could not have been validated")).toBeVisible();
  await expect(row(page, 1).getByRole("button", { name: "Sport" })).toHaveAttribute("aria-pressed", "true");
  await api.put(`/api/datasets/${setup.dataset}:open?workspace=${setup.workspace}`, {});
  await page.getByRole("button", { name: "Retry", exact: true }).first().click();
  await expect.poll(async () => (await setup.record("t1")).status).toBe("Validated");
});

test("TLO-11 a closed dataset says that it is closed; who may opens it there", async ({
  page,
  api,
  signIn,
  expectAccessible,
}) => {
  const setup = await setUpTask(api, { ...single, records: texts(2) });
  await api.put(`/api/datasets/${setup.dataset}:close?workspace=${setup.workspace}`, {});
  await signIn(setup.person.username, setup.person.password);
  await page.goto(setup.address);
  await expect(page.getByRole("heading", { name: "This dataset is closed" })).toBeVisible();
  await expect(page.getByText("Ask an admin to open it.", { exact: false })).toBeVisible();
  await expect(page.getByRole("button", { name: "Open the dataset" })).toBeHidden();
  await expectAccessible();
  await signIn();
  await page.goto(setup.address);
  await page.getByRole("button", { name: "Open the dataset" }).click();
  await expect(row(page, 1)).toBeVisible();
});

test("TST-11 TST-17 LAB-10 a label that is no longer one: the answer is refused, the labels are read again, and the edit stays when the page is left", async ({
  page,
  api,
  signIn,
}) => {
  const setup = await setUpTask(api, { ...single, records: texts(12) });
  await signIn(setup.person.username, setup.person.password);
  await openTask(page, setup);
  await expect(row(page, 1).getByRole("button", { name: "Politics" })).toBeVisible();
  const settings = `/api/datasets/${setup.dataset}/TextClassification/settings?workspace=${setup.workspace}`;
  await api.put(settings, { label_schema: { labels: ["Sport", "Weather"] } });
  await row(page, 1).getByRole("button", { name: "Politics" }).click();
  await expect(page.getByText("1 record(s) could not have been validated")).toBeVisible();
  await expect(page.getByText("Somebody has changed the labels of this dataset.", { exact: false })).toBeVisible();
  await expect(row(page, 2).getByRole("button", { name: "Weather" })).toBeVisible();
  await expect(row(page, 2).getByRole("button", { name: "Politics" })).toBeHidden();
  await page.getByRole("button", { name: "Page 2", exact: true }).click();
  await page.getByRole("button", { name: "Leave without validating" }).click();
  await expect(row(page, 11)).toBeVisible();
  await page.getByRole("button", { name: "Page 1", exact: true }).click();
  await expect(row(page, 1)).toContainText("Edited");
  expect((await setup.record("t01")).status).toBe("Default");
});
