import type { Page } from "@playwright/test";
import { atAnotherMachine, findByKeys, menuOf, newWorkspace, row, said } from "./support/administration.ts";
import { addressOf, expectFocusVisible, record, tabTo } from "./support/annotation.ts";
import type { Api } from "./support/api.ts";
import { expectNoSidewaysScroll } from "./support/screen.ts";
import { OWNER } from "./support/server.ts";
import { addPerson, labels, type Setup, setUp } from "./support/setup.ts";
import { expect, test } from "./support/test.ts";

/** Workspaces in the administration (design/administration.md#workspaces). */

const QUESTIONS = [
  {
    name: "topic",
    title: "Topic",
    required: true,
    settings: { type: "label_selection", options: labels("news", "sport") },
  },
  { name: "comment", title: "Comment", settings: { type: "text", use_markdown: false } },
];
const records = [1, 2, 3, 4].map((number) => ({ fields: { text: `Text number ${number}.` } }));

const setUpOne = (api: Api): Promise<Setup> => setUp(api, { questions: QUESTIONS, records });
const dialog = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });

test("ROL-12 an owner makes a workspace, renames it, puts somebody in and out again, and deletes it, by mouse", async ({
  page,
  api,
  signIn,
  expectAccessible,
}) => {
  const setup = await setUpOne(api);
  const person = await addPerson(api, setup, "mover");
  await signIn();
  // A long list draws only the rows in view, and other tests have made many workspaces.
  await page.goto("/workspaces?search=made-");
  await page.getByRole("button", { name: "New workspace" }).click();
  const name = `made-${process.pid}`;
  await dialog(page, "New workspace").getByLabel("Name").fill("Upper Case");
  await expect(page.getByRole("alert")).toContainText("small letters, digits");
  await dialog(page, "New workspace").getByLabel("Name").fill(name);
  await expectAccessible();
  await page.getByRole("button", { name: "Make the workspace" }).click();
  await expect(said(page, `Workspace ${name} was made`)).toBeVisible();
  await expect(row(page, name)).toContainText("nobody yet");

  await row(page, name).getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  const box = page.getByRole("combobox", { name: "Add a person" });
  await box.fill(person.username);
  await page.getByRole("option", { name: new RegExp(person.username) }).click();
  await expect(said(page, `${person.username} is now in ${name}`)).toBeVisible();
  await expect(row(page, person.username)).toContainText("annotator");
  await page.getByRole("button", { name: `Take ${person.username} out of ${name}` }).click();
  await dialog(page, `Take ${person.username} out of ${name}?`).getByRole("button", { name: "Take out" }).click();
  await expect(page.getByText("Nobody yet.")).toBeVisible();

  await page.getByRole("button", { name: "Rename" }).click();
  await dialog(page, `Rename ${name}`).getByLabel("Name").fill(`${name}-again`);
  await page.getByRole("button", { name: "Rename", exact: true }).last().click();
  await expect(page.getByRole("heading", { name: `${name}-again`, level: 1 })).toBeVisible();
  await page.getByRole("button", { name: "Delete…" }).click();
  await page.getByRole("button", { name: "Delete workspace" }).click();
  await expect(said(page, `Workspace ${name}-again was deleted`)).toBeVisible();
  await expect(page).toHaveURL(/\/workspaces(\?|$)/);
  await expect(row(page, `${name}-again`)).toHaveCount(0);
});

test("ROL-12 the same by the keyboard alone", async ({ page, api, signIn }) => {
  const { name } = await newWorkspace(api, "unmoused");
  const setup = await setUpOne(api);
  const person = await addPerson(api, setup, "typist");
  await signIn();
  await page.goto("/workspaces");
  await expect(page.getByRole("table", { name: "Workspaces" })).toBeVisible();
  await findByKeys(page, name);
  await tabTo(page, page.getByRole("link", { name, exact: true }));
  await expectFocusVisible(page);
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("combobox", { name: "Add a person" }));
  await page.keyboard.type(person.username);
  await expect(page.getByRole("option", { name: new RegExp(person.username) })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  await page.keyboard.press("Enter");
  await expect(row(page, person.username)).toBeVisible();
  await tabTo(page, page.getByRole("button", { name: `Take ${person.username} out of ${name}` }));
  await expectFocusVisible(page);
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("button", { name: "Take out", exact: true }));
  await page.keyboard.press("Enter");
  await expect(page.getByText("Nobody yet.")).toBeVisible();
  await page.goto("/workspaces");
  await expect(page.getByRole("table", { name: "Workspaces" })).toBeVisible();
  await findByKeys(page, name);
  await tabTo(page, menuOf(page, name));
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Delete…" }).press("Enter");
  await tabTo(page, page.getByRole("button", { name: "Delete workspace" }));
  await page.keyboard.press("Enter");
  await expect(row(page, name)).toHaveCount(0);
});

test("ROL-12 an admin sees their own workspaces and takes people out; making, renaming and deleting is not offered", async ({
  page,
  api,
  signIn,
}) => {
  const setup = await setUpOne(api);
  const other = await setUpOne(api);
  const admin = await addPerson(api, setup, "chief", "admin");
  const person = await addPerson(api, setup, "member");
  await signIn(admin.username, admin.password);
  await page.goto("/workspaces");
  await expect(row(page, setup.workspace)).toBeVisible();
  await expect(row(page, other.workspace)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "New workspace" })).toHaveCount(0);
  await page.getByRole("link", { name: setup.workspace }).click();
  await expect(row(page, person.username)).toBeVisible();
  for (const name of ["Rename", "Delete…"]) await expect(page.getByRole("button", { name })).toHaveCount(0);
  await expect(page.getByRole("combobox", { name: "Add a person" })).toHaveCount(0);
  await page.getByRole("button", { name: `Take ${person.username} out of ${setup.workspace}` }).click();
  await expect(dialog(page, /Take .* out/)).toContainText("Only an owner can bring them back");
  await page.getByRole("button", { name: "Take out", exact: true }).click();
  await expect(row(page, person.username)).toHaveCount(0);
  await page.goto(`/workspaces/${other.workspaceId}`);
  await expect(page.getByRole("heading", { name: "There is no such workspace here" })).toBeVisible();
  const annotator = await addPerson(api, setup, "outside");
  await page.evaluate(() => localStorage.clear());
  await signIn(annotator.username, annotator.password);
  await page.goto("/workspaces");
  await expect(page).toHaveURL(/\/datasets$/);
});

test("ROL-12 of a workspace with datasets: a role is changed where the members stand; it keeps its name, and is not deleted, and it is said why", async ({
  page,
  api,
  signIn,
  expectAccessible,
}) => {
  const setup = await setUpOne(api);
  const person = await addPerson(api, setup, "riser");
  await api.post("/api/datasets", { name: "notes", task: "TextClassification", workspace: setup.workspace });
  await signIn();
  await page.goto(`/workspaces/${setup.workspaceId}`);
  await test.step("a role is changed, and holds everywhere", async () => {
    await page.getByRole("button", { name: `Role of ${person.username}: annotator` }).click();
    await expect(page.getByText("A role holds in every workspace of that person.").last()).toBeVisible();
    await page.getByRole("menuitemradio", { name: "admin" }).click();
    await expect(said(page, `${person.username} is now admin, in every workspace`)).toBeVisible();
    const { role } = await api.get<{ role: string }>(`/api/v1/users/${person.id}`);
    expect(role).toBe("admin");
  });
  await test.step("with task datasets it keeps its name", async () => {
    await page.getByRole("button", { name: "Rename" }).click();
    const kept = dialog(page, `${setup.workspace} keeps its name`);
    await expect(kept).toContainText("begins with the name of the workspace");
    await expect(kept.getByRole("listitem")).toHaveText(`${setup.workspace}.notes`);
    await kept.getByRole("button", { name: "Close" }).click();
    await expect(kept).toBeHidden();
  });
  await test.step("it is not deleted: its datasets are named, with what is in them and the way to them", async () => {
    await page.goto(`/workspaces?search=${setup.workspace}`);
    await row(page, setup.workspace).hover();
    await menuOf(page, setup.workspace).click();
    await page.getByRole("menuitem", { name: "Delete…" }).click();
    const refused = page.getByRole("alertdialog", { name: `${setup.workspace} is not empty` });
    await expect(refused.getByRole("listitem").first()).toContainText(`${setup.dataset}Feedback4 records, 0 answered`);
    await expect(refused.getByRole("listitem").last()).toContainText("notesText classification0 records, 0 answered");
    await expectAccessible();
    await refused.getByRole("link", { name: "Show the datasets" }).click();
    await expect(page.getByRole("link", { name: setup.dataset, exact: true })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`workspaces=${setup.workspace}`));
  });
});

test("ROL-14 a member who is taken out while at work is told so, and loses nothing of it", async ({
  page,
  api,
  signIn,
  browser,
  server,
}) => {
  const setup = await setUpOne(api);
  const person = await addPerson(api, setup, "worker");
  await signIn(person.username, person.password);
  await page.goto(addressOf(setup));
  await expect(record(page, 1)).toBeVisible();
  await page.keyboard.press("1");
  await page.getByRole("textbox", { name: "Comment" }).fill("A long thought");

  const owner = await atAnotherMachine(browser, server, OWNER);
  await owner.goto(`/workspaces/${setup.workspaceId}`);
  await owner.getByRole("button", { name: `Take ${person.username} out of ${setup.workspace}` }).click();
  await owner.getByRole("button", { name: "Take out", exact: true }).click();
  await expect(owner.getByText("Nobody yet.")).toBeVisible();
  await owner.context().close();

  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("heading", { name: `You have no access to ${setup.dataset} any more` })).toBeVisible();
  await expect(page.getByRole("region", { name: "1 record was not sent" })).toContainText("A long thought");
});

test("ROL-12 two owners at once: what the other did meanwhile is told, and nothing is done twice; search and order stay in the address", async ({
  page,
  api,
  signIn,
}) => {
  await signIn();
  await test.step("what the other did meanwhile is told", async () => {
    const { name, id } = await newWorkspace(api, "raced");
    await page.goto(`/workspaces?search=${name}`);
    await row(page, name).hover();
    await menuOf(page, name).click();
    await page.getByRole("menuitem", { name: "Delete…" }).click();
    const deletes = page.getByRole("button", { name: "Delete workspace" });
    // The dialog counts what the workspace holds when it opens.
    await expect(deletes).toBeVisible();
    await api.post("/api/v1/datasets", { name: "meanwhile", workspace_id: id });
    await deletes.click();
    await expect(page.getByRole("alertdialog", { name: `${name} is not empty` })).toContainText("meanwhile");
  });
  await test.step("one comes back to search and order from a workspace", async () => {
    const { name } = await newWorkspace(api, "kept-a");
    await newWorkspace(api, "kept-b");
    await page.goto("/workspaces");
    await page.getByRole("searchbox", { name: "Find a workspace" }).fill("kept-");
    await page.getByRole("button", { name: "Name", exact: true }).click();
    await expect(page).toHaveURL(/\?search=kept-&sort=name:asc$/);
    await page.getByRole("link", { name, exact: true }).click();
    await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("searchbox", { name: "Find a workspace" })).toHaveValue("kept-");
    await expect(page.getByRole("columnheader", { name: "Name" })).toHaveAttribute("aria-sort", "ascending");
    await expect(row(page, name)).toBeVisible();
  });
});

test("ROL-12 LAY-02 the list and a workspace, from 450 to 2560 px: no finding of axe and no sideways scrolling", async ({
  page,
  api,
  signIn,
  expectAccessible,
  expectAccessibleIn,
}) => {
  const setup = await setUpOne(api);
  await addPerson(api, setup, "shown", "admin");
  await signIn();
  for (const address of [`/workspaces?search=${setup.workspace}`, `/workspaces/${setup.workspaceId}`]) {
    await page.goto(address);
    await expect(page.getByText(address.includes("?") ? setup.workspace : setup.dataset).first()).toBeVisible();
    for (const width of [2560, 1440, 450]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoSidewaysScroll(page, `${address} at ${width} px`);
      // Above that width only the margins change, and below it the colours are the same.
      const isInShell = address.includes("?");
      if (width === 1440 && !isInShell) await expectAccessibleIn(["light", "dark"]);
      if (width < 1440) await expectAccessible();
    }
  }
});
