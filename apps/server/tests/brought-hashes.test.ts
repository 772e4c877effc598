import { DatabaseSync } from "node:sqlite";
import { hash } from "@node-rs/bcrypt";
import { afterAll, expect, test } from "vitest";
import { verifyPassword } from "../src/usecases/accounts/credentials.ts";
import { createClient } from "./support/client.ts";
import { newName } from "./support/people.ts";
import { OWNER, startForFile } from "./support/start-test-server.ts";

/** Users who move from another server keep their bcrypt password hashes. */

const server = await startForFile();
const owner = createClient(server.url, OWNER.apiKey);
const anybody = createClient(server.url, null);
const database = new DatabaseSync(server.file, { readOnly: true });
afterAll(() => database.close());

const PASSWORD = "brought along";
const facts = { first_name: "Ann", role: "annotator", workspace_ids: [] } as const;
async function bring(
  more: { readonly cost?: number; readonly kind?: "2a" | "2b" | "2y"; readonly api_key?: string } = {},
) {
  const { cost = 5, kind = "2y", ...rest } = more;
  const username = newName();
  const password_hash = (await hash(PASSWORD, cost)).replace("$2b$", `$${kind}$`);
  await owner.must("createPerson", { body: { ...facts, username, password_hash, ...rest } });
  return { username, password_hash };
}
const signIn = async (username: string, password = PASSWORD) =>
  (await anybody.call("createToken", { body: { username, password } })).status;
const stored = (username: string) =>
  database.prepare("select password_hash, updated_at, inserted_at from user where username = ?").get(username);

test.each(["2a", "2b", "2y"] as const)(
  "AUT-14 a hash of $%s$ lets its person in, and gives way to one of ours at the first sign-in",
  async (kind) => {
    const { username, password_hash } = await bring({ kind });
    expect(stored(username)).toMatchObject({ password_hash });
    expect(await signIn(username, "another password")).toBe(401);
    expect(stored(username)).toMatchObject({ password_hash });
    expect(await signIn(username)).toBe(201);
    const row = stored(username);
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(row?.updated_at).toBe(row?.inserted_at);
    expect(await verifyPassword(String(row?.password_hash), PASSWORD)).toBe(true);
    expect([await signIn(username), await signIn(username, "another password")]).toEqual([201, 401]);
  },
);

test("AUT-14 first sign-ins at the same time all succeed, and one hash of ours stays", async () => {
  const { username } = await bring();
  expect(await Promise.all([signIn(username), signIn(username), signIn(username), signIn(username)])).toEqual([
    201, 201, 201, 201,
  ]);
  expect(await signIn(username)).toBe(201);
});

test("AUT-14 the new hash is stored with the session or not at all", async () => {
  const { username, password_hash } = await bring();
  const found = await server.store.read("findCredentials", null, { username });
  const { user } = found.credentials ?? {};
  if (!user) throw new Error("not found");
  const lifetimes = { token: 60, renewed: 60 };
  const from = { address: "::1", userAgent: "", session: null };
  const where = { from, network: "::/48", through: null };
  const begun = { user, newHash: "ours", renews: false, lifetimes, told: { how: "password" }, ...where } as const;
  await expect(
    server.store.write("beginSession", null, { ...begun, passwordHash: "compared with an older one" }),
  ).rejects.toThrow("Could not validate credentials");
  expect(stored(username)).toMatchObject({ password_hash });
  await server.store.write("beginSession", null, { ...begun, passwordHash: password_hash });
  expect(stored(username)).toMatchObject({ password_hash: "ours" });
});

test("AUT-14 the key comes along too, so that scripts go on, unless somebody has it", async () => {
  const api_key = `brought-${newName()}`;
  const { username } = await bring({ api_key });
  expect(await createClient(server.url, api_key).must("getMe")).toMatchObject({ username });
  const again = { ...facts, username: newName(), password: PASSWORD, api_key };
  expect((await owner.call("createPerson", { body: again })).status).toBe(409);
});

test("AUT-14 a hash that is none, a key that is none, both a password and a hash: refused where they come in, with what is wrong", async () => {
  const refusalOf = async (more: object) => {
    const { status, body } = await owner.call("createPerson", {
      body: { ...facts, username: newName(), ...more } as never,
    });
    expect(status).toBe(422);
    return JSON.stringify(body);
  };
  const password_hash = await hash(PASSWORD, 4);
  expect(await refusalOf({ password_hash: "$apr1$abc$def" })).toContain("not with $apr1$");
  expect(await refusalOf({ password_hash: password_hash.slice(1) })).toContain("begins with $2a$, $2b$ or $2y$");
  expect(await refusalOf({ password_hash: password_hash.slice(0, -1) })).toContain("has 60 characters, found 59");
  expect(await refusalOf({ password_hash: password_hash.replace("$04$", "$20$") })).toContain("found 20");
  expect(await refusalOf({ password_hash: 7 })).toContain("str type expected");
  expect(await refusalOf({ password_hash, password: PASSWORD })).toContain("and not both");
  expect(await refusalOf({})).toContain("`password` and `password_hash` is wanted");
  expect(await refusalOf({ password_hash, api_key: "with space" })).toContain("does not match");
  expect(await refusalOf({ password_hash, api_key: "short" })).toContain("at least 8 characters");
});

test("AUT-14 while somebody has a brought hash, a wrong password takes as long for everybody, there or not", async () => {
  for (const cost of [5, 9, 9]) await bring({ cost });
  const ours = newName();
  await owner.must("createPerson", { body: { ...facts, username: ours, password: PASSWORD } });
  const { broughtCosts } = await server.store.read("findCredentials", null, { username: ours });
  expect(broughtCosts).toEqual([5, 9]);
  const brought = await hash(PASSWORD, 9);
  // Measures processor time: on a busy machine waiting would distort clock time.
  const least = async (passwordHash: string | null) => {
    const times: number[] = [];
    for (let run = 0; run < 5; run++) {
      const begun = process.cpuUsage();
      expect(await verifyPassword(passwordHash, "another password", [9])).toBe(false);
      times.push(process.cpuUsage(begun).user);
    }
    return Math.min(...times);
  };
  const argon = String(stored(ours)?.password_hash);
  const times = [await least(null), await least(argon), await least(brought)];
  expect(Math.max(...times)).toBeLessThan(Math.min(...times) * 2);
});
