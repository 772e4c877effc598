import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { menuOf } from "./support/administration.ts";
import { addressOf, option, record } from "./support/annotation.ts";
import { type IdentityProvider, withProvider } from "./support/providers.ts";
import { removeHome, startServer } from "./support/server.ts";
import { labels, setUp } from "./support/setup.ts";
import { test as base, expect } from "./support/test.ts";

/** A server of a company: people sign in by its provider only, whose groups give roles (COM-01 to COM-15). */

const test = base.extend<Record<never, never>, { readonly provider: IdentityProvider }>({
  ...withProvider,
  server: [
    async ({ provider }, use) => {
      const home = mkdtempSync(join(tmpdir(), "postil-"));
      const entry = {
        name: "museum",
        title: "the museum",
        issuer: provider.issuer,
        client_id: provider.client.id,
        client_secret: provider.client.secret,
        session_hours: 12,
        claims: {
          path: "groups",
          table: [
            { value: "it", role: "owner" },
            { value: "staff", role: "annotator", workspaces: ["default"] },
          ],
        },
      };
      // JSON is YAML too.
      writeFileSync(join(home, ".oauth.yaml"), JSON.stringify({ providers: [entry] }), { mode: 0o600 });
      const server = await startServer({ home, settings: { POSTIL_SIGN_IN: "provider" } });
      provider.allow(`http://127.0.0.1:${server.port}/oauth/museum/callback`);
      await use(server);
      await server.stop();
      removeHome(home);
    },
    { scope: "worker" },
  ],
});

const provided = (page: Page) => page.getByRole("link", { name: "Continue with the museum" });

async function enter(page: Page, login: string): Promise<void> {
  await provided(page).click();
  await page.getByLabel("Who are you?").fill(login);
  await page.getByRole("button", { name: "Confirm" }).click();
}

test("COM-01 COM-04 COM-05 COM-15 people come in by their groups alone, and an owner ends a session, which its page tells", async ({
  page,
  browser,
  baseURL,
  provider,
  expectAccessible,
}) => {
  provider.tell("ida", { groups: ["it"] });
  provider.tell("mara", { groups: ["staff"] });
  const context = await browser.newContext({ baseURL: baseURL ?? "" });
  const other = await context.newPage();
  await other.goto("/sign-in");
  await expect(provided(other)).toBeVisible();
  await expect(other.getByLabel("Password")).toHaveCount(0);
  await enter(other, "nobody");
  await expect(other.getByRole("heading", { name: "The museum does not let you in here" })).toBeVisible();
  await context.clearCookies();
  await other.goto("/user-settings");
  await enter(other, "mara");
  await expect(other.getByText("there is no password to change")).toBeVisible();

  await page.goto("/people");
  await expect(provided(page)).toBeVisible();
  await expectAccessible();
  await enter(page, "ida");
  await menuOf(page, "The person mara").click();
  await page.getByRole("menuitem", { name: "Sessions" }).click();
  const dialog = page.getByRole("dialog", { name: "Sessions of The person mara" });
  await expect(dialog.getByRole("row", { name: /Chrome.*127\.0\.0\.0\/24/ })).toBeVisible();
  await expectAccessible();
  await dialog.getByRole("button", { name: /^End the session of Chrome/ }).click();
  await expect(dialog.getByText("is not signed in anywhere")).toBeVisible();
  await page.keyboard.press("Escape");
  await menuOf(page, "The person ida").click();
  await page.getByRole("menuitem", { name: "Sessions" }).click();
  await expect(page.getByRole("row", { name: /this session/ })).toBeVisible();
  await other.goto("/datasets");
  await expect(other.getByRole("main").getByText("An owner has signed you out.")).toBeVisible();
  await context.close();
});

test("AUT-11 COM-01 COM-11 a session that ends while somebody types: after the provider the same record has the same words", async ({
  page,
  api,
  provider,
}) => {
  provider.tell("wiebke", { groups: ["it"] });
  const topic = { type: "label_selection", options: labels("a", "b") };
  const setup = await setUp(api, {
    questions: [
      { name: "topic", title: "Topic", required: true, settings: topic },
      { name: "comment", title: "Comment", required: false, settings: { type: "text" } },
    ],
    records: [1, 2, 3].map((number) => ({ fields: { text: `Text number ${number}.` } })),
  });
  const comment = page.getByRole("textbox", { name: "Comment" });
  await page.goto(addressOf(setup));
  await enter(page, "wiebke");
  await expect(record(page, 1)).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(record(page, 2)).toBeVisible();
  const shown = await page.getByText(/^Text number \d\.$/).innerText();
  await page.keyboard.press("2");
  type Listed = { readonly items: readonly { readonly id: string; readonly username: string }[] };
  const { items } = await api.get<Listed>("/api/v1/users");
  const id = items.find(({ username }) => username === "wiebke")?.id;

  await test.step("an owner ended it: the reason, one press on the provider, and the words are there", async () => {
    await comment.fill("Half a sentence");
    await api.delete(`/api/postil/v1/people/${id}/sessions`);
    await comment.pressSequentially(" more");
    // The next call is the first to hear of it.
    await page.keyboard.press("Control+s");
    await expect(page.getByRole("main").getByText("An owner has signed you out.")).toBeVisible();
    await expect(page.getByLabel("Password")).toHaveCount(0);
    await provided(page).click();
    await expect(record(page, 2)).toBeVisible();
    await expect(comment).toHaveValue("Half a sentence more");
    await expect(option(page, "Topic", "b")).toHaveAttribute("aria-pressed", "true");
  });
  await test.step("it reached its longest time: without a press", async () => {
    await comment.fill("Another sentence");
    const ended = { code: "argilla.api.errors::UnauthorizedError", params: { ended: "recheck" } };
    await page.route("**/api/v1/records/*/responses", (route) =>
      route.fulfill({ status: 401, json: { detail: ended } }),
    );
    await page.route("**/api/v1/responses/*", (route) => route.fulfill({ status: 401, json: { detail: ended } }));
    await page.keyboard.press("Control+s");
    await page.waitForURL("**/oauth/museum/callback**");
    await page.unrouteAll();
    await expect(page.getByText(shown, { exact: true })).toBeVisible();
    await expect(comment).toHaveValue("Another sentence");
  });
});
