import { OWNER, startServer } from "./support/server.ts";
import { addPerson } from "./support/setup.ts";
import { fillInSignIn } from "./support/sign-in.ts";
import { expect, test } from "./support/test.ts";

/** The first screen of a server without data (design/list.md#loading). */

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

test("API-37 API-52 DSB-01 an empty server says how data gets in; the copied lines have the key that the screen does not show", async ({
  page,
  expectAccessible,
}) => {
  // Starts another server, because the shared one has the datasets of other tests.
  const empty = await startServer();
  await page.goto(`http://127.0.0.1:${empty.port}/sign-in`);
  await fillInSignIn(page, OWNER);
  await expect(page.getByRole("heading", { name: "No datasets yet" })).toBeVisible();
  await expect(page.getByText("and you are its owner")).toBeVisible();
  await expect(page.getByRole("heading", { level: 2 })).toHaveText([
    "From a file, in this page",
    "From a file, by command",
    "From Python",
    "With the demo",
  ]);
  await expectAccessible();
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole("button", { name: "Copy import command" }).click();
  await expect.poll(clipboard).toBe(`POSTIL_HOME=${empty.home} npm run postil -- import letters.csv`);
  await page.getByRole("button", { name: "Copy demo command" }).click();
  await expect.poll(clipboard).toBe(`POSTIL_HOME=${empty.home} npm run postil -- demo`);
  await page.getByRole("button", { name: "Copy Python lines" }).click();
  await expect.poll(clipboard).toContain(`rg.init(api_url="${new URL(page.url()).origin}", api_key="${OWNER.apiKey}")`);
  expect(await page.content()).not.toContain(OWNER.apiKey);
  await page.setViewportSize({ width: 450, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(450);
  await page.getByRole("link", { name: "Without a file" }).click();
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  await page.goBack();
  await page.getByRole("link", { name: "How records are shaped" }).click();
  await expect(page.getByRole("heading", { name: /^Postil API/ })).toBeVisible();
  await empty.stop();
});

test("API-37 an admin without datasets reads the same ways, an annotator whom to ask", async ({
  page,
  api,
  openListAs,
}) => {
  const workspace = await api.post<{ id: string; name: string }>("/api/v1/workspaces", { name: `none-${process.pid}` });
  const setup = { workspaceId: workspace.id };
  const admin = await addPerson(api, setup, "admin", "admin");
  await openListAs(admin.username, admin.password);
  await expect(page.getByText("Your workspaces have no datasets.")).toBeVisible();
  await expect(page.getByText(`workspace="${workspace.name}"`)).toBeVisible();
  await page.evaluate(() => localStorage.clear());
  const annotator = await addPerson(api, setup, "annotator", "annotator");
  await openListAs(annotator.username, annotator.password);
  await expect(page.getByText("Ask an admin for one.", { exact: false })).toBeVisible();
  await expect(page.getByText("From a file")).toBeHidden();
});
