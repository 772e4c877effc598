import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { AUDIT_FAILURES, AUDIT_GROUPS, AUDIT_NAMES, type AuditKind } from "@postil/domain/accounts/audit";
import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { createClient } from "./support/client.ts";
import { runAt } from "./support/command-line.ts";
import { createPublished } from "./support/draft.ts";
import { createUser, newName } from "./support/people.ts";
import { OWNER, startForFile } from "./support/start-test-server.ts";

const server = await startForFile();
const owner = createClient(server.url, OWNER.apiKey);
const nobody = createClient(server.url, null);

type Query = { readonly [name: string]: string | readonly string[] };
const read = (query: Query = {}) => owner.must("listAudit", { query });
const about = async (username: string) => (await read({ search: username, limit: "100" })).items;
const kinds = (items: readonly { readonly kind: AuditKind }[]) => items.map(({ kind }) => kind);
const exported = async (query: string) => {
  const reply = await fetch(`${server.url}/api/postil/v1/audit/export?${query}`, {
    headers: { "x-postil-api-key": OWNER.apiKey },
  });
  return { type: reply.headers.get("content-type"), text: await reply.text() };
};

test("AUT-14 what becomes of a person is written down with who did it and from where, and survives them", async () => {
  const ann = await createUser(server, "annotator");
  const workspace = await owner.must("createWorkspace", { body: { name: newName() } });
  await owner.must("addWorkspaceUser", { params: { workspace_id: workspace.id }, body: { user_id: ann.id } });
  const headers = { "user-agent": "python-httpx/0.27.0" };
  const token = await nobody.must("createToken", {
    body: { username: ann.username, password: "long enough" },
    headers,
  });
  await nobody.must("signOut", { headers: { ...headers, authorization: `Bearer ${token.access_token}` } });
  await owner.must("deleteUser", { params: { user_id: ann.id } });
  const items = await about(ann.username);
  expect(kinds(items)).toEqual(["person_deleted", "signed_out", "signed_in", "membership_added", "person_created"]);
  expect(items[0]).toMatchObject({
    actor: { id: server.ownerId, username: OWNER.username, name: "Owner" },
    person: { id: ann.id, username: ann.username },
    group: "deletion",
    address: "127.0.0.1",
  });
  expect(items[2]).toMatchObject({
    actor: { username: ann.username },
    program: "Python client",
    told: { how: "password" },
  });
  expect(items[3]?.told).toEqual({ workspace: workspace.name });
});

test("AUT-14 failures of one name within a minute are one line, of another name another; nothing of the password is kept", async () => {
  const [one, other] = [newName(), newName()];
  const fail = (username: string, program: string) =>
    nobody.call("createTokenV0", {
      body: { username, password: "my-own-secret" },
      headers: { "user-agent": program },
    });
  await Promise.all(["curl/8", "made-up", "another"].map((program) => fail(one, program)));
  await fail(other, "curl/8");
  expect(await about(one)).toMatchObject([
    { kind: "sign_in_failed", times: 3, actor: null, person: { id: null, username: one } },
  ]);
  expect(await about(other)).toMatchObject([{ times: 1 }]);
  expect((await exported("format=jsonl")).text).not.toContain("my-own-secret");
});

test("AUT-14 the right password of somebody who is deactivated is told apart from a wrong one", async () => {
  const person = await createUser(server, "annotator");
  await owner.must("deactivatePerson", { params: { user_id: person.id } });
  for (const password of ["long enough", "wrong"])
    await nobody.call("createTokenV0", { body: { username: person.username, password } });
  const [last, before] = await about(person.username);
  expect([before, last]).toMatchObject([
    { kind: "sign_in_failed", told: { how: "deactivated" } },
    { kind: "sign_in_failed", told: { how: "password" } },
  ]);
});

test("AUT-14 datasets and records that are deleted leave their names and numbers", async () => {
  const workspace = await owner.must("createWorkspace", { body: { name: newName() } });
  const { datasetId } = await createPublished(owner, workspace.id);
  const { name } = await owner.must("getDataset", { params: { dataset_id: datasetId } });
  await owner.must("createRecords", {
    params: { dataset_id: datasetId },
    body: { items: [{ fields: { text: "a" } }, { fields: { text: "b" } }] },
  });
  const { items: records } = await owner.must("listRecords", { params: { dataset_id: datasetId } });
  await owner.must("deleteRecords", { params: { dataset_id: datasetId }, query: { ids: records[0]?.id ?? "" } });
  await owner.must("deleteDataset", { params: { dataset_id: datasetId } });
  const told = { dataset: name, workspace: workspace.name };
  expect(await about(name)).toMatchObject([
    { kind: "dataset_deleted", told: { ...told, records: records.length - 1, answers: 0 } },
    { kind: "records_deleted", told: { ...told, records: 1 } },
  ]);
});

test("AUT-14 the trail is filtered by person, kind, time and name, in pages, with what else could be chosen", async () => {
  const since = new Date().toISOString().slice(0, 23);
  const names = [newName(), newName(), newName()];
  for (const name of names) await owner.must("createWorkspace", { body: { name } });
  const query = { since, group: "workspace", person: OWNER.username };
  const first = await read({ ...query, limit: "2" });
  expect(first.items.map(({ told }) => told.workspace)).toEqual([names[2], names[1]]);
  expect(first).toMatchObject({ found: 3, groups: [{ group: "workspace", count: 3 }] });
  expect(first.people).toContainEqual({ username: OWNER.username, name: "Owner", count: 3 });
  const rest = await read({ ...query, limit: "2", before: String(first.items[1]?.id) });
  expect(rest.items.map(({ told }) => told.workspace)).toEqual([names[0]]);
  expect((await read({ ...query, group: "role" })).items).toEqual([]);
  expect((await read({ person: "nobody-of-that-name" })).found).toBe(0);
  expect((await read({ search: "100%_" })).found).toBe(0);
  const odd = `${newName()}_odd`;
  await owner.must("createWorkspace", { body: { name: odd } });
  expect((await read({ search: odd.toUpperCase() })).found).toBe(1);
  expect((await read({ search: odd.replace("_", "-") })).found).toBe(0);
  for (const wrong of [{ since: "yesterday" }, { group: "gossip" }, { limit: "0" }] as const)
    expect((await owner.call("listAudit", { query: wrong })).status).toBe(422);
});

test("AUT-14 a failed sign-in is found by the name that stands with it, somebody's or nobody's, and the name can be chosen", async () => {
  const [person, madeUp] = [await createUser(server, "annotator"), newName()];
  for (const username of [person.username, madeUp])
    await nobody.call("createTokenV0", { body: { username, password: "wrong" } });
  const token = await nobody.must("createToken", { body: { username: person.username, password: "long enough" } });
  const failed = await read({ person: [person.username, madeUp], group: "failed_sign_in" });
  expect(failed.items.map((item) => item.person?.username)).toEqual([madeUp, person.username]);
  const counted = failed.people.filter(({ username }) => username === person.username || username === madeUp);
  // Existing users come first.
  const names = [person.username, madeUp];
  expect(counted).toEqual(names.map((username) => ({ username, name: username, count: 1 })));
  // A user who has done something is listed under their current name.
  await owner.must("changePerson", { params: { user_id: person.id }, body: { first_name: "Nora", last_name: null } });
  await nobody.must("signOut", { headers: { authorization: `Bearer ${token.access_token}` } });
  const all = await read({ person: person.username });
  expect(kinds(all.items)).toEqual(["signed_out", "signed_in", "sign_in_failed"]);
  expect(all.people).toContainEqual({ username: person.username, name: "Nora", count: 3 });
  const text = (await exported(`format=jsonl&person=${madeUp}`)).text.trim();
  expect(JSON.parse(text)).toMatchObject({ kind: "sign_in_failed", person: { username: madeUp } });
});

test("AUT-14 names that strangers make up take nobody's place among those to choose from", async () => {
  // This user exists but has not signed in yet: the audit trail has only a failure.
  const { username } = await createUser(server, "annotator");
  await nobody.call("createTokenV0", { body: { username, password: "not this one" } });
  const database = new DatabaseSync(server.file);
  database
    .prepare(
      `with recursive flood(n) as (select 0 union all select n + 1 from flood where n < 1199)
       insert into audit (at, kind, person, told) select ?, 'sign_in_failed', 'made-up-' || (n % 600), '{}' from flood`,
    )
    .run(Date.now() * 1000);
  database.close();
  const { people } = await read({ limit: "1" });
  expect(people).toHaveLength(AUDIT_NAMES);
  expect(people[0]).toMatchObject({ username: OWNER.username });
  expect(people).toContainEqual(expect.objectContaining({ username, count: 1 }));
  expect(people.at(-1)).toMatchObject({ username: expect.stringMatching(/^made-up-/), count: 2 });
});

test("AUT-14 the entries now filtered go out as JSON Lines and as CSV, in which nothing is a formula", async () => {
  const name = `=${newName()}`;
  await nobody.call("createTokenV0", { body: { username: name, password: "wrong" } });
  const search = `search=${encodeURIComponent(name)}`;
  const lines = await exported(`${search}&format=jsonl`);
  expect(lines.type).toContain("application/jsonl");
  expect(
    lines.text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).person.username),
  ).toEqual([name]);
  const csv = await exported(`${search}&format=csv`);
  expect(csv.type).toContain("text/csv");
  expect(csv.text.split("\r\n")[0]).toContain("id,at,actor_id,actor,kind");
  expect(csv.text).toContain(`,'${name},`);
});

test("AUT-14 EXP-06 nor is a name that begins with a wide sign, a tab or a line's end, or holds a cell of its own", async () => {
  const word = newName();
  const asCells = {
    ...{ "＝1+1": "'＝1+1", "＋1": "'＋1", "－1": "'－1", "＠SUM": "'＠SUM" },
    ...{ "\t=1": "'\t'=1", "\r=1": "'\r'=1", "\n=1": "'\n'=1", "a;=1": "a;'=1" },
  };
  for (const begin of Object.keys(asCells))
    await nobody.call("createTokenV0", { body: { username: begin + word, password: "wrong" } });
  const { text } = await exported(`search=${word}&format=csv`);
  const rows = parse(text, { columns: true }) as { readonly person: string }[]; // the columns of the file
  const cells = Object.values(asCells).map((cell) => cell + word);
  expect(rows.map(({ person }) => person).toSorted()).toEqual(cells.toSorted());
});

test("ROL-12 nobody but an owner reads the trail", async () => {
  const admin = await createUser(server, "admin");
  for (const route of ["listAudit", "exportAudit"] as const) {
    expect((await admin.client.call(route)).status).toBe(403);
    expect((await nobody.call(route)).status).toBe(401);
  }
});

test("AUT-14 entries go after 400 days", async () => {
  const name = newName();
  await owner.must("createWorkspace", { body: { name } });
  const database = new DatabaseSync(server.file);
  database.prepare("update audit set at = at - 401 * 86400000000 where told like ?").run(`%${name}%`);
  expect(await about(name)).toEqual([]);
  await owner.must("createWorkspace", { body: { name: newName() } });
  expect(database.prepare("select count(*) as n from audit where told like ?").get(`%${name}%`)).toEqual({ n: 0 });
  database.close();
});

test("AUT-14 however many strangers fail, their entries take a bounded room, the latest stay, and nothing else goes", async () => {
  const name = newName();
  await owner.must("createWorkspace", { body: { name } });
  const database = new DatabaseSync(server.file);
  const count = () => database.prepare("select count(*) as n from audit where kind = 'sign_in_failed'").get()?.n;
  database
    .prepare(
      `with recursive flood(n) as (select 1 union all select n + 1 from flood where n < ?)
       insert into audit (at, kind, told) select ?, 'sign_in_failed', '{}' from flood`,
    )
    .run(AUDIT_FAILURES + 5000, Date.now() * 1000);
  const from = { address: "192.0.2.7", userAgent: "", session: null };
  const last = newName();
  for (const username of [...Array.from({ length: 64 }, () => newName()), last])
    await server.store.write("noteFailedSignIn", null, { username, told: { how: "password" }, from });
  expect(count()).toBeLessThanOrEqual(AUDIT_FAILURES + 64);
  expect(count()).toBeGreaterThanOrEqual(AUDIT_FAILURES);
  expect(await about(last)).toMatchObject([{ kind: "sign_in_failed" }]);
  expect(kinds(await about(name))).toEqual(["workspace_created"]);
  database.close();
});

test("AUT-14 the command line writes the same file, narrowed by the same words", async () => {
  const name = `=${newName()}`;
  await nobody.call("createTokenV0", { body: { username: name, password: "wrong" } });
  const folder = mkdtempSync(join(tmpdir(), "postil-test-"));
  const run = (...args: string[]) => runAt({ url: server.url, home: folder }, ["audit", ...args]);
  const { out: help } = await runAt({ url: server.url, home: folder }, ["help"]);
  const kinds = /--kind KIND[^:]*:([\w\s,]*?)\n +--days/.exec(help)?.[1] ?? "";
  expect(kinds.trim().split(/,\s+/)).toEqual(Object.keys(AUDIT_GROUPS));
  const wanted = ["--kind", "failed_sign_in", "--days", "1", `--search=${name}`];
  expect(await run("--output", join(folder, "audit.csv"), ...wanted)).toMatchObject({ code: 0 });
  const query = `group=failed_sign_in&search=${encodeURIComponent(name)}`;
  expect(readFileSync(join(folder, "audit.csv"), "utf8")).toBe((await exported(`${query}&format=csv`)).text);
  await run("--output", join(folder, "audit"), ...wanted);
  expect(readFileSync(join(folder, "audit"), "utf8")).toBe((await exported(query)).text);
  await run("--output", join(folder, "nobody.jsonl"), "--person", "nobody-of-that-name");
  expect(readFileSync(join(folder, "nobody.jsonl"), "utf8")).toBe("");
  for (const [args, said] of [
    [["--output", join(folder, "nobody.jsonl")], "is there already. --force writes over it."],
    [["--output", "x", "--kind", "gossip"], '"gossip" is no kind of entry'],
    [["--output", "x", "--days", "401"], '--days is "401"; it is a whole number from 1 to 400.'],
    [["--output", "x", "--format", "xml"], '"xml" is no format'],
    [["--days", "1"], "Say with --output where it goes."],
  ] as const)
    expect(await run(...args)).toMatchObject({ code: 1, said: expect.stringContaining(said) });
  rmSync(folder, { recursive: true });
});
