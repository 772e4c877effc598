import { type BrowserContext, expect, type Page } from "@playwright/test";

export type Credentials = { readonly username: string; readonly password: string };

/** The access token that the sign-in form gets for these credentials. */
async function tokenOf(origin: string, { username, password }: Credentials): Promise<string> {
  const reply = await fetch(`${origin}/api/security/token`, {
    method: "POST",
    body: new URLSearchParams({ username, password }),
  });
  if (!reply.ok) throw new Error(`${username} was not signed in: ${reply.status} ${await reply.text()}`);
  return (await reply.json()).access_token;
}

/** Stores a person's session in the browser context. A page does not change until the test opens an address. */
export async function putSession(context: BrowserContext, origin: string, person: Credentials): Promise<void> {
  const localStorage = [{ name: "auth.token", value: await tokenOf(origin, person) }];
  await context.setStorageState({ cookies: [], origins: [{ origin, localStorage }] });
}

/** Fills in the form that is on the screen and sends it. */
export async function fillInSignIn(page: Page, { username, password }: Credentials): Promise<void> {
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/**
 * Signs a user in through the form and waits for the list. It does not wait for the address, which changes too early: Firefox
 * cancels a `goto` while the page still changes its own address.
 */
export async function signInByForm(page: Page, person: Credentials): Promise<void> {
  await page.goto("/sign-in");
  await fillInSignIn(page, person);
  await expect(page.getByRole("heading", { level: 1, name: /dataset/i })).toBeVisible();
}
