import { once } from "node:events";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { type Client, createClient } from "./support/client.ts";
import { at, beginToSend, ended, imported, linesOf, send, understand, wishOf } from "./support/files-sent.ts";
import { patiently } from "./support/patiently.ts";
import { createUser, newName, startPeople } from "./support/people.ts";
import { OWNER } from "./support/start-test-server.ts";

const { server, people, admin } = await startPeople();
const folder = join(server.home, "uploads");

const reviews = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    text: `A text that nobody else has written, number ${index}`,
    label: ["good", "bad"][index % 2],
    stars: 1 + (index % 5),
  }));
const REVIEWS = linesOf(reviews(40));

/** The dataset that an import has begun to fill. */
const begun = (name: string) =>
  patiently(
    async () => {
      const found = (await admin.must("listMyDatasets")).items.find((one) => one.name === name);
      if (!found) throw new Error("Not there yet.");
      return found;
    },
    { interval: 5 },
  );
const kept = (): string[] => (existsSync(folder) ? readdirSync(folder) : []);

describe("IMP-01 a file from the page", () => {
  test("becomes a dataset of the workspace, with the records in the order of the file", async () => {
    const id = await send(admin, "reviews.jsonl", REVIEWS);
    const name = newName();
    const done = await imported(admin, id, people.workspaceId, { name, guidelines: "Read all of it." });
    expect(done).toMatchObject({ state: "done", read: 40, total: 40, stored: 40, refused: 0, detail: null });
    const dataset = { params: { dataset_id: done.dataset_id ?? "" } };
    expect(await people.clients.annotator.must("getDataset", dataset)).toMatchObject({
      name,
      status: "ready",
      guidelines: "Read all of it.",
      workspace_id: people.workspaceId,
    });
    const { items } = await admin.must("listRecords", { ...dataset, query: { limit: "1" } });
    expect(items[0]).toMatchObject({ fields: { text: reviews(1)[0]?.text }, metadata: { stars: 1 } });
  });

  test("IMP-114 is seen by its sender alone, the latest first, with its last use, and only they have the rights", async () => {
    const began = Date.now();
    const [first, second] = [await send(admin, "a.jsonl", REVIEWS), await send(admin, "b.jsonl", REVIEWS)];
    const usedAt = async () =>
      (await admin.must("listUploads")).items.map(({ used_at }) => Date.parse(`${used_at}Z`)).slice(0, 2);
    const [later = 0, earlier = 0] = await usedAt();
    expect(began <= earlier && earlier <= later).toBe(true);
    await admin.must("getUpload", at(first));
    expect((await usedAt())[1]).toBeGreaterThanOrEqual(earlier);
    const ids = (await admin.must("listUploads")).items.map(({ id }) => id);
    expect(ids.slice(0, 2)).toEqual([second, first]);
    expect((await people.clients.owner.must("listUploads")).items.map(({ id }) => id)).not.toContain(first);
    expect((await people.clients.owner.call("getUpload", at(first))).status).toBe(404);
  });

  test("IMP-101 its beginning alone is understood under the name of the file, and never imported", async () => {
    const query = { name: "reviews.jsonl", is_beginning: "true" };
    const { id, ...sent } = await admin.must("uploadFile", { query, body: REVIEWS });
    expect(sent).toMatchObject({ file: "reviews.jsonl", is_beginning: true });
    const understood = await understand(admin, id);
    expect(understood.dataset).toMatchObject({ name: "reviews" });
    const refused = { status: 422, body: { detail: expect.stringContaining('only the beginning of "reviews.jsonl"') } };
    const wish = { ...wishOf(understood), name: newName(), workspace_id: people.workspaceId };
    expect(await admin.call("importUpload", { ...at(id), body: wish })).toMatchObject(refused);
    const { dataset_id } = await imported(admin, await send(admin, "a.jsonl", REVIEWS), people.workspaceId, {
      name: newName(),
    });
    const body = { into: { dataset_id }, existing: "update", dry_run: true };
    expect(await admin.call("addUpload", { ...at(id), body })).toMatchObject(refused);
    expect(await admin.must("getUpload", at(id))).toMatchObject({ state: "ready", dataset_id: null });
  });

  const table = (separator: string) =>
    ["text", "label", "stars"].join(separator) +
    reviews(8)
      .map(({ text, label, stars }) => `\n${[`"${text}"`, label, stars].join(separator)}`)
      .join("");
  const FILES: readonly (readonly [name: string, content: string | Uint8Array])[] = [
    ["r.jsonl", linesOf(reviews(8))],
    ["r.ndjson", linesOf(reviews(8))],
    ["r.json", JSON.stringify(reviews(8))],
    ["r.csv", table(",")],
    ["r.tsv", table("\t")],
    ["رأي 😀.csv", table(";")],
    ["r.csv.gz", gzipSync(table(","))],
    ["r.jsonl.gz", gzipSync(linesOf(reviews(8)))],
  ];
  test.each(FILES)("%s is read by what its name and its lines say", async (name, content) => {
    const id = await send(admin, name, content);
    const seen = await understand(admin, id);
    expect(seen).toMatchObject({ rows: 8, fault: null, dataset: { fields: [{ name: "text" }] } });
    expect(seen.columns.map(({ name: column, role }) => [column, role.kind])).toEqual([
      ["text", "field"],
      ["label", "question"],
      ["stars", "metadata"],
    ]);
    await admin.must("deleteUpload", at(id));
  });
});

describe("IMP-02 the bounds of files", () => {
  test("the files lie where only the process may read them, and go when they are removed", async () => {
    const id = await send(admin, "a.jsonl", REVIEWS);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, id)).mode & 0o777).toBe(0o600);
    await admin.must("deleteUpload", at(id));
    expect(kept().filter((name) => name.startsWith(id))).toEqual([]);
    expect((await admin.call("getUpload", at(id))).status).toBe(404);
  });

  test.each([
    ["rows.ods", /save it as xlsx or CSV/],
    ["rows.orc", /save it as Parquet/],
    ["rows", /tells no format/],
  ])("%s is refused before anything of it is read, with a sentence that says what to do", async (name, says) => {
    const before = kept();
    const { status, body } = await admin.call("uploadFile", { query: { name }, body: REVIEWS });
    expect([status, JSON.stringify(body)]).toEqual([422, expect.stringMatching(says)]);
    expect(kept()).toEqual(before);
  });

  const begin = (bytes: number, sent: string) => beginToSend(server.url, OWNER.apiKey, bytes, sent);

  test("more than 500 MB are refused with the limit, before they come", async () => {
    const before = kept();
    const socket = await begin(500 * 1024 * 1024 + 1, "");
    const [reply] = await once(socket, "data");
    expect(String(reply)).toMatch(/413[\s\S]*larger than 524288000 bytes/);
    socket.destroy();
    expect(kept()).toEqual(before);
  });

  test("a file that does not come to its end leaves nothing", async () => {
    const before = kept();
    const socket = await begin(1_000_000, REVIEWS);
    await patiently(() => expect(kept().length).toBe(before.length + 1));
    socket.destroy();
    await patiently(() => expect(kept()).toEqual(before));
    expect((await people.clients.owner.must("listUploads")).items).toEqual([]);
  });

  test("the files of a person go with the person", async () => {
    const person = await createUser(server, "admin");
    const id = await send(person.client, "a.jsonl", REVIEWS);
    await people.clients.owner.must("deleteUser", { params: { user_id: person.id } });
    await patiently(() => expect(kept()).not.toContain(id));
  });

  test("who loses the right while a file comes is refused, and nothing of it is kept", async () => {
    const person = await createUser(server, "admin");
    const { api_key } = await person.client.must("getMe");
    const before = kept();
    const socket = await beginToSend(server.url, api_key, 10, "12345");
    await patiently(() => expect(kept().length).toBe(before.length + 1));
    await people.clients.owner.must("changePerson", { params: { user_id: person.id }, body: { role: "annotator" } });
    socket.write("67890");
    const [reply] = await once(socket, "data");
    socket.destroy();
    expect(String(reply)).toMatch(/^HTTP\/1.1 403 /);
    expect(kept()).toEqual(before);
  });
});

describe("IMP-05 the import", () => {
  test("is refused before it begins: for a name that is taken, a foreign workspace, and what makes no dataset", async () => {
    const id = await send(admin, "reviews.jsonl", REVIEWS);
    const name = newName();
    const wish = { name, workspace_id: people.workspaceId };
    await imported(admin, id, people.workspaceId, wish);
    expect((await admin.call("importUpload", { ...at(id), body: wish })).status).toBe(409);
    const elsewhere = { name: newName(), workspace_id: people.elsewhereId };
    expect((await admin.call("importUpload", { ...at(id), body: elsewhere })).status).toBe(403);
    const nothing = { columns: [{ column: "text", role: { kind: "ignored" } }], workspace_id: people.workspaceId };
    expect(await admin.call("importUpload", { ...at(id), body: { ...nothing, name: newName() } })).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining("No column holds text to read") },
    });
    expect(await admin.must("getUpload", at(id))).toMatchObject({ state: "done" });
  });

  test("goes on by itself, is a draft meanwhile, and a second one of the same file is refused", async () => {
    // It must still be storing when a slow test has seen it.
    const ROWS = 60_000;
    const id = await send(admin, "many.jsonl", linesOf(reviews(ROWS)));
    const name = newName();
    const body = { name, workspace_id: people.workspaceId };
    expect(await admin.must("importUpload", { ...at(id), body })).toMatchObject({ state: "checking" });
    expect((await admin.call("importUpload", { ...at(id), body: { ...body, name: newName() } })).status).toBe(409);
    expect((await admin.call("understandUpload", { ...at(id), body: {} })).status).toBe(409);
    await patiently(
      async () => {
        const upload = await admin.must("getUpload", at(id));
        expect(upload).toMatchObject({ state: "storing", read: ROWS, total: ROWS });
        expect(upload.stored).toBeGreaterThan(0);
      },
      { interval: 5 },
    );
    const mine = async (client: Client) => (await client.must("listMyDatasets")).items.find((one) => one.name === name);
    const [draft, hidden] = await Promise.all([mine(admin), mine(people.clients.annotator)]);
    expect([draft?.status, hidden]).toEqual(["draft", undefined]);
    // The first call stops the import, and nothing of it is left when the call is answered; the file stays until the second.
    await admin.must("deleteUpload", at(id));
    expect(await mine(admin)).toBeUndefined();
    expect(await admin.must("getUpload", at(id))).toMatchObject({ state: "stopped", stored: 0, dataset_id: null });
    await admin.must("deleteUpload", at(id));
    expect((await admin.call("getUpload", at(id))).status).toBe(404);
  });

  test("is stopped when somebody deletes the dataset", async () => {
    const id = await send(admin, "many.jsonl", linesOf(reviews(20_000)));
    const name = newName();
    await admin.must("importUpload", { ...at(id), body: { name, workspace_id: people.workspaceId } });
    const dataset = await begun(name);
    await people.clients.owner.must("deleteDataset", { params: { dataset_id: dataset.id } });
    expect(await ended(admin, id)).toMatchObject({ state: "stopped", dataset_id: null });
    expect((await admin.must("understandUpload", { ...at(id), body: {} })).rows).toBe(20_000);
  });

  test("with nothing but refused rows it fails, and leaves no dataset", async () => {
    const id = await send(admin, "bad.jsonl", linesOf(reviews(4).map((row) => ({ ...row, text: { said: row.text } }))));
    const { columns } = wishOf(await understand(admin, id));
    const asField = columns.map((one) => (one.column === "text" ? { ...one, role: { kind: "field" } } : one));
    const name = newName();
    expect(await imported(admin, id, people.workspaceId, { name, columns: asField })).toMatchObject({
      state: "failed",
      refused: 4,
      detail: "Every row of the file is refused; nothing was imported.",
    });
    expect((await admin.must("listMyDatasets")).items.map((one) => one.name)).not.toContain(name);
  });
});

describe("IMP-07 the rights of an import", () => {
  test("who loses the right while it runs loses the import, and it is removed", async () => {
    const person = await createUser(server, "admin");
    const membership = { params: { workspace_id: people.workspaceId, user_id: person.id } };
    await people.clients.owner.must("addWorkspaceUser", {
      params: { workspace_id: people.workspaceId },
      body: { user_id: person.id },
    });
    const id = await send(person.client, "many.jsonl", linesOf(reviews(20_000)));
    const name = newName();
    await person.client.must("importUpload", { ...at(id), body: { name, workspace_id: people.workspaceId } });
    const names = async () => (await admin.must("listMyDatasets")).items.map((one) => one.name);
    await patiently(async () => expect(await names()).toContain(name), { interval: 5 });
    await people.clients.owner.must("removeWorkspaceUser", membership);
    expect(await ended(person.client, id)).toMatchObject({
      state: "failed",
      detail: expect.stringContaining("You may not create datasets in this workspace any more"),
    });
    expect(await names()).not.toContain(name);
  });

  test("while it runs nobody else writes into the dataset, the person neither", async () => {
    const id = await send(admin, "many.jsonl", linesOf(reviews(20_000)));
    const name = newName();
    await admin.must("importUpload", { ...at(id), body: { name, workspace_id: people.workspaceId } });
    const dataset = await begun(name);
    const params = { dataset_id: dataset.id };
    for (const client of [admin, people.clients.owner])
      expect((await client.call("updateDataset", { params, body: { guidelines: "other" } })).status).toBe(422);
    await admin.must("deleteUpload", at(id));
  });

  test("the audit trail names the person and where they are", async () => {
    const id = await send(admin, "reviews.jsonl", REVIEWS);
    const name = newName();
    await imported(admin, id, people.workspaceId, { name });
    const me = await admin.must("getMe");
    const { items } = await people.clients.owner.must("listAudit");
    const entry = items.find(({ kind, told }) => kind === "dataset_imported" && JSON.stringify(told).includes(name));
    expect(entry).toMatchObject({ actor: { username: me.username }, address: "127.0.0.1" });
  });

  test("the key of an import stands for the person as they are now, and is good for nothing when the import is over", async () => {
    const person = await createUser(server, "admin");
    const { accounts } = server;
    const { key, end } = accounts.standIn({ userId: person.id, importId: "an import" });
    expect((await accounts.byApiKey(key))?.caller).toMatchObject({ id: person.id, role: "admin", fills: "an import" });
    await people.clients.owner.must("changePerson", { params: { user_id: person.id }, body: { role: "annotator" } });
    accounts.forget();
    expect((await accounts.byApiKey(key))?.caller).toMatchObject({ id: person.id, role: "annotator" });
    end();
    expect(await accounts.byApiKey(key)).toBeNull();
  });

  test("the key of an import makes the calls of an import, and is refused for all else that its person may do", async () => {
    const { key, end } = server.accounts.standIn({ userId: server.ownerId, importId: "another import" });
    const asImport = createClient(server.url, key);
    await asImport.must("listPeople");
    const person = await createUser(server, "annotator");
    const params = { user_id: person.id };
    const refused = [
      await asImport.call("getMe"),
      await asImport.call("listMyDatasets"),
      await asImport.call("deletePerson", { params }),
      await asImport.call("changePerson", { params, body: { role: "owner" } }),
      await asImport.call("createPerson", { body: { username: newName() } as never }),
    ];
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 401));
    await people.clients.owner.must("deletePerson", { params });
    end();
    expect((await asImport.call("listPeople")).status).toBe(401);
  });
});
