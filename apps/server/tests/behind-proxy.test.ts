import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import tls from "node:tls";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Client, createClient } from "./support/client.ts";
import { createPublished } from "./support/draft.ts";
import { type IdentityProvider, startIdentityProvider } from "./support/identity-provider.ts";
import { newName } from "./support/people.ts";
import { createPlainBrowser, throughProvider } from "./support/plain-browser.ts";
import { API_KEY, freePort, newHome, type PostilProcess, removeHome, runPostil } from "./support/process.ts";
import { load, logNew, numbered, pythonClient } from "./support/python-client.ts";
import { startTlsProxy, type TlsProxy } from "./support/tls-proxy.ts";

/**
 * Runs Postil as a process below a path of a proxy that ends TLS. The proxy is a separate process.
 * e2e/behind-proxy.spec.ts tests the page there.
 */

type Front = { readonly proxy: TlsProxy; readonly postil: PostilProcess; close(): Promise<void> };

async function start(cutsPrefix: boolean, settings: (proxy: TlsProxy) => { [name: string]: string }): Promise<Front> {
  const proxy = await startTlsProxy({ prefix: "/label/", cutsPrefix });
  tls.setDefaultCACertificates([...tls.getCACertificates("default"), proxy.certificate]);
  const home = newHome();
  const port = await freePort();
  const postil = runPostil(home, [], { POSTIL_PORT: String(port), ...settings(proxy) });
  await postil.address;
  proxy.leadTo(`http://127.0.0.1:${port}`);
  const close = async () => {
    postil.child.kill("SIGKILL");
    await postil.ended;
    removeHome(home);
    await proxy.close();
  };
  return { proxy, postil, close };
}

describe.each([
  ["hands on the path", false],
  ["cuts the path off", true],
])("a proxy that %s", (_, cutsPrefix) => {
  let idp: IdentityProvider;
  let front: Front;
  let base: string;
  let owner: Client;
  beforeAll(async () => {
    idp = await startIdentityProvider();
    front = await start(cutsPrefix, ({ origin }) => ({
      POSTIL_BASE_URL: `${origin}/label/`,
      POSTIL_OAUTH_PROVIDERS: "museum",
      OAUTH2_MUSEUM_ISSUER: idp.issuer,
      OAUTH2_MUSEUM_CLIENT_ID: idp.client.id,
      OAUTH2_MUSEUM_CLIENT_SECRET: idp.client.secret,
    }));
    base = `${front.proxy.origin}/label`;
    idp.allow(`${base}/oauth/museum/callback`);
    owner = createClient(base, API_KEY);
  });
  afterAll(async () => {
    await front.close();
    await idp.close();
  });

  test("API-01 the start prints the address that people use, and a sign-in link that works there", async () => {
    expect(await front.postil.address).toBe(base);
    const link = new URL(/^Sign in once {2}(\S+)$/m.exec(front.postil.printed.out)?.[1] ?? "");
    expect(link.href.replace(link.hash, "")).toBe(`${base}/sign-in`);
    const code = link.hash.slice(1);
    const token = await createClient(base, null).must("exchangeSignInLink", { body: { code } });
    const headers = { authorization: `Bearer ${token.access_token}` };
    expect(await createClient(base, null).must("getMe", { headers })).toMatchObject({ role: "owner" });
  });

  test("API-38 what leads on stays below the path, and the description names it", async () => {
    const leads = async (path: string) => {
      const { status, headers } = await fetch(`${base}${path}`, { redirect: "manual" });
      return [status, headers.get("location")];
    };
    expect(await leads("/docs")).toEqual([307, "/label/api/docs"]);
    expect(await leads("/api")).toEqual([307, "/label/api/docs"]);
    expect(await leads("/api/v1/me/?x=1")).toEqual([307, "/label/api/v1/me?x=1"]);
    const description = await (await fetch(`${base}/api/openapi.json`)).json();
    expect(description).toMatchObject({ servers: [{ url: "/label/" }] });
  });

  test("PRD-09 API-14 what a browser is told to keep to comes through the proxy", async () => {
    const { headers } = await fetch(`${base}/api/docs`);
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    const told = Object.fromEntries((await fetch(`${base}/api/v1/version`)).headers);
    expect(told).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
      "cache-control": "no-store",
    });
  });

  test("API-01 a Python client logs and loads records below the path", async () => {
    const workspace = newName();
    const python = pythonClient(base, API_KEY, workspace);
    await python.must("POST workspaces", { name: workspace });
    const name = await logNew(python, numbered(600));
    expect(await load(python, name)).toHaveLength(600);
  });

  test("AUT-20 AUT-22 people come back from a provider below the path, with a cookie that is for it alone", async () => {
    const browser = createPlainBrowser();
    const calls = `${base}/api/v1/oauth2/providers/museum`;
    const reply = await browser.ask(`${calls}/authentication`);
    const address = reply.headers.get("location") ?? "";
    expect(new URL(address).searchParams.get("redirect_uri")).toBe(`${base}/oauth/museum/callback`);
    const [cookie = ""] = reply.headers.getSetCookie();
    for (const part of ["Path=/label/api/v1/oauth2/", "Secure", "HttpOnly", "SameSite=None"])
      expect(cookie.split("; ")).toContain(part);
    const callback = await throughProvider(browser, address, newName());
    expect(callback.href.startsWith(`${base}/oauth/museum/callback?`)).toBe(true);
    const done = await browser.ask(`${calls}/access-token${callback.search}`);
    expect(done.status).toBe(200);
    expect(await done.json()).toMatchObject({ token_type: "bearer" });
  });

  /** A dataset of some 12 MB. */
  async function largeDataset(): Promise<{ readonly params: { readonly dataset_id: string }; readonly count: number }> {
    const { id } = await owner.must("createWorkspace", { body: { name: newName() } });
    const { datasetId } = await createPublished(owner, id);
    const params = { dataset_id: datasetId };
    const items = Array.from({ length: 200 }, () => ({ fields: { text: "x y".repeat(20_000) } }));
    await owner.must("bulkCreateRecords", { params, body: { items } });
    return { params, count: items.length };
  }
  const beginExport = (params: { readonly dataset_id: string }, signal?: AbortSignal) =>
    fetch(`${base}/api/postil/v1/datasets/${params.dataset_id}/export`, {
      method: "POST",
      headers: { "x-postil-api-key": API_KEY, "content-type": "application/json" },
      body: "{}",
      ...(signal ? { signal } : {}),
    });
  const progress = async (reply: Response) =>
    owner.must("getExport", { params: { export_id: reply.headers.get("x-postil-export") ?? "" } });

  test("API-35 EXP-01 a large upload goes in through the proxy and comes out whole as a stream; who leaves half-way ends it", async () => {
    const { params, count } = await largeDataset();
    const whole = await beginExport(params);
    expect(whole.headers.get("content-disposition")).toMatch(/^attachment; filename=/);
    expect((await whole.text()).trimEnd().split("\n")).toHaveLength(count);
    expect(await progress(whole)).toMatchObject({ state: "done", records: count });

    const leaving = new AbortController();
    const left = await beginExport(params, leaving.signal);
    await left.body?.getReader().read();
    leaving.abort();
    await expect.poll(async () => (await progress(left)).state, { timeout: 15_000 }).toBe("stopped");
    // The aborted export does not disturb the next one.
    expect((await (await beginExport(params)).text()).trimEnd().split("\n")).toHaveLength(count);
  });

  test("API-31 a body beyond the limit is refused in words, not by a broken connection", async () => {
    const reply = await fetch(`${base}/api/v1/users`, {
      method: "POST",
      headers: { "x-postil-api-key": API_KEY, "content-type": "application/json" },
      body: JSON.stringify({ first_name: "x".repeat(3_000_000) }),
    });
    expect(reply.status).toBe(413);
    expect(await reply.json()).toHaveProperty("detail");
  });
});

const trustingAndWary = (settings: { readonly [name: string]: string }) =>
  Promise.all([
    start(false, () => ({ ...settings, POSTIL_TRUSTED_PROXIES: "127.0.0.1" })),
    start(false, () => settings),
  ]);

/** Sends a wrong password from this local address, with a header that claims another address. */
async function guess({ proxy }: Front, from: string, told: string, username: string): Promise<number> {
  const asked = request(`${proxy.origin}/label/api/v1/token`, {
    host: "127.0.0.1",
    servername: "localhost",
    localAddress: from,
    agent: false,
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", "x-forwarded-for": told },
  });
  asked.end(`username=${username}&password=wrong`);
  const [reply] = (await once(asked, "response")) as [IncomingMessage]; // the event's argument
  reply.resume();
  return reply.statusCode ?? 0;
}

test("AUT-14 who called is read from a proxy that is trusted, whatever the caller says; of another everybody is one", async () => {
  const guesses = async (front: Front) => {
    const statuses = [];
    for (let time = 0; time < 7; time++) statuses.push(await guess(front, "127.0.0.2", `10.0.0.${time}`, "owner"));
    return { same: statuses, other: await guess(front, "127.0.0.3", "10.0.0.1", "owner") };
  };
  const [trusting, wary] = await trustingAndWary({ POSTIL_BASE_URL: "/label/" });
  try {
    expect(await guesses(trusting)).toEqual({ same: [401, 401, 401, 401, 401, 429, 429], other: 401 });
    expect(await guesses(wary)).toEqual({ same: [401, 401, 401, 401, 401, 429, 429], other: 429 });
  } finally {
    await Promise.all([trusting.close(), wary.close()]);
  }
});

test("AUT-20 without an address in the settings people come back to the one that a trusted proxy was asked for, over TLS", async () => {
  const idp = await startIdentityProvider();
  const settings = {
    POSTIL_BASE_URL: "/label/",
    POSTIL_OAUTH_PROVIDERS: "museum",
    OAUTH2_MUSEUM_ISSUER: idp.issuer,
    OAUTH2_MUSEUM_CLIENT_ID: idp.client.id,
    OAUTH2_MUSEUM_CLIENT_SECRET: idp.client.secret,
  };
  const returnTo = async (front: Front) => {
    const address = `${front.proxy.origin}/label/api/v1/oauth2/providers/museum/authentication`;
    const { headers } = await fetch(address, { redirect: "manual" });
    return new URL(headers.get("location") ?? "", front.proxy.origin).searchParams.get("redirect_uri");
  };
  const [trusting, wary] = await trustingAndWary(settings);
  try {
    expect(await returnTo(trusting)).toBe(`${trusting.proxy.origin}/label/oauth/museum/callback`);
    expect(await returnTo(wary)).toMatch(/^http:/);
  } finally {
    await Promise.all([trusting.close(), wary.close(), idp.close()]);
  }
});
