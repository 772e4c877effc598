import { expect, test } from "vitest";
import { createClient } from "./support/client.ts";
import { createUser } from "./support/people.ts";
import { OWNER, startForFile } from "./support/start-test-server.ts";

/** Limits on what anonymous callers may try. Each test uses its own network address. */

const server = await startForFile({ trustedProxies: ["127.0.0.1"] });
const owner = createClient(server.url, OWNER.apiKey);
const nobody = createClient(server.url, null);

const from = (address: string) => ({ headers: { "x-forwarded-for": address } });
const failuresFrom = async (address: string) => {
  const { items } = await owner.must("listAudit", { query: { group: "failed_sign_in", limit: "100" } });
  return items.filter((item) => item.address === address);
};

const useLink = (code: string, address: string, program = "") =>
  nobody.call("exchangeSignInLink", {
    body: { code },
    headers: { "x-forwarded-for": address, "user-agent": program },
  });

test("AUT-14 guesses at one-time links are limited as passwords are, and leave one line whatever programs they call themselves", async () => {
  const address = "192.0.2.1";
  const replies = [];
  for (let turn = 0; turn < 20; turn++) replies.push(await useLink("guessed", address, `program${turn}`));
  expect(replies.map(({ status }) => status)).toEqual([...Array(5).fill(401), ...Array(15).fill(429)]);
  expect(replies[19]?.body).toEqual({
    detail: expect.stringMatching(/^Too many sign-ins from this network have failed\. Try again/),
  });
  expect(await failuresFrom(address)).toMatchObject([{ told: { how: "link" }, times: 5, program: "program0" }]);
  // The limit does not block a good link or a good password.
  expect((await useLink(await server.shared.links.issue(server.ownerId), address)).status).toBe(200);
  const body = { username: OWNER.username, password: OWNER.password };
  expect((await nobody.call("createToken", { body, ...from(address) })).status).toBe(201);
});

const show = (key: string, address: string) =>
  nobody.call("getMe", { headers: { "x-argilla-api-key": key, "x-forwarded-for": address } });

test("AUT-14 API keys cannot be guessed without end, and guesses are one line of the trail, without a key", async () => {
  const address = "192.0.2.2";
  expect((await show(OWNER.apiKey, address)).status).toBe(200);
  const replies = [];
  for (let turn = 0; turn < 40; turn++) replies.push(await show(`guess-${turn}`, address));
  expect(replies.map(({ status }) => status)).toEqual([...Array(30).fill(401), ...Array(10).fill(429)]);
  const last = replies[39];
  expect(last?.body).toEqual({
    detail: expect.stringMatching(/^Too many unknown API keys in a row\. Try again in \d+ s/),
  });
  expect(Number(last?.headers.get("retry-after"))).toBeGreaterThan(0);
  const [noted, ...others] = await failuresFrom(address);
  expect(others).toEqual([]);
  expect(noted).toMatchObject({ told: { how: "key" }, times: 30, actor: null, person: null });
  expect(JSON.stringify(noted)).not.toContain("guess");
  // Programs with good keys and users with passwords can continue. Other addresses are not affected.
  const made = await createUser(server, "annotator");
  const { api_key } = await owner.must("getUser", { params: { user_id: made.id } });
  expect((await show(OWNER.apiKey, address)).status).toBe(200);
  expect((await show(api_key, address)).status).toBe(200);
  const credentials = { username: made.username, password: "long enough" };
  const token = await nobody.must("createToken", { body: credentials, ...from(address) });
  const headers = { authorization: `Bearer ${token.access_token}`, "x-argilla-api-key": "guess-50" };
  expect((await nobody.call("getMe", { headers: { ...headers, ...from(address).headers } })).status).toBe(200);
  const again = { authorization: "Bearer guess-50", "x-argilla-api-key": "guess-50" };
  expect((await nobody.call("getMe", { headers: { ...again, ...from(address).headers } })).status).toBe(429);
  expect((await show("guess-50", "192.0.2.3")).status).toBe(401);
});

test("AUT-14 many guesses at once are no way around that, and a key that somebody chose is not found among them", async () => {
  const address = "192.0.2.4";
  const keys = Array.from({ length: 60 }, (_, turn) => `tried-${turn}`);
  const statuses = (await Promise.all(keys.map((key) => show(key, address)))).map(({ status }) => status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(30);
  expect(statuses.filter((status) => status === 429)).toHaveLength(30);
  expect((await show(OWNER.apiKey, address)).status).toBe(429);
});

test("AUT-14 a program that goes on with a key that is nobody's has made one guess, at once or one after the other", async () => {
  const address = "192.0.2.5";
  const statuses = await Promise.all(Array.from({ length: 200 }, async () => (await show("stale", address)).status));
  for (let turn = 0; turn < 50; turn++) statuses.push((await show("stale", address)).status);
  expect(new Set(statuses)).toEqual(new Set([401]));
  expect(await failuresFrom(address)).toMatchObject([{ times: 1 }]);
  expect((await show(OWNER.apiKey, address)).status).toBe(200);
});
