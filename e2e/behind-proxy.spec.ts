import { createHash, X509Certificate } from "node:crypto";
import { startTlsProxy, type TlsProxy } from "../apps/server/tests/support/tls-proxy.ts";
import { addressOf, option, record } from "./support/annotation.ts";
import { clientOf, type IdentityProvider, withProvider } from "./support/providers.ts";
import { OWNER, removeHome, startServer } from "./support/server.ts";
import { addPerson, labels, type Setup, setUp } from "./support/setup.ts";
import { fillInSignIn } from "./support/sign-in.ts";
import { test as base, expect } from "./support/test.ts";

/** The page under a path of a proxy that ends TLS, with another site on the same host. */

type World = { readonly front: TlsProxy; readonly provider: IdentityProvider };

const test = base.extend<{ readonly at: string }, World>({
  front: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures asked for from this pattern
    async ({}, use) => {
      const proxy = await startTlsProxy({ prefix: "/label/", cutsPrefix: false });
      await use(proxy);
      await proxy.close();
    },
    { scope: "worker" },
  ],
  ...withProvider,
  /** Makes the browser trust the proxy's key. With ignored certificate errors, it repeats requests until it gives up. */
  launchOptions: [
    async ({ front, launchOptions }, use) => {
      const key = new X509Certificate(front.certificate).publicKey.export({ type: "spki", format: "der" });
      const trusted = `--ignore-certificate-errors-spki-list=${createHash("sha256").update(key).digest("base64")}`;
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), trusted] });
    },
    { scope: "worker" },
  ],
  server: [
    async ({ front, provider }, use) => {
      const address = `${front.origin}/label/`;
      const server = await startServer({
        settings: {
          POSTIL_BASE_URL: address,
          POSTIL_SIGN_IN_LINK: "always",
          POSTIL_TRUSTED_PROXIES: "127.0.0.1",
          POSTIL_OAUTH_PROVIDERS: "museum",
          ...clientOf("MUSEUM", provider),
        },
      });
      provider.allow(`${address}oauth/museum/callback`);
      front.leadTo(`http://127.0.0.1:${server.port}`);
      await use(server);
      await server.stop();
      removeHome(server.home);
    },
    { scope: "worker" },
  ],
  /** The base URL of the page, without a slash at the end. Another site would answer requests outside it on that host. */
  at: async ({ front, server: _, page }, use) => {
    const strayed: string[] = [];
    page.on("request", (request) => {
      const url = new URL(request.url());
      if (url.origin === front.origin && !url.pathname.startsWith("/label/")) strayed.push(url.pathname);
    });
    await use(`${front.origin}/label`);
    expect(strayed).toEqual([]);
  },
});
let setup: Setup;
test.beforeAll(async ({ api }) => {
  setup = await setUp(api, {
    questions: [
      {
        name: "topic",
        title: "Topic",
        required: true,
        settings: { type: "label_selection", options: labels("bread", "soup") },
      },
    ],
    records: [{ fields: { text: "A recipe" } }, { fields: { text: "Another recipe" } }],
  });
});

test("API-01 API-38 below a path people are asked who they are, label, load the page again and sign out, and nothing strays", async ({
  page,
  api,
  at,
  expectAccessible,
}) => {
  const person = await addPerson(api, setup, "cook");
  const dataset = addressOf(setup);
  await page.goto(at + dataset);
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/label/sign-in");
  await fillInSignIn(page, person);
  await expect(record(page, 1)).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(`/label${dataset}`);
  await option(page, "Topic", "soup").click();
  await page.getByRole("button", { name: /^Submit/ }).click();
  await expect(record(page, 2)).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: /^Progress/ })).toContainText("1 of 2");
  await expectAccessible();
  await page.goto(`${at}/datasets`);
  await page.getByRole("link", { name: setup.dataset, exact: true }).click();
  await expect(page.getByText(/recipe/).first()).toBeVisible();
  await page.getByRole("button", { name: /Open menu/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/label/sign-in");
});

test("AUT-20 AUT-23 below a path a provider sends people back there; the cookie of the way is for it alone, and secure", async ({
  page,
  context,
  at,
}) => {
  await page.goto(`${at}/sign-in?redirect=%2Fuser-settings`);
  await page.getByRole("link", { name: /^Continue with/ }).click();
  await expect(page.getByLabel("Who are you?")).toBeVisible();
  const kept = await context.cookies(`${at}/api/v1/oauth2/providers/museum/access-token`);
  expect(kept.filter(({ name }) => name === "oauth2_state")).toMatchObject([
    { path: "/label/api/v1/oauth2/", secure: true, httpOnly: true, sameSite: "None" },
  ]);
  await page.getByLabel("Who are you?").fill(`visitor-${Date.now()}`);
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("heading", { name: "User settings" })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/label/user-settings");
  expect(await context.cookies(`${at}/api/v1/oauth2/`)).toEqual(
    expect.not.arrayContaining([expect.objectContaining({ name: "oauth2_state" })]),
  );
});

test("AUT-13 the sign-in link that the start prints leads below the path, and signs in once", async ({
  page,
  server,
  at,
}) => {
  const link = /^Sign in once {2}(\S+)$/m.exec(server.printed())?.[1] ?? "";
  expect(link.startsWith(`${at}/sign-in#`)).toBe(true);
  await page.goto(link);
  await expect(page.getByRole("link", { name: setup.dataset, exact: true })).toBeVisible();
  await page.getByRole("button", { name: /Open menu/ }).click();
  await expect(page.getByText(OWNER.username, { exact: true }).first()).toBeVisible();
});
