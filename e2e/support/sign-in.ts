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

/** The contexts that store a session at their first page. */
const begun = new WeakSet<BrowserContext>();

/**
 * Stores a person's session in the browser context. A page does not change until the test opens an address. A context that has
 * shown nothing yet stores it with its first page: Playwright opens a page of its own to change what is stored, in a process of
 * its own, which takes a sixth of the processor time of a page (measured). A tab stores it once, so that it stays signed out.
 */
export async function putSession(context: BrowserContext, origin: string, person: Credentials): Promise<void> {
  const token = await tokenOf(origin, person);
  const isNew = !begun.has(context) && context.pages().every((page) => page.url() === "about:blank");
  if (!isNew) {
    const localStorage = [{ name: "auth.token", value: token }];
    return context.setStorageState({ cookies: [], origins: [{ origin, localStorage }] });
  }
  begun.add(context);
  await context.addInitScript(
    ([at, first]) => {
      if (location.origin !== at || "test:signed-in" in sessionStorage) return;
      sessionStorage.setItem("test:signed-in", "once");
      if (!("auth.token" in localStorage)) localStorage.setItem("auth.token", first);
    },
    [origin, token] as const,
  );
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
