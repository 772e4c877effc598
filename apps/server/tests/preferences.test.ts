import { MOST_CHANGES, MOST_MEMBERS } from "@postil/domain/preferences/members";
import { expect, test } from "vitest";
import { type Client, createClient } from "./support/client.ts";
import { createUser, newName } from "./support/people.ts";
import { OWNER, startForFile } from "./support/start-test-server.ts";

const server = await startForFile();
const owner = createClient(server.url, OWNER.apiKey);
const person = await createUser(server, "annotator");

type Sent = {
  readonly name: string;
  readonly value: unknown;
  readonly age?: number | null;
  readonly seen?: string | null;
};
const change = async (client: Client, ...items: readonly Sent[]) =>
  (await client.must("changeMyPreferences", { body: { items } })).items;
const valuesOf = (items: readonly { readonly name: string; readonly value: unknown }[]) =>
  Object.fromEntries(items.map(({ name, value }) => [name, value]));

test("AUT-29 preferences changed in one browser are there for the next, by member, and for nobody else", async () => {
  const { client } = person;
  expect((await client.must("getMyPreferences")).items).toEqual([]);
  await change(
    client,
    { name: "theme", value: "dark", age: 5 },
    { name: "pinnedMetadata/d1", value: ["year"], age: 5 },
  );
  await change(
    client,
    { name: "keymap/skip", value: ["J"], age: 0 },
    { name: "pinnedMetadata/d1", value: null, age: 0 },
  );
  const { items } = await client.must("getMyPreferences");
  expect(valuesOf(items)).toEqual({ theme: "dark", "keymap/skip": ["J"], "pinnedMetadata/d1": null });
  for (const other of [owner, (await createUser(server, "admin")).client])
    expect((await other.must("getMyPreferences")).items).toEqual([]);
  const nobody = createClient(server.url, null);
  expect((await nobody.call("getMyPreferences")).status).toBe(401);
  expect((await nobody.call("changeMyPreferences", { body: { items: [] } })).status).toBe(401);
});

test("AUT-32 of two browsers' changes the later stands, also when the earlier one arrives after it", async () => {
  const { client } = await createUser(server, "annotator");
  const [first] = await change(client, { name: "density", value: "compact", age: 60_000 });
  const seen = first?.changed_at ?? null;
  const later = await change(client, { name: "theme", value: "dark", age: 1000, seen: null });
  expect(valuesOf(later)).toEqual({ density: "compact", theme: "dark" });
  // A change made offline earlier, but sent later.
  const offline = await change(client, { name: "theme", value: "light", age: 3_600_000, seen: null });
  expect(valuesOf(offline)).toEqual({ density: "compact", theme: "dark" });
  // A client that has seen the current value may change it, whatever its clock says.
  const again = await change(client, { name: "density", value: "comfortable", age: 9e12, seen });
  expect(valuesOf(again)).toEqual({ density: "comfortable", theme: "dark" });
});

test("AUT-29 what a browser had before its person was known fills gaps only", async () => {
  const { client } = await createUser(server, "annotator");
  await change(client, { name: "theme", value: "dark", age: null });
  const both = await change(client, { name: "theme", value: "light", age: null }, { name: "showPace", value: false });
  expect(valuesOf(both)).toEqual({ theme: "dark", showPace: false });
});

test("AUT-31 what cannot be kept is refused by name, value and limit, and nothing of the call is taken", async () => {
  const { client } = await createUser(server, "annotator");
  const refused = async (...items: readonly unknown[]) => {
    const { status, body } = await client.call("changeMyPreferences", { body: { items } });
    return [status, JSON.stringify(body)] as const;
  };
  const good = { name: "showPace", value: false, age: 0 };
  const neon = await refused(good, { name: "theme", value: "neon", age: 0 });
  expect(neon).toEqual([422, JSON.stringify({ detail: 'The preference `theme` cannot be `"neon"`' })]);
  const [status, text] = await refused({ name: "unheard", value: "x".repeat(5000), age: 0 });
  expect([status, text.includes("has 5002 characters; at most 4000 are kept")]).toEqual([422, true]);
  for (const bad of [{ ...good, age: -1 }, { ...good, seen: "soon" }, { ...good, name: "" }, { value: 1 }, 7, null])
    expect((await refused(bad))[0]).toBe(422);
  expect((await refused(...Array.from({ length: MOST_CHANGES + 1 }, () => good)))[0]).toBe(422);
  expect((await client.must("getMyPreferences")).items).toEqual([]);
});

test("AUT-31 members unknown here are kept unread, and beyond the bound those changed longest ago are forgotten", async () => {
  const { client } = await createUser(server, "annotator");
  await change(client, { name: "theme", value: "dark", age: 0 }, { name: "unheard/of", value: { a: [1] }, age: 0 });
  for (let from = 0; from < MOST_MEMBERS; from += MOST_CHANGES) {
    const items = Array.from({ length: MOST_CHANGES }, (_, i) => ({ name: `fieldsBeside/${from + i}`, value: true }));
    await change(client, ...items.map((item) => ({ ...item, age: 0 })));
  }
  const values = valuesOf((await client.must("getMyPreferences")).items);
  expect(Object.keys(values)).toHaveLength(MOST_MEMBERS);
  expect(values.theme).toBe("dark");
  expect(values).not.toHaveProperty("unheard/of");
  expect(values).not.toHaveProperty("fieldsBeside/0");
  expect(values[`fieldsBeside/${MOST_MEMBERS - 1}`]).toBe(true);
});

test("ROL-12 the preferences of a deleted user go, and who comes under their name has none of them", async () => {
  const username = newName();
  const made = await owner.must("createUser", { body: { first_name: "A", username, password: "long enough" } });
  await change(createClient(server.url, made.api_key), { name: "theme", value: "dark", age: 0 });
  await owner.must("deleteUser", { params: { user_id: made.id } });
  const next = await owner.must("createUser", { body: { first_name: "A", username, password: "long enough" } });
  expect((await createClient(server.url, next.api_key).must("getMyPreferences")).items).toEqual([]);
});
