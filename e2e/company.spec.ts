import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { menuOf } from "./support/administration.ts";
import { type IdentityProvider, withProvider } from "./support/providers.ts";
import { removeHome, startServer } from "./support/server.ts";
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
