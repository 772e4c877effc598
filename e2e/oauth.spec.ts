import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Locator, Page } from "@playwright/test";
import { launchOptions } from "./support/browser.ts";
import { clientOf, type IdentityProvider, withProvider } from "./support/providers.ts";
import { removeHome, startServer } from "./support/server.ts";
import { addPerson, labels, type Setup, setUp } from "./support/setup.ts";
import { test as base, expect } from "./support/test.ts";

/** Sign-in through a provider on the same machine, with its own form for the user (design/sign-in.md#providers). */

type World = { readonly provider: IdentityProvider; readonly portals: Portals };

const test = base.extend<Record<never, never>, World>({
  ...withProvider,
  portals: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures asked for from this pattern
    async ({}, use) => {
      const portals = await startPortals();
      await use(portals);
      await portals.close();
    },
    { scope: "worker" },
  ],
  server: [
    async ({ provider, portals }, use) => {
      const server = await startServer({
        settings: {
          POSTIL_OAUTH_PROVIDERS: "museum,huggingface",
          POSTIL_OAUTH_WORKSPACES: "newcomers",
          POSTIL_OAUTH_ALLOW_HTTP: "1",
          POSTIL_FRAME_ORIGINS: portals.known,
          OAUTH2_MUSEUM_TITLE: "the museum’s single sign-on",
          ...clientOf("MUSEUM", provider),
          ...clientOf("HUGGINGFACE", provider),
        },
      });
      provider.allow(
        `http://127.0.0.1:${server.port}/oauth/museum/callback`,
        `http://${SPACE}:${server.port}/oauth/huggingface/callback`,
      );
      await use(server);
      await server.stop();
      removeHome(server.home);
    },
    { scope: "worker" },
  ],
});

const SPACE = "mara-field-guide.hf.space";
test.use({
  launchOptions: {
    ...launchOptions("whole"),
    args: [...(launchOptions().args ?? []), "--host-resolver-rules=MAP *.hf.space 127.0.0.1"],
  },
});

type Portals = {
  /** The address of a site that may frame Postil (`known`), and of one that may not (`unknown`). */
  readonly known: string;
  readonly unknown: string;
  close(): Promise<void>;
};

/** Starts pages of another site. They frame the address after `?`. */
async function startPortals(): Promise<Portals> {
  const serve = () =>
    createServer((request, reply) => {
      const framed = decodeURIComponent((request.url ?? "").split("?")[1] ?? "");
      reply.setHeader("content-type", "text/html; charset=utf-8");
      reply.end(
        `<!doctype html><title>Portal</title><iframe title="Postil" src="${framed}" width="1000" height="800"></iframe>`,
      );
    });
  const servers = [serve(), serve()];
  const origins = await Promise.all(
    servers.map(async (server) => {
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const { port } = server.address() as AddressInfo; // listening on TCP
      // For the browser, localhost is another site than 127.0.0.1.
      return `http://localhost:${port}`;
    }),
  );
  const [known = "", unknown = ""] = origins;
  const close = async () => {
    for (const server of servers) server.close();
  };
  return { known, unknown, close };
}

let setup: Setup;
test.beforeAll(async ({ api }) => {
  const records = [{ fields: { text: "Text number 1." } }];
  setup = await setUp(api, {
    questions: [
      {
        name: "topic",
        title: "Topic",
        required: true,
        settings: { type: "label_selection", options: labels("a", "b") },
      },
    ],
    records,
  });
});
test.afterEach(async ({ provider }) => {
  provider.fault = "none";
});

let count = 0;
const newLogin = () => `visitor-${Date.now()}-${++count}`;

const museum = (within: Pick<Page, "getByRole">): Locator =>
  within.getByRole("link", { name: "Continue with the museum’s single sign-on" });

async function confirm(page: Page, login: string): Promise<void> {
  await page.getByLabel("Who are you?").fill(login);
  await page.getByRole("button", { name: "Confirm" }).click();
}

test("AUT-19 AUT-20 AUT-22 AUT-23 a newcomer signs in with a provider, is where they wanted to go, and finds it marked the next time", async ({
  page,
  expectAccessible,
}) => {
  const login = newLogin();
  await page.goto("/user-settings?tab=a");
  await expect(museum(page)).toBeVisible();
  await expectAccessible();
  await museum(page).click();
  await confirm(page, login);
  await expect(page.getByRole("heading", { name: "User settings" })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/user-settings");
  await expect(page.getByText(login, { exact: true }).first()).toBeVisible();
  await expect(page.getByText("newcomers").first()).toBeVisible();
  await test.step("the provider's answer is used up, and Back does not lead to it", async () => {
    await page.goBack();
    expect(page.url()).not.toContain("code=");
  });
  await test.step("the way that was taken is marked the next time", async () => {
    await page.goto("/user-settings");
    await page.getByRole("button", { name: /Open menu/ }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await expect(page.getByRole("link", { name: /museum’s single sign-on used last time/ })).toBeVisible();
  });
});

test("AUT-23 whoever refuses at the provider reads so, and goes on from there", async ({ page, expectAccessible }) => {
  await page.goto("/sign-in?redirect=%2Fuser-settings");
  await museum(page).click();
  await page.getByRole("button", { name: "Refuse" }).click();
  await expect(
    page.getByRole("heading", { name: "the museum’s single sign-on did not confirm who you are" }),
  ).toBeVisible();
  await expect(page.getByText("access_denied (401)")).toBeVisible();
  await expectAccessible();
  await page.getByRole("link", { name: "Try the museum’s single sign-on again" }).click();
  await confirm(page, newLogin());
  await expect(page.getByRole("heading", { name: "User settings" })).toBeVisible();
});

test("AUT-22 AUT-23 a name that is somebody else's here is refused in words, and the form is one click away", async ({
  page,
  api,
}) => {
  const person = await addPerson(api, setup, "namesake");
  await page.goto("/sign-in");
  await museum(page).click();
  await confirm(page, person.username);
  await expect(page.getByRole("heading", { name: /^There is an account of your name/ })).toBeVisible();
  await page.getByRole("link", { name: "Back to sign in" }).click();
  await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
});

const FAULTS = [
  { fault: "down", heading: "the museum’s single sign-on cannot be reached" },
  { fault: "nonsense", heading: "the museum’s single sign-on gave an answer that cannot be used" },
  { fault: "clock behind", heading: "The clock of the museum’s single sign-on differs from this server's" },
  { fault: "codes expire", heading: "the museum’s single sign-on does not take this sign-in any more" },
] as const;

test("AUT-23 a provider that fails on the way back, each time in another way: a sentence, and the next try goes on", async ({
  page,
  provider,
}) => {
  await page.goto("/sign-in");
  await museum(page).click();
  await expect(page.getByLabel("Who are you?")).toBeVisible();
  let next: typeof provider.fault = "none";
  // From the way back on the server asks the provider. The browser's requests pass.
  await page.route("**/access-token?**", async (route) => {
    provider.fault = next;
    await route.continue();
  });
  // The provider asks who it is at the first try only.
  const goOn = async (at: number) => {
    provider.fault = next === "codes expire" ? next : "none";
    if (at === 0) await confirm(page, newLogin());
    else await page.getByRole("link", { name: /^Try .* again$/ }).click();
  };
  for (const [at, { fault, heading }] of FAULTS.entries())
    await test.step(fault, async () => {
      next = fault;
      await goOn(at);
      await expect(page.getByRole("heading", { name: heading })).toBeVisible();
    });
  next = "none";
  await goOn(FAULTS.length);
  await expect(page.getByRole("heading", { name: "Nothing to label yet" })).toBeVisible();
});

test("AUT-23 a callback whose cookie is blocked or gone, and one that is loaded again, say that the sign-in is over", async ({
  page,
}) => {
  await page.goto("/sign-in");
  await museum(page).click();
  await page.context().clearCookies({ name: "oauth2_state" });
  await confirm(page, newLogin());
  await expect(page.getByRole("heading", { name: "This sign-in is over" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "This sign-in is over" })).toBeVisible();
});

test("AUT-22 two tabs sign in at once, each for its own page", async ({ page, context }) => {
  const other = await context.newPage();
  await page.goto("/sign-in?redirect=%2Fuser-settings");
  await other.goto("/sign-in?redirect=%2Fdatasets");
  for (const tab of [page, other]) await museum(tab).click();
  await confirm(page, newLogin());
  await expect(page.getByRole("heading", { name: "User settings" })).toBeVisible();
  await confirm(other, newLogin());
  await expect(other.getByRole("heading", { name: "Nothing to label yet" })).toBeVisible();
});

test("AUT-19 AUT-23 PRD-09 a page that is not configured frames nothing of Postil; in a frame of one that is, the button opens a window, which signs the frame in and closes", async ({
  page,
  server,
  portals,
}) => {
  await test.step("a page that is not configured", async () => {
    const refused = page.waitForEvent("console", {
      predicate: (message) => message.text().includes("frame-ancestors"),
    });
    await page.goto(`${portals.unknown}/?${encodeURIComponent(`http://127.0.0.1:${server.port}/sign-in`)}`);
    await refused;
    await expect(page.frameLocator("iframe").getByRole("heading", { name: "Sign in" })).toHaveCount(0);
  });
  const framed = `http://127.0.0.1:${server.port}/sign-in?redirect=%2Fuser-settings`;
  await page.goto(`${portals.known}/?${encodeURIComponent(framed)}`);
  const frame = page.frameLocator("iframe");
  const opened = page.waitForEvent("popup");
  await museum(frame).click();
  const window = await opened;
  const closed = window.waitForEvent("close");
  await confirm(window, newLogin());
  await closed;
  await expect(frame.getByRole("heading", { name: "User settings" })).toBeVisible();
  // The session belongs to the frame only: the browser keeps its storage separate.
  const outside = await page.context().newPage();
  await outside.goto(`http://127.0.0.1:${server.port}/datasets`);
  await expect(outside.getByRole("heading", { name: "Sign in" })).toBeVisible();
});

test("AUT-23 a window whose frame has gone meanwhile goes on by itself", async ({ page, server, portals }) => {
  const framed = `http://127.0.0.1:${server.port}/sign-in`;
  await page.goto(`${portals.known}/?${encodeURIComponent(framed)}`);
  const opened = page.waitForEvent("popup");
  await museum(page.frameLocator("iframe")).click();
  const window = await opened;
  await expect(window.getByLabel("Who are you?")).toBeVisible();
  await page.goto("about:blank");
  await confirm(window, newLogin());
  await expect(window.getByRole("heading", { name: "Nothing to label yet" })).toBeVisible();
});

test("AUT-25 AUT-26 RTE-20 RTE-21 on the hosted platform the form is one click away, without a circle, and the welcome page leads through the provider, and back", async ({
  page,
  server,
  expectAccessible,
}) => {
  await test.step("the form is one click away and stays", async () => {
    await page.goto(`http://${SPACE}:${server.port}/sign-in`);
    await page.getByRole("link", { name: "Sign in with a username" }).click();
    await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
    // Without the platform's provider it comes by itself, and the page moves no more than that.
    await page.route("**/api/v1/oauth2/providers", (route) => route.fulfill({ json: { items: [] } }));
    const visited: string[] = [];
    page.on("framenavigated", (moved) => visited.push(new URL(moved.url()).pathname));
    await page.goto(`http://${SPACE}:${server.port}/welcome-hf-sign-in`);
    await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
    expect(new Set(visited)).toEqual(new Set(["/welcome-hf-sign-in", "/sign-in"]));
    expect(visited.length).toBeLessThan(5);
    await page.unroute("**/api/v1/oauth2/providers");
  });
  await page.goto(`http://${SPACE}:${server.port}/user-settings`);
  await expect(page.getByRole("heading", { name: "field-guide" })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/welcome-hf-sign-in");
  await expect(page.getByText("mara", { exact: true })).toBeVisible();
  await expectAccessible();
  await page.getByRole("link", { name: "Sign in with Hugging Face" }).click();
  await confirm(page, newLogin());
  await expect(page.getByRole("heading", { name: "User settings" })).toBeVisible();
});

test("AUT-13 AUT-23 AUT-25 at 320 px nothing of the ways in and back sticks out", async ({ page, server }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  const widest = () => page.evaluate(() => document.documentElement.scrollWidth);
  await page.goto("/sign-in");
  await expect(museum(page)).toBeVisible();
  expect(await widest()).toBe(320);
  await page.goto("/oauth/museum/callback?error=temporarily_unavailable");
  await expect(page.getByRole("heading", { name: "This sign-in is over" })).toBeVisible();
  expect(await widest()).toBe(320);
  await page.goto(`http://${SPACE}:${server.port}/welcome-hf-sign-in`);
  await expect(page.getByRole("link", { name: "Sign in with a username" })).toBeInViewport({ ratio: 1 });
  expect(await widest()).toBe(320);
});
