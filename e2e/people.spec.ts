import type { Page } from "@playwright/test";
import { type Opening, openPerson, setUpStage } from "./support/administration.ts";
import { tabTo } from "./support/annotation.ts";
import { apiOf } from "./support/api.ts";
import { expectNoSidewaysScroll } from "./support/screen.ts";
import { addPerson } from "./support/setup.ts";
import { signInByForm } from "./support/sign-in.ts";
import { expect, test } from "./support/test.ts";

/** People, as owners manage them and admins see them (design/administration.md#people). */

const table = (page: Page) => page.getByRole("table", { name: "People" });
const row = (page: Page, name: string) => table(page).getByRole("row", { name: new RegExp(name) });
/** A menu is a dialog too, and still there while it fades. */
const dialog = (page: Page) => page.getByRole("dialog").and(page.locator(":not([data-exiting])"));
const toast = (page: Page) => page.getByRole("region", { name: "Notifications" });

async function openMenu(page: Page, name: string): Promise<void> {
  await row(page, name).hover();
  await page.getByRole("button", { name: `Actions of ${name}` }).click();
  await expect(page.getByRole("menu")).toBeVisible();
}
async function choose(page: Page, name: string, action: string | RegExp): Promise<void> {
  await openMenu(page, name);
  await page.getByRole("menuitem", { name: action }).click();
}

/** Signs an admin of a workspace in, on the people page. */
async function openAsAdmin({ page, api, signIn }: Opening) {
  const stage = await setUpStage(api);
  const admin = await addPerson(api, stage, "mara", "admin");
  await signIn(admin.username, admin.password);
  await page.goto("/people");
  return { stage, admin };
}

test("ROL-12 an owner opens the people from the menu at the avatar and adds somebody, who signs in", async ({
  page,
  api,
  openListAs,
  expectAccessible,
}) => {
  const { workspace } = await setUpStage(api);
  for (const number of Array(8).keys()) await api.post("/api/v1/workspaces", { name: `${workspace}-beside-${number}` });
  await openListAs();
  await page.getByRole("button", { name: /Open menu/ }).click();
  await page.getByRole("menuitem", { name: "Administration" }).click();
  await expect(table(page)).toBeVisible();
  await expect(page).toHaveTitle("People - Postil");
  await expect(row(page, "you")).toContainText("now");

  await page.getByRole("button", { name: "Add a person" }).click();
  await expect(page.getByRole("textbox", { name: "First name" })).toBeFocused();
  await page.getByRole("textbox", { name: "First name" }).fill("Nerys");
  await page.getByRole("textbox", { name: "Last name" }).fill("Tavener");
  const username = `nerys-${Date.now()}`;
  await page.getByRole("textbox", { name: "Username" }).fill(username);
  await page.getByRole("radio", { name: /^Admin/ }).check();
  await page.getByRole("button", { name: "Add a workspace" }).press("Enter");
  // The list draws only the rows in view of hundreds, so the test types the name.
  await expect(page.getByRole("searchbox", { name: "Find a workspace" })).toBeFocused();
  await page.keyboard.type(workspace);
  await page.getByRole("checkbox", { name: workspace, exact: true }).check();
  await page.keyboard.press("Escape");
  await page.getByRole("radio", { name: /^With a password that I set/ }).check();
  await page.getByRole("button", { name: "Make one up" }).click();
  const password = await page.getByRole("textbox", { name: "Password" }).inputValue();
  expect(password).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/);
  await expectAccessible();
  await page.getByRole("button", { name: "Add the person" }).click();
  await expect(toast(page)).toContainText("Nerys Tavener was added");
  // A person who was not seen yet is last, and a long list draws only the rows in view.
  await page.getByRole("searchbox", { name: "Find a person" }).fill(username);
  await expect(row(page, username)).toContainText(/Nerys Tavener.*admin.*not yet/);
  await expect(row(page, username)).toContainText(workspace);
  await page.evaluate(() => localStorage.clear());
  await signInByForm(page, { username, password });
});

test("ROL-12 names, role and workspaces change in one dialog, and what another owner changed meanwhile is told before it is written over", async ({
  page,
  api,
  signIn,
  expectAccessible,
}) => {
  const { stage, person } = await openPerson({ page, api, signIn }, "kwame");
  await choose(page, person.username, "Name, role, workspaces");
  await page.getByRole("textbox", { name: "First name" }).fill("Kwame");
  await page.getByRole("textbox", { name: "Last name" }).fill("Ostrander");
  await expect(dialog(page)).not.toContainText("signed out");
  // Another owner makes the change first.
  await api.delete(`/api/v1/workspaces/${stage.workspaceId}/users/${person.id}`);
  await page.getByRole("button", { name: "Save" }).click();
  const note = dialog(page).getByRole("alert");
  await expect(note).toContainText(`Now: ${person.username}, annotator in no workspace`);
  await expect(page.getByRole("textbox", { name: "Last name" })).toHaveValue("Ostrander");
  await expectAccessible();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(toast(page)).toContainText("was changed");
  await expect(row(page, "Kwame Ostrander")).toContainText(stage.workspace);

  await choose(page, "Kwame Ostrander", "Name, role, workspaces");
  await page.getByRole("radio", { name: /^Admin/ }).check();
  await expect(dialog(page)).toContainText("they are signed out and sign in again");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(row(page, "Kwame Ostrander")).toContainText("admin");
});

test("ROL-12 a password is set, a key is replaced and shown once, and who is deactivated can be let in again at once", async ({
  page,
  api,
  server,
  signIn,
}) => {
  const { person } = await openPerson({ page, api, signIn }, "sanne");
  await choose(page, person.username, "Set a new password");
  await page.getByRole("textbox", { name: "Password" }).fill("quite another");
  await page.getByRole("button", { name: "Set the password" }).click();
  await expect(toast(page)).toContainText("has a new password");

  await choose(page, person.username, "Keys: 1, replace or revoke");
  await dialog(page).getByRole("button", { name: "Replace" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Replace" }).click();
  const key = await page.getByRole("alertdialog").getByRole("code").textContent();
  await page.getByRole("button", { name: "Done" }).click();
  const of = (apiKey: string) => apiOf(server.port, apiKey).get<{ username: string }>("/api/v1/me");
  expect((await of(key ?? "")).username).toBe(person.username);
  await expect(of(person.api_key)).rejects.toThrow("401");

  await choose(page, person.username, "Deactivate");
  await expect(row(page, person.username)).toContainText("deactivated");
  await expect(of(key ?? "")).rejects.toThrow("401");
  await toast(page).getByRole("button", { name: "Undo" }).click();
  await expect(row(page, person.username)).not.toContainText("deactivated");
  expect((await of(key ?? "")).username).toBe(person.username);
});

test("ROL-12 what stays and what goes is said before somebody is deleted, and the username is typed", async ({
  page,
  api,
  signIn,
}) => {
  const stage = await setUpStage(api);
  const person = await addPerson(api, stage, "pia");
  const theirs = api.as(person.api_key);
  const { items } = await theirs.get<{ items: { id: string }[] }>(`/api/v1/me/datasets/${stage.datasetId}/records`);
  const respond = (id: string | undefined, status: string) =>
    theirs.post(`/api/v1/records/${id}/responses`, { status, values: { topic: { value: "news" } } });
  await respond(items[0]?.id, "submitted");
  await respond(items[1]?.id, "draft");
  await signIn();
  await page.goto(`/people?search=${person.username}`);
  await expect(row(page, person.username)).toContainText("by key");
  await choose(page, person.username, /^Delete/);
  const lines = dialog(page).getByRole("listitem");
  await expect(lines).toHaveText([
    /1 answer.*stays in 1 dataset/,
    /1 draft.*is deleted/,
    /1 key.*stops at once; it was used/,
  ]);
  const submit = page.getByRole("button", { name: "Delete person" });
  await expect(submit).toBeDisabled();
  await page.getByRole("textbox", { name: "To go on, type the username" }).fill(person.username);
  await submit.click();
  await expect(toast(page)).toContainText("was deleted; the answers stay");
  await expect(page.getByRole("heading", { name: "Nobody matches" })).toBeVisible();
});

test("ROL-12 an owner’s own row: what would end the account rests and says who can; giving up the role is said first", async ({
  page,
  api,
  signIn,
}) => {
  const stage = await setUpStage(api);
  const owner = await addPerson(api, stage, "second", "owner");
  await signIn(owner.username, owner.password);
  await page.goto(`/people?search=${owner.username}`);
  await openMenu(page, owner.username);
  for (const name of [/^Deactivate/, /^Delete/])
    await expect(page.getByRole("menuitem", { name })).toContainText("another owner can");
  await page.getByRole("menuitem", { name: "Name, role, workspaces" }).click();
  await page.getByRole("radio", { name: /^Annotator/ }).check();
  await expect(dialog(page)).toContainText("only another owner can give it back");
  await page.getByRole("button", { name: "Take it from me" }).click();
  await page.waitForURL("**/sign-in**");
  await expect(page.getByText("Your role was changed").first()).toBeVisible();
});

test("ROL-12 by keyboard alone: found and changed", async ({ page, api, signIn }) => {
  const person = await addPerson(api, await setUpStage(api), "oona");
  await signIn();
  await page.goto("/people");
  await expect(table(page)).toBeVisible();
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox", { name: "Find a person" })).toBeFocused();
  await page.keyboard.type(person.username);
  await expect(table(page).getByRole("row")).toHaveCount(2);
  await tabTo(page, page.getByRole("button", { name: `Actions of ${person.username}` }), 20);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menu")).toBeVisible();
  const change = page.getByRole("menuitem", { name: "Name, role, workspaces" });
  for (let presses = 0; presses < 8; presses++) {
    if (await change.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press("ArrowDown");
  }
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "First name" })).toBeFocused();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("Oona");
  await page.keyboard.press("Enter");
  await expect(toast(page)).toContainText("was changed");
  await expect(row(page, "Oona")).toBeVisible();
});

test("ROL-12 ROL-13 an admin sees the people of the workspace, takes one out, and is told whom to ask; an annotator is led home", async ({
  page,
  api,
  signIn,
}) => {
  const { stage } = await openAsAdmin({ page, api, signIn });
  const person = await addPerson(api, stage, "hideo");
  const stranger = await addPerson(api, await setUpStage(api), "stranger");
  await page.reload();
  await expect(table(page).getByRole("row")).toHaveCount(3);
  await expect(row(page, stranger.username)).toHaveCount(0);
  await expect(page.getByText("2 people in")).toContainText("Owners add admins, and people elsewhere: ask owner.");
  await expect(page.getByRole("columnheader", { name: `In ${stage.workspace} since` })).toBeVisible();
  await expect(page.getByRole("button", { name: "Add a person" })).toBeEnabled();
  await expect(page.getByRole("link", { name: "Audit" })).toHaveCount(0);
  await row(page, person.username).hover();
  await page.getByRole("button", { name: `Take ${person.username} out` }).click();
  await expect(dialog(page)).toContainText("Only an owner can bring them back");
  await dialog(page).getByRole("button", { name: "Take out" }).click();
  await expect(toast(page)).toContainText("is no longer in");
  await expect(table(page).getByRole("row")).toHaveCount(2);

  await signIn(person.username, person.password);
  await page.goto("/people");
  await page.waitForURL("**/datasets");
  await page.getByRole("button", { name: /Open menu/ }).click();
  await expect(page.getByRole("menuitem", { name: "User settings" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Administration" })).toHaveCount(0);
});

test("ROL-15 ROL-16 an admin invites the people of a file into their workspace, and one of them comes by the link", async ({
  page,
  api,
  signIn,
  expectAccessible,
}) => {
  const { stage, admin } = await openAsAdmin({ page, api, signIn });
  await page.getByRole("button", { name: "Invite from a file…" }).click();
  const [known, newcomer] = [admin.username, `sanne-${Date.now()}`];
  const place = stage.workspace;
  const wrong = [`${known.toUpperCase()},,${place}`, `third,reviewer,${place}`];
  const rows = [`username,role,workspaces`, `${known},,${place}`, `${newcomer},annotator,${place}`, ...wrong];
  const file = { name: "team.csv", mimeType: "text/csv", buffer: Buffer.from(rows.join("\n")) };
  await page.locator("input[type=file]").setInputFiles(file);
  await expect(page.getByText(`“${known}” is in 2 rows`)).toHaveCount(0);
  await expect(page.getByText(/in other capitals/)).toHaveCount(2);
  const mistake = page.getByText("“reviewer” is no role: annotator, admin, owner");
  expect(await mistake.evaluate((it) => [it.scrollWidth - it.clientWidth, it.scrollHeight - it.clientHeight])).toEqual([
    0, 0,
  ]);
  for (const left of [4, 5]) await page.getByRole("checkbox", { name: `row ${left}` }).uncheck();
  await expect(page.getByText(`“${known}” is somebody’s already`)).toBeVisible();
  await expectAccessible();
  await page.getByRole("checkbox", { name: "row 2" }).uncheck();
  await page.getByRole("button", { name: "Invite 1 person" }).click();
  const links = page.getByRole("table", { name: "Links" });
  const link = (await links.getByText(/invitation#/).textContent()) ?? "";
  await page.getByRole("button", { name: "Copy all" }).click();
  await page.getByRole("button", { name: "All people" }).click();
  await expect(row(page, newcomer)).toContainText("invited");
  await page.evaluate(() => localStorage.clear());
  await page.goto(link);
  await expect(page.getByText(newcomer)).toBeVisible();
});

const LIST = /\/api\/postil\/v1\/people$/;
const ANSWERS = /\/api\/postil\/v1\/people\/answers$/;
test("ROL-12 of 5,000 people those in view are drawn; they are found, narrowed and put in order in the address; a list that does not come, or comes late, says so", async ({
  page,
  signIn,
}) => {
  await signIn();
  await test.step("5,000 people", async () => {
    const times = { inserted_at: "2026-01-01T00:00:00", updated_at: "2026-01-01T00:00:00" };
    const items = Array.from({ length: 5000 }, (_, at) => ({
      id: `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`,
      first_name: `Person ${at}`,
      last_name: null,
      username: `person-${at}`,
      role: at % 100 === 0 ? "admin" : "annotator",
      state: "active",
      invited_until: null,
      workspaces: [{ id: `w${at % 7}`, name: `team-${at % 7}`, since: times.inserted_at }],
      keys: 1,
      last_seen: { at: new Date(Date.UTC(2026, 0, 1) + at * 1000).toISOString().slice(0, -1), by_key: false },
      ...times,
    }));
    await page.route(LIST, (route) => route.fulfill({ json: { items, ask: null } }));
    await page.goto("/people");
    await expect(row(page, "Person 4999")).toBeVisible();
    await expect(table(page)).toHaveAttribute("aria-rowcount", "5001");
    expect(await table(page).getByRole("row").count()).toBeLessThan(80);
    await page.getByRole("main").evaluate((main) => main.scrollTo(0, main.scrollHeight));
    await expect(row(page, "Person 0 ")).toBeVisible();
    await page.getByRole("searchbox", { name: "Find a person" }).fill("person-42");
    await expect(page.getByText("111 of 5,000 people")).toBeVisible();
    await page.getByRole("button", { name: /^Role filter/ }).click();
    await page.getByRole("checkbox", { name: /admin/ }).check();
    await page.keyboard.press("Escape");
    await expect(page.getByText("1 of 5,000 people")).toBeVisible();
    await page.getByRole("button", { name: "Name" }).first().click();
    await expect(page).toHaveURL(
      /search=person-42&roles=admin&sort=name%3Aasc|search=person-42&roles=admin&sort=name:asc/,
    );
    await expect(table(page).getByRole("row").nth(1)).toContainText("Person 4200");
    await page.reload();
    await expect(page.getByText("1 of 5,000 people")).toBeVisible();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect(row(page, "Person 0 ")).toBeVisible();
    await page.unroute(LIST);
  });
  await test.step("a list that does not come, comes late or comes without figures can be asked for again", async () => {
    const held = Promise.withResolvers<void>();
    await page.route(LIST, async (route) => {
      await held.promise;
      await route.fulfill({ status: 500, json: { detail: "no" } });
    });
    await page.route(ANSWERS, (route) => route.fulfill({ status: 500, json: { detail: "no" } }));
    await page.goto("/people");
    await expect(page.getByRole("status").filter({ hasText: /^Loading$/ })).toBeAttached();
    held.resolve();
    await expect(page.getByText("The people could not be loaded.")).toBeVisible({ timeout: 20_000 });
    await page.unroute(LIST);
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(table(page)).toBeVisible();
    await expect(page.getByText("The answers of this week could not be counted.")).toBeVisible({ timeout: 20_000 });
    await expect(row(page, "you")).toContainText("not counted");
  });
});

test("ROL-12 LAY-02 in every theme, from 450 to 2560 px: no finding of axe, nothing beside the page", async ({
  page,
  api,
  signIn,
  expectAccessibleIn,
}) => {
  const stage = await setUpStage(api);
  const person = await addPerson(api, stage, "ruth");
  const out = await addPerson(api, stage, "dmitri");
  await api.put(`/api/postil/v1/people/${out.id}/deactivation`);
  await signIn();
  // A long list draws only its first people, so the address narrows it.
  await page.goto(`/people?workspaces=${stage.workspace}`);
  await expect(row(page, out.username)).toContainText("deactivated");
  for (const width of [450, 800, 1100, 1280, 1440, 2560]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page, `${width} px`);
    const name = await page.getByRole("cell", { name: person.username }).first().boundingBox();
    expect(name?.width, `the name at ${width} px`).toBeGreaterThan(180);
    await expect(page.getByRole("button", { name: `Actions of ${person.username}` })).toBeAttached();
    // The username tells people with the same name apart. Their workspaces are shown, too, also on a card.
    const shown = row(page, person.username).filter({ visible: true });
    expect(await shown.innerText(), `${width} px`).toContain(stage.workspace);
    expect((await shown.innerText()).split(person.username).length - 1, `${width} px`).toBe(2);
  }
  await expectAccessibleIn(["light", "dark"]);
  await page.setViewportSize({ width: 450, height: 900 });
  await page.getByRole("button", { name: `Actions of ${person.username}` }).click();
  await page.getByRole("menuitem", { name: "Name, role, workspaces" }).click();
  await expect(dialog(page)).toBeVisible();
  await expectNoSidewaysScroll(page, "the dialog");
  await expectAccessibleIn(["light", "dark"]);
});
