import type { Page } from "@playwright/test";
import { apiOf } from "./support/api.ts";
import { type RunningServer, removeHome, startServer } from "./support/server.ts";
import { openTask, row, setUpTask, texts } from "./support/tasks.ts";
import { test as base, expect } from "./support/test.ts";

/** What goes wrong while somebody works in a task dataset: nothing is lost, and everything is said in words. */

const SILENT = "The server does not answer. You can go on; your work is sent later.";
const LABELS = ["Politics", "Sport"];
const single = { task: "TextClassification", labels: LABELS } as const;
const multi = { multi_label: true };

/** A server of the test's own, which can be killed and started again. */
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

async function signInAt(page: Page, origin: string, person: { username: string; password: string }): Promise<void> {
  await page.goto(`${origin}/sign-in`);
  await page.getByLabel("Username").fill(person.username);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL("**/datasets");
}

test("ERR-07 TST-14 TLO-11 the server is gone in mid-page and back: work goes on, waits, and is sent; a page that was not there comes by itself", async ({
  page,
  own: { server, restart },
  expectAccessible,
}) => {
  const api = apiOf(server.port);
  const setup = await setUpTask(api, { ...single, records: texts(45) });
  const origin = `http://127.0.0.1:${server.port}`;
  await signInAt(page, origin, setup.person);
  await openTask(page, { ...setup, address: origin + setup.address });
  // The next ones are there ahead of time.
  await page.waitForLoadState("networkidle");
  await server.kill();
  await row(page, 1).getByRole("button", { name: "Sport" }).click();
  await row(page, 2).getByRole("button", { name: "Politics" }).click();
  await expect(page.getByText(SILENT)).toBeVisible({ timeout: 10_000 });
  await expect(indicator(page, "2 waiting")).toBeVisible();
  await expect(row(page, 1)).toContainText("Validated");
  await page.getByRole("button", { name: "Page 4", exact: true }).click();
  await expect(page.getByText("Connect to load more.")).toBeVisible();
  await expectAccessible();
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

test("TST-08 edits that are not validated outlive a server that is gone and a reload after its return", async ({
  page,
  own: { server, restart },
}) => {
  const setup = await setUpTask(apiOf(server.port), { ...single, records: texts(3, multi) });
  const origin = `http://127.0.0.1:${server.port}`;
  await signInAt(page, origin, setup.person);
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

test("TST-14 TOA-18 a record deleted while it is edited: the save is told to have failed, and why; what was chosen is kept", async ({
  page,
  api,
  signIn,
  expectAccessible,
}) => {
  const setup = await setUpTask(api, { ...single, records: texts(2, multi) });
  await signIn(setup.person.username, setup.person.password);
  await openTask(page, setup);
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
  await expectAccessible();
});

test("TLO-11 a dataset deleted while it is open: the page says so with what was not sent, and leads to the list", async ({
  page,
  api,
  signIn,
  expectAccessible,
}) => {
  const setup = await setUpTask(api, { ...single, records: texts(2) });
  await signIn(setup.person.username, setup.person.password);
  await openTask(page, setup);
  await api.delete(`/api/datasets/${setup.dataset}?workspace=${setup.workspace}`);
  await row(page, 1).getByRole("button", { name: "Sport" }).click();
  await expect(page.getByRole("heading", { name: `${setup.dataset} was deleted` })).toBeVisible();
  await expect(page.getByRole("heading", { name: "1 record was not sent" })).toBeVisible();
  await expect(page.getByRole("listitem")).toContainText("Sport");
  await expectAccessible();
  await page.getByRole("link", { name: "To the datasets" }).click();
  await page.waitForURL("**/datasets");
});

test("TLO-11 a dataset closed while it is open: the save is refused, the page says so and keeps what was chosen", async ({
  page,
  api,
  signIn,
}) => {
  const setup = await setUpTask(api, { ...single, records: texts(2) });
  await signIn(setup.person.username, setup.person.password);
  await openTask(page, setup);
  await api.put(`/api/datasets/${setup.dataset}:close?workspace=${setup.workspace}`, {});
  await row(page, 1).getByRole("button", { name: "Sport" }).click();
  await expect(page.getByText("1 record(s) could not have been validated")).toBeVisible();
  await expect(row(page, 1).getByRole("button", { name: "Sport" })).toHaveAttribute("aria-pressed", "true");
  await api.put(`/api/datasets/${setup.dataset}:open?workspace=${setup.workspace}`, {});
  await page.getByRole("button", { name: "Retry", exact: true }).first().click();
  await expect.poll(async () => (await setup.record("t1")).status).toBe("Validated");
});
