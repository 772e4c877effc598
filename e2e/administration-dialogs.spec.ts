import type { Locator, Page } from "@playwright/test";
import {
  atAnotherMachine,
  findByKeys,
  menuOf,
  newWorkspace,
  openPerson,
  row,
  said,
  setUpStage,
} from "./support/administration.ts";
import { expectFocusVisible, tabTo } from "./support/annotation.ts";
import { addPerson } from "./support/setup.ts";
import { expect, test } from "./support/test.ts";

/** The administration dialogs: by keyboard only, without an axe finding, and with the right focus after they close. */

/** A dialog by its name. Dialogs that ask a question are alert dialogs. */
const dialog = (page: Page, name: string | RegExp): Locator =>
  page.getByRole("dialog", { name }).or(page.getByRole("alertdialog", { name }));

/** Chooses a menu item by keyboard only, from the button that opens the menu. */
async function choose(page: Page, trigger: Locator, action: string | RegExp): Promise<void> {
  await expect(trigger).toBeFocused();
  await page.keyboard.press("Enter");
  const item = page.getByRole("menuitem", { name: action });
  await expect(item).toBeVisible();
  // A menu is there before it has the focus. Until then, an arrow key goes to its button, which closes the menu.
  await expect(page.getByRole("menu").locator(":focus").or(page.locator("[role=menu]:focus"))).toBeVisible();
  for (let presses = 0; presses < 12; presses++) {
    if (await item.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press("ArrowDown");
  }
  await expect(item).toBeFocused();
  await page.keyboard.press("Enter");
}

/** Removes one item after the other. The focus moves to the item that takes its place, and after the last one to `end`. */
async function goInTurn(
  names: readonly [string, string][],
  { remove, at, end }: { remove: (name: string) => Promise<void>; at: (name: string) => Locator; end: Locator },
): Promise<void> {
  for (const [name, next] of names) {
    await remove(name);
    await expect(next === "" ? end : at(next)).toBeFocused();
  }
}

test("ROL-12 every dialog of a person opens by the keyboard, has no finding of axe, and gives the focus back to the row", async ({
  page,
  api,
  signIn,
  expectAccessible,
}) => {
  const { username } = (await openPerson({ page, api, signIn }, "ines")).person;
  const trigger = menuOf(page, username);
  await tabTo(page, trigger);
  await expectFocusVisible(page);
  const dialogs: [string | RegExp, string][] = [
    ["Name, role, workspaces", `Change ${username}`],
    ["Link for a new password", `A link for ${username}`],
    ["Set a new password", `A new password for ${username}`],
    ["Keys: 1, replace or revoke", `Keys of ${username}`],
    ["Sign out everywhere", `Sign ${username} out everywhere?`],
    [/^Delete/, `Delete ${username}`],
  ];
  for (const [action, title] of dialogs) {
    await choose(page, trigger, action);
    await expect(dialog(page, title)).toBeVisible();
    await expectAccessible();
    await page.keyboard.press("Escape");
    await expect(dialog(page, title)).toBeHidden();
    await expect(trigger, `after ${title}`).toBeFocused();
  }

  await choose(page, trigger, /^Keys/);
  await tabTo(page, dialog(page, `Keys of ${username}`).getByRole("button", { name: "Replace" }));
  await page.keyboard.press("Enter");
  await expect(dialog(page, "Replace the first key?")).toBeVisible();
  await expectAccessible();
  await tabTo(page, dialog(page, "Replace the first key?").getByRole("button", { name: "Replace" }));
  await page.keyboard.press("Enter");
  const made = dialog(page, `The new key of ${username}`);
  await expect(made.getByRole("code")).not.toBeEmpty();
  await expectAccessible();
  await tabTo(page, made.getByRole("button", { name: "Done" }));
  await page.keyboard.press("Enter");
  await expect(trigger).toBeFocused();

  await choose(page, trigger, "Link for a new password");
  await tabTo(page, page.getByRole("button", { name: "Make the link" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Copy link" })).toBeFocused();
  await expectAccessible();
  await page.keyboard.press("Escape");
  await expect(trigger).toBeFocused();

  await choose(page, trigger, "Deactivate");
  await expect(row(page, username)).toContainText("deactivated");
  await expect(trigger).toBeFocused();
});

test("ROL-12 a row that goes takes the focus to the one in its place, the last one to the search", async ({
  page,
  api,
  signIn,
}) => {
  const stage = await setUpStage(api);
  const names = [];
  for (const name of ["vanish-a", "vanish-b", "vanish-c"]) names.push((await addPerson(api, stage, name)).username);
  const [first = "", second = "", third = ""] = names;
  await signIn();
  await page.goto("/people?search=vanish-&sort=name:asc");
  await expect(menuOf(page, third)).toBeVisible();
  const remove = async (name: string) => {
    await choose(page, menuOf(page, name), /^Delete/);
    await expect(page.getByRole("textbox", { name: "To go on, type the username" })).toBeFocused();
    await page.keyboard.type(name);
    // The button is enabled only after the dialog says what the deletion removes.
    await expect(page.getByRole("button", { name: "Delete person" })).toBeEnabled();
    await page.keyboard.press("Enter");
    await expect(row(page, name)).toHaveCount(0);
  };
  await tabTo(page, menuOf(page, second));
  await goInTurn(
    [
      [second, third],
      [third, first],
      [first, ""],
    ],
    {
      remove,
      at: (name) => menuOf(page, name),
      end: page.getByRole("searchbox", { name: "Find a person" }),
    },
  );
});

test("ROL-12 AUT-32 a lost machine: its key is revoked and its sessions end, and whoever sits there is told by whom", async ({
  page,
  api,
  signIn,
  browser,
  server,
}) => {
  const person = await addPerson(api, await setUpStage(api), "lotte");
  const { key } = await api
    .as(person.api_key)
    .post<{ key: string }>("/api/postil/v1/me/api-keys", { name: "old laptop" });
  const machine = await atAnotherMachine(browser, server, person);

  await signIn();
  await page.goto(`/people?search=${person.username}`);
  await tabTo(page, menuOf(page, person.username));
  await choose(page, menuOf(page, person.username), "Keys: 2, replace or revoke");
  const keys = dialog(page, `Keys of ${person.username}`);
  await expect(keys.getByRole("row", { name: /old laptop/ })).toContainText("not yet");
  await tabTo(page, keys.getByRole("button", { name: "Revoke old laptop" }));
  await page.keyboard.press("Enter");
  const question = dialog(page, "Revoke the key of old laptop?");
  await tabTo(page, question.getByRole("button", { name: "Revoke" }));
  await page.keyboard.press("Enter");
  await expect(keys.getByRole("row", { name: /old laptop/ })).toHaveCount(0);
  await expect(keys.getByRole("button", { name: "Replace" })).toBeFocused();
  await expect(api.as(key).get("/api/v1/me")).rejects.toThrow("401");
  await page.keyboard.press("Escape");
  await choose(page, menuOf(page, person.username), "Sign out everywhere");
  await tabTo(page, page.getByRole("button", { name: "Sign out everywhere" }));
  await page.keyboard.press("Enter");
  await expect(said(page, `${person.username} was signed out of 1 session`)).toBeVisible();

  await machine.reload();
  await expect(machine.getByRole("main").getByText("An owner has signed you out.")).toBeVisible();
  await machine.context().close();

  await choose(page, menuOf(page, person.username), "Show in the audit");
  await expect(page).toHaveURL(new RegExp(`/audit\\?search=${person.username}$`));
  await expect(page.getByRole("searchbox", { name: /Find/ })).toHaveValue(person.username);
  await expect(page.getByText(`Ended 1 session of ${person.username}`)).toBeVisible();
  await expect(page.getByText(`Revoked the key old laptop of ${person.username}`)).toBeVisible();
});

test("ROL-12 every dialog of a workspace, also one that refuses, opens by the keyboard, has no finding of axe, and gives the focus back", async ({
  page,
  api,
  signIn,
  expectAccessible,
}) => {
  await signIn();
  await test.step("the dialogs, and the next row after a deletion", async () => {
    const { name: first } = await newWorkspace(api, "dialogs-a");
    const { name: second } = await newWorkspace(api, "dialogs-b");
    await page.goto("/workspaces");
    await expect(page.getByRole("table", { name: "Workspaces" })).toBeVisible();
    const add = page.getByRole("button", { name: "New workspace" });
    await tabTo(page, add);
    await page.keyboard.press("Enter");
    await expect(dialog(page, "New workspace")).toBeVisible();
    await expectAccessible();
    await page.keyboard.press("Escape");
    await expect(add).toBeFocused();

    await findByKeys(page, "dialogs-", 2);
    const dialogs: [string | RegExp, string][] = [
      ["Rename", `Rename ${first}`],
      [/^Delete/, `Delete ${first}?`],
    ];
    await tabTo(page, menuOf(page, first));
    for (const [action, title] of dialogs) {
      await choose(page, menuOf(page, first), action);
      await expect(dialog(page, title)).toBeVisible();
      await expectAccessible();
      await page.keyboard.press("Escape");
      await expect(menuOf(page, first), `after ${title}`).toBeFocused();
    }
    const remove = async (name: string) => {
      await choose(page, menuOf(page, name), /^Delete/);
      await tabTo(page, page.getByRole("button", { name: "Delete workspace" }));
      await page.keyboard.press("Enter");
      await expect(row(page, name)).toHaveCount(0);
    };
    await goInTurn(
      [
        [first, second],
        [second, ""],
      ],
      {
        remove,
        at: (name) => menuOf(page, name),
        end: page.getByRole("searchbox", { name: "Find a workspace" }),
      },
    );
  });
  await test.step("what is refused is told in a dialog", async () => {
    const { name } = await newWorkspace(api, "refusing");
    await api.post("/api/datasets", { name: "notes", task: "TextClassification", workspace: name });
    await page.goto("/workspaces");
    await expect(page.getByRole("table", { name: "Workspaces" })).toBeVisible();
    await findByKeys(page, name);
    await tabTo(page, menuOf(page, name));
    for (const [action, title] of [
      ["Rename", `${name} keeps its name`],
      [/^Delete/, `${name} is not empty`],
    ] as const) {
      await choose(page, menuOf(page, name), action);
      await expect(dialog(page, title)).toBeVisible();
      await expectAccessible();
      await page.keyboard.press("Escape");
      await expect(menuOf(page, name), `after ${title}`).toBeFocused();
    }
  });
});

test("ROL-12 by the keyboard alone: who takes members out goes on with the next one; somebody new is added from a workspace, which is ticked in the dialog", async ({
  page,
  api,
  signIn,
  expectAccessible,
}) => {
  const stage = await setUpStage(api);
  await signIn();
  await test.step("members are taken out: on to the next one, and to the heading after the last", async () => {
    const names = [];
    for (const name of ["ada", "bea"]) names.push((await addPerson(api, stage, name)).username);
    const [first = "", second = ""] = names;
    await page.goto(`/workspaces/${stage.workspaceId}`);
    const out = (name: string) => page.getByRole("button", { name: `Take ${name} out of ${stage.workspace}` });
    await tabTo(page, out(first));
    await page.keyboard.press("Enter");
    await expect(dialog(page, `Take ${first} out of ${stage.workspace}?`)).toBeVisible();
    await expectAccessible();
    await page.keyboard.press("Escape");
    await expect(out(first)).toBeFocused();
    const remove = async (name: string) => {
      await page.keyboard.press("Enter");
      await tabTo(page, page.getByRole("button", { name: "Take out", exact: true }));
      await page.keyboard.press("Enter");
      await expect(row(page, name)).toHaveCount(0);
    };
    await goInTurn(
      [
        [first, second],
        [second, ""],
      ],
      { remove, at: out, end: page.getByRole("heading", { name: /^Members/ }) },
    );
  });
  await test.step("somebody new is added from the workspace", async () => {
    await page.goto(`/workspaces/${stage.workspaceId}`);
    await tabTo(page, page.getByRole("combobox", { name: "Add a person" }));
    await page.keyboard.type("nobody is called so");
    await expect(page.getByRole("option", { name: "Add someone new" })).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Enter");
    const adding = dialog(page, "Add a person");
    await expect(adding.getByText(stage.workspace, { exact: true })).toBeVisible();
    await expectAccessible();
    await expect(page.getByRole("textbox", { name: "First name" })).toBeFocused();
    await page.keyboard.type("Nell");
    await tabTo(page, page.getByRole("textbox", { name: "Username" }));
    const username = `nell-${process.pid}`;
    await page.keyboard.type(username);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "Copy link" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(/\/people$/);
    await page.goto(`/workspaces/${stage.workspaceId}`);
    await expect(row(page, "Nell")).toContainText("invited");
  });
});
