import { execFileSync, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { gunzipSync } from "node:zlib";
import type { WireSnapshot } from "@postil/contract/datasets/snapshots";
import { afterAll, expect, test } from "vitest";
import { createClient } from "./support/client.ts";
import { type Ran, runAt } from "./support/command-line.ts";
import { createPublished } from "./support/draft.ts";
import { patiently } from "./support/patiently.ts";
import { newName, startPeople } from "./support/people.ts";
import { SUBMITTED } from "./support/records.ts";
import { OPERATOR_KEY, OWNER, startTestServer } from "./support/start-test-server.ts";

/** Snapshots over HTTP and from the command line (docs/snapshots.md). */

const { server, people, owner } = await startPeople();
const workspace = (await owner.must("getWorkspace", { params: { workspace_id: people.workspaceId } })).name;
const folder = mkdtempSync(join(tmpdir(), "postil-snapshots-"));
afterAll(() => rmSync(folder, { recursive: true }));

const postil = (...args: readonly string[]): Promise<Ran> =>
  runAt({ url: server.url, home: folder, key: OPERATOR_KEY }, args);
const kept = () => readdirSync(join(server.home, "snapshots")).toSorted();

async function whole(datasetId: string, id: string): Promise<WireSnapshot> {
  return patiently(async () => {
    const { items } = await owner.must("listSnapshots", { query: { dataset_id: datasetId } });
    const found = items.find((one) => one.id === id);
    expect(found?.taken, `${found?.error}`).not.toBeNull();
    if (!found) throw new Error("The snapshot is gone.");
    return found;
  });
}
async function take(datasetId: string, name = newName()): Promise<WireSnapshot> {
  const { id } = await owner.must("takeSnapshot", { body: { dataset_id: datasetId, name } });
  return whole(datasetId, id);
}
const ALL = ["responses", "suggestions", "metadata", "vectors"];
async function exported(path: string, body: object): Promise<Buffer> {
  const reply = await fetch(`${server.url}/api/postil/v1/${path}/export`, {
    method: "POST",
    headers: { "x-postil-api-key": OWNER.apiKey, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const bytes = Buffer.from(await reply.arrayBuffer());
  expect(reply.status, bytes.toString().slice(0, 300)).toBe(200);
  return bytes;
}
/** The file without what names the snapshot it came from; in CSV that has doubled quotes. */
const unsealed = (bytes: Buffer): string =>
  bytes.toString().replace(/,("+)snapshot\1:\{.*?\1counts\1:\{.*?\}(?:,\1without\1:\[.*?\])?\}/, "");

/** A dataset with everything that a record can have. */
async function fill(count = 30) {
  const { datasetId, questionId } = await createPublished(owner, people.workspaceId);
  const params = { dataset_id: datasetId };
  const items = Array.from({ length: count }, (_, at) => ({
    fields: { text: `Text ${at} 👩‍🚀 שלום` },
    external_id: `r${at}`,
    metadata: { lang: "en", big: 2 ** 53, share: at / 4, list: [1, { a: null }] },
    vectors: { mini: [at, 0.1, 1e-7] },
    suggestions: [{ question_id: questionId, value: "good", agent: "m1", score: 0.5, type: "model" }],
    responses: [{ user_id: people.ids.annotator, status: "submitted", values: { mood: { value: "good" } } }],
  }));
  const made = await owner.must("bulkCreateRecords", { params, body: { items } });
  return { datasetId, params, records: made.items.map(({ id, responses }) => ({ id, response: responses?.[0]?.id })) };
}

/** Every file of a dataset, by its shape. */
const FILES = [
  { shape: "full", with: ALL },
  { shape: "full" },
  { shape: "full", format: "csv", with: ALL },
  { shape: "training" },
  { shape: "training", format: "csv", with: [] },
  { shape: "answers" },
];
const filesOf = async (path: string, files: readonly object[]) => {
  const all: string[] = [];
  for (const body of files) all.push(unsealed(await exported(path, body)));
  return all;
};
test("SNP-01 SNP-06 a snapshot is exported as its dataset was, after answers, records, settings and names have changed", async () => {
  const { datasetId, params, records } = await fill();
  const before = await filesOf(`datasets/${datasetId}`, FILES);
  const made = await take(datasetId, "before the cleanup");
  expect(made).toMatchObject({
    name: "before the cleanup",
    by: OWNER.username,
    taken: { records: 30, answers: 30, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    error: null,
  });
  await owner.must("updateResponse", {
    params: { response_id: records[0]?.response ?? "" },
    body: { status: "submitted", values: { mood: { value: "bad" } } },
  });
  await people.clients.admin.must("createResponse", { params: { record_id: records[1]?.id ?? "" }, body: SUBMITTED });
  await owner.must("deleteRecord", { params: { record_id: records[2]?.id ?? "" } });
  await owner.must("updateRecord", { params: { record_id: records[3]?.id ?? "" }, body: { metadata: { lang: "de" } } });
  await owner.must("updateDataset", { params, body: { name: newName(), guidelines: "Other ones." } });
  expect(await filesOf(`snapshots/${made.id}`, FILES)).toEqual(before);
  const later = await take(datasetId);
  expect(later.taken?.hash).not.toBe(made.taken?.hash);
  expect(later.taken?.position).toBeGreaterThan(made.taken?.position ?? 0);
});

test("SNP-01 the place of a snapshot in the history does not go back when answered records are deleted", async () => {
  const { datasetId, records } = await fill(2);
  const first = await take(datasetId);
  for (const { id } of records) await owner.must("deleteRecord", { params: { record_id: id } });
  const later = await take(datasetId);
  expect(first.taken?.position).toBeGreaterThan(0);
  expect(later.taken?.position).toBeGreaterThanOrEqual(first.taken?.position ?? 0);
});

test("SNP-01 a snapshot that is whole is not taken again, if its server ended before its job did", async () => {
  const { datasetId, records } = await fill(2);
  const first = await take(datasetId);
  await owner.must("deleteRecord", { params: { record_id: records[0]?.id ?? "" } });
  const database = new DatabaseSync(server.file);
  const key = Number(database.prepare("select key from snapshot where id = ?").get(first.id)?.key);
  const none = { records: 0, answers: 0, position: 0, bytes: 0, hash: "", taken_at: 0 };
  const late = { key, taken: none, digests: "{}", facts: "{}" };
  // Nor is it changed by work whose job has ended.
  expect(await server.store.write("finishSnapshot", null, late)).toBe(false);
  const again = "update job set state = 'waiting' where key = (select job_key from snapshot where id = ?)";
  database.prepare(again).run(first.id);
  database.close();
  // Its job wakes the others.
  await take(datasetId);
  expect((await whole(datasetId, first.id)).taken).toEqual(first.taken);
  expect((await exported(`snapshots/${first.id}`, { shape: "full" })).toString().trimEnd().split("\n")).toHaveLength(2);
});

test("SNP-03 a snapshot whose dataset was away when its job read it says that it was not taken", async () => {
  const { datasetId } = await fill(1);
  const { id } = await take(datasetId);
  const database = new DatabaseSync(server.file);
  database.prepare("update snapshot set taken_at = null where id = ?").run(id);
  database.close();
  const error = "Its dataset was deleted before it was taken.";
  await patiently(async () =>
    expect((await owner.must("listSnapshots", { query: { dataset_id: datasetId } })).items).toMatchObject([
      { id, taken: null, error },
    ]),
  );
});

test("SNP-05 SNP-07 SNP-13 an exported snapshot is verified from its file alone, which says what does not fit", async () => {
  const { datasetId } = await fill(5);
  const { name: dataset } = await owner.must("getDataset", { params: { dataset_id: datasetId } });
  const taken = await postil("snapshot", dataset, "--name", "v1", "--workspace", workspace);
  expect(taken).toMatchObject({ code: 0, err: "" });
  const [, hash = ""] = /5 records, 5 answers, hash ([0-9a-f]{64})/.exec(taken.out) ?? [];
  expect((await postil("snapshot", "list", dataset)).out).toContain(`5        5        ${hash.slice(0, 12)}`);
  const file = join(folder, `${dataset}.jsonl.gz`);
  expect(await postil("snapshot", "export", dataset, "v1", "--output", file)).toMatchObject({ code: 0, err: "" });
  expect(await postil("snapshot", "verify", file, "--hash", hash)).toMatchObject({
    code: 0,
    out: expect.stringContaining(`is snapshot "v1" of "${dataset}", taken at `),
  });
  const text = gunzipSync(readFileSync(file)).toString();
  const lines = text.trimEnd().split("\n");
  const changed = async (change: (text: string) => string, args: readonly string[] = []) => {
    const other = join(folder, `${newName()}.jsonl`);
    writeFileSync(other, change(text));
    return (await postil("snapshot", "verify", other, ...args)).said.split("\n").slice(1);
  };
  // The order of members and of lines means nothing.
  const [first = "", ...rest] = lines;
  const reversed = (line: string) => JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(line)).reverse()));
  expect(await changed(() => [first, ...rest.reverse().map(reversed)].join("\n"))).toEqual([]);
  expect(await changed((all) => all.replace('"text":"Text 3', '"text":"Text 4'))).toEqual([
    "  The records are other ones.",
  ]);
  expect(await changed((all) => all.replace('{"mood":{"value":"good"}}', '{"mood":{"value":"bad"}}'))).toEqual([
    "  The answers are other ones.",
  ]);
  expect(await changed((all) => all.replace('"title":"Mood"', '"title":"Moods"'))).toEqual([
    "  The settings of the dataset are other ones.",
  ]);
  expect(await changed((all) => all.replace("9007199254740992", "9007199254740993"))).toEqual([
    "  The records are other ones.",
  ]);
  expect(await changed(() => lines.slice(0, 4).join("\n"))).toEqual([
    "  It has 4 records; the snapshot has 5.",
    "  The records are other ones.",
    "  It has 4 answers; the snapshot has 5.",
  ]);
  expect(await changed((all) => all.replace(hash, hash.replace(/./g, "0")))).toEqual([
    "  The file names a hash that is not made of the digests beside it.",
  ]);
  const other = "f".repeat(64);
  expect(await changed((all) => all, ["--hash", other])).toEqual([
    `  The file says that its hash is ${hash}, not ${other}.`,
  ]);
  const some = join(folder, `${dataset}-some.jsonl`);
  await postil("export", dataset, "--snapshot", "v1", "--output", some);
  expect((await postil("snapshot", "verify", some)).said).toContain("the file was exported without vectors");
  writeFileSync(some, '{"text":"words"}\n');
  expect((await postil("snapshot", "verify", some)).err).toMatch(/names no snapshot in its first line/);
  writeFileSync(some, `${first}\nno JSON\n`);
  expect((await postil("snapshot", "verify", some)).err).toMatch(/line 2 is no record of an export/);
  expect((await postil("snapshot", "verify", join(folder, "none"))).err).toMatch(/cannot be read/);
  expect((await postil("snapshot", "delete", dataset, "v1")).out).toBe(
    `Deleted snapshot "v1" of "${dataset}" for good.\n`,
  );
  expect((await postil("snapshot", "export", dataset, "v1", "--output", some, "--force")).err).toContain("it has none");
});

const hasPython = spawnSync("python3", ["--version"]).status === 0;

/** The lines of a full export, which the program of the docs hashes too. */
async function hashedByDocs(path: string): Promise<string> {
  const [, program = ""] = /```python\n(.*?)```/s.exec(readFileSync(DOCS, "utf8")) ?? [];
  const [script, file] = [join(folder, "hash.py"), join(folder, `${newName()}.jsonl`)];
  writeFileSync(script, program);
  writeFileSync(file, await exported(path, { with: ALL }));
  return execFileSync("python3", [script, file]).toString().trim();
}
const DOCS = join(import.meta.dirname, "../../../docs/snapshots.md");

/** A text classification dataset with annotations and predictions, and its id in the calls of snapshots. */
async function fillTask() {
  const name = newName();
  await owner.must("createTaskDatasetV0", { body: { name, task: "TextClassification", workspace } });
  const at = { params: { name }, query: { workspace } };
  const records = Array.from({ length: 20 }, (_, id) => ({
    id,
    inputs: { text: `Text ${id} שלום` },
    metadata: { share: id / 4 },
    prediction: { agent: "m", labels: [{ class: "A", score: 0.25 }] },
    ...(id % 2 === 0
      ? { annotation: { agent: "mara", labels: [{ class: id % 4 === 0 ? "A" : "B", score: 1 }] }, status: "Validated" }
      : {}),
  }));
  await owner.must("logTextRecordsV0", { ...at, body: { records } });
  return { name, at, datasetId: `${workspace}.${name}` };
}

test.skipIf(!hasPython)("SNP-05 the program of the docs computes the same hash, of both families", async () => {
  const { datasetId } = await fill(4);
  const feedback = await take(datasetId);
  expect(await hashedByDocs(`snapshots/${feedback.id}`)).toBe(feedback.taken?.hash);
  const task = await fillTask();
  const { id, taken } = await take(task.datasetId);
  expect(taken).toMatchObject({ records: 20, answers: 10 });
  expect(await hashedByDocs(`snapshots/${id}`)).toBe(taken?.hash);
});

test("SNP-06 a snapshot of a task dataset is exported as it was, after its records and labels have changed", async () => {
  const { name, at, datasetId } = await fillTask();
  const files = [
    { shape: "full", with: ALL },
    { shape: "full", format: "csv" },
    { shape: "training" },
    { shape: "answers" },
  ];
  const live = async (body: object) => {
    const reply = await fetch(`${server.url}/api/postil/v1/task-datasets/${name}/export?workspace=${workspace}`, {
      method: "POST",
      headers: { "x-postil-api-key": OWNER.apiKey, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return Buffer.from(await reply.arrayBuffer()).toString();
  };
  const before: string[] = [];
  for (const file of files) before.push(await live(file));
  const { id } = await take(datasetId);
  const changed = {
    id: 0,
    inputs: { text: "other" },
    annotation: { agent: "ben", labels: [{ class: "C", score: 1 }] },
  };
  await owner.must("logTextRecordsV0", { ...at, body: { records: [changed, { ...changed, id: 99 }] } });
  await owner.must("deleteTaskRecordsV0", { ...at, body: { ids: ["2"] } });
  expect(await filesOf(`snapshots/${id}`, files)).toEqual(before);
});

test("SNP-08 a file for training names the snapshot that it came from", async () => {
  const { datasetId } = await fill(3);
  const { name: dataset } = await owner.must("getDataset", { params: { dataset_id: datasetId } });
  const { id, taken } = await take(datasetId, "Run 1: ålesund/🚀");
  const hash = taken?.hash ?? "";
  const parquet = await exported(`snapshots/${id}`, { shape: "training", format: "parquet" });
  expect(parquet.includes(Buffer.from("postil_snapshot"))).toBe(true);
  expect(parquet.includes(Buffer.from(hash))).toBe(true);
  const zip = await exported(`snapshots/${id}`, { shape: "hf" });
  expect(zip.includes(Buffer.from(`snapshot "Run 1: ålesund/🚀"`))).toBe(true);
  const csv = join(folder, "train.csv");
  const done = await postil("snapshot", "export", dataset, "Run 1: ålesund/🚀", "--shape", "training", "--output", csv);
  expect(done).toMatchObject({ code: 0, out: expect.stringContaining(`${csv}.snapshot.json names the snapshot`) });
  expect(JSON.parse(readFileSync(`${csv}.snapshot.json`, "utf8"))).toMatchObject({
    ...{ dataset, name: "Run 1: ålesund/🚀", hash, taken_at: taken?.taken_at },
  });
  const reply = await fetch(`${server.url}/api/postil/v1/snapshots/${id}/export`, {
    method: "POST",
    headers: { "x-postil-api-key": OWNER.apiKey, "content-type": "application/json" },
    body: '{"shape":"training"}',
  });
  expect(reply.headers.get("content-disposition")).toBe(
    `attachment; filename="${dataset}@Run-1-lesund-${hash.slice(0, 12)}-training.jsonl"`,
  );
  await reply.text();
});

test("SNP-14 with pseudonyms no file has the hash; a shape that names nobody refuses them", async () => {
  const { datasetId } = await fill(3);
  const { id, taken } = await take(datasetId, "run");
  const digits = taken?.hash.slice(0, 12) ?? "";
  const asked = (body: object) =>
    fetch(`${server.url}/api/postil/v1/snapshots/${id}/export`, {
      method: "POST",
      headers: { "x-postil-api-key": OWNER.apiKey, "content-type": "application/json" },
      body: JSON.stringify({ ...body, pseudonyms: true }),
    });
  for (const body of [{}, { format: "parquet" }, { shape: "answers" }, { shape: "answers", format: "parquet" }]) {
    const reply = await asked(body);
    expect(reply.headers.get("content-disposition")).toContain("@run-pseudonyms");
    const file = Buffer.from(await reply.arrayBuffer());
    expect(file.length).toBeGreaterThan(0);
    expect(file.includes(Buffer.from(digits))).toBe(false);
    expect(file.includes(Buffer.from("digests"))).toBe(false);
  }
  const refused = await asked({ shape: "training" });
  expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining("names no people")]);
});

test("SNP-02 a change while a snapshot is taken is in it as a whole or not at all", async () => {
  const { datasetId, params, records } = await fill(60);
  const ends = new AbortController();
  const writing = (async () => {
    for (let turn = 1; !ends.signal.aborted; turn++)
      await owner.must("updateRecords", {
        params,
        body: { items: records.map(({ id }) => ({ id, metadata: { lang: `v${turn}` } })) },
      });
    return "ended";
  })();
  const seen = new Set<string>();
  for (let round = 0; round < 3; round++) {
    const { id } = await take(datasetId);
    const lines = (await exported(`snapshots/${id}`, {})).toString().trimEnd().split("\n");
    const turns = new Set(lines.map((line) => JSON.parse(line).metadata.lang));
    expect([lines.length, turns.size]).toEqual([60, 1]);
    for (const turn of turns) seen.add(turn);
  }
  ends.abort();
  expect(await writing).toBe("ended");
  expect(seen.size).toBeGreaterThan(1);
});

test("SNP-03 a snapshot goes to the bin with its dataset and comes back; removed for good, its file is gone", async () => {
  const { datasetId, params } = await fill(3);
  const { id } = await take(datasetId, "kept");
  const before = unsealed(await exported(`snapshots/${id}`, {}));
  await owner.must("deleteDataset", { params });
  expect((await owner.call("exportSnapshot", { params: { snapshot_id: id }, body: {} })).status).toBe(404);
  expect((await owner.call("listSnapshots", { query: { dataset_id: datasetId } })).status).toBe(404);
  expect(kept()).toContain(`${id}.gz`);
  const [deleted] = (await owner.must("listDeleted")).items;
  await owner.must("restoreDeleted", { params: { deleted_id: deleted?.id ?? "" }, body: {} });
  expect(unsealed(await exported(`snapshots/${id}`, {}))).toBe(before);
  await owner.must("deleteDataset", { params });
  const [again] = (await owner.must("listDeleted")).items;
  await owner.must("removeDeleted", { params: { deleted_id: again?.id ?? "" } });
  await patiently(() => expect(kept()).not.toContain(`${id}.gz`));
});

test("SNP-11 a name is taken once in a dataset, and what is no name or no dataset is refused", async () => {
  const { datasetId } = await fill(1);
  const body = { dataset_id: datasetId, name: "one" };
  await take(datasetId, "one");
  expect(await owner.call("takeSnapshot", { body })).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining("has a snapshot `one` already") },
  });
  for (const name of ["", "  ", "x".repeat(81), "a\nb", null, {}])
    expect((await owner.call("takeSnapshot", { body: { ...body, name } })).status, JSON.stringify(name)).toBe(422);
  expect((await owner.call("takeSnapshot", { body: { ...body, dataset_id: "none.of-these" } })).status).toBe(404);
  expect((await owner.call("listSnapshots", { query: {} })).status).toBe(422);
  const { items } = await owner.must("listSnapshots", { query: { dataset_id: datasetId } });
  expect(items.map(({ name }) => name)).toEqual(["one"]);
  const { items: audit } = await owner.must("listAudit", { query: { search: "one" } });
  expect(audit.map(({ kind }) => kind)).toContain("snapshot_taken");
});

test("SNP-12 beyond the number in a dataset and the bytes of all a snapshot is refused or fails with the reason, and leaves nothing", async () => {
  const small = await startTestServer({ limits: { snapshots: 2, snapshotBytes: 1500 } });
  try {
    const client = createClient(small.url, OWNER.apiKey);
    const { items: workspaces } = await client.must("listMyWorkspaces");
    const newDataset = async () => (await createPublished(client, workspaces[0]?.id ?? "")).datasetId;
    const named = async (dataset_id: string, name: string) =>
      (await client.must("listSnapshots", { query: { dataset_id } })).items.find((one) => one.name === name);
    const files = () => readdirSync(join(small.home, "snapshots"));
    const dataset_id = await newDataset();
    for (const name of ["a", "b"]) {
      await client.must("takeSnapshot", { body: { dataset_id, name } });
      await patiently(async () => expect((await named(dataset_id, name))?.taken).not.toBeNull());
    }
    expect(await client.call("takeSnapshot", { body: { dataset_id, name: "c" } })).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining("has at most 2 snapshots, and this one has as many") },
    });
    const large = await newDataset();
    const items = Array.from({ length: 50 }, () => ({ fields: { text: randomBytes(100).toString("base64") } }));
    await client.must("bulkCreateRecords", { params: { dataset_id: large }, body: { items } });
    await client.must("takeSnapshot", { body: { dataset_id: large, name: "large" } });
    await patiently(async () =>
      expect((await named(large, "large"))?.error).toBe(
        "All snapshots together would have more bytes than the server may keep.",
      ),
    );
    await patiently(() => expect(files()).toHaveLength(2));
    const [first] = (await client.must("listSnapshots", { query: { dataset_id } })).items;
    await client.must("deleteSnapshot", { params: { snapshot_id: first?.id ?? "" } });
    expect(files()).toHaveLength(1);
    expect(await named(dataset_id, "a")).toBeDefined();
  } finally {
    await small.close();
  }
});

test("SNP-09 SNP-13 answers that were added, changed and gone are counted by question and label, with the records", async () => {
  const { datasetId, params, records } = await fill(6);
  const { name: dataset } = await owner.must("getDataset", { params: { dataset_id: datasetId } });
  const { id } = await take(datasetId, "before");
  const record = (at: number) => records[at]?.id ?? "";
  await owner.must("updateResponse", {
    params: { response_id: records[0]?.response ?? "" },
    body: { status: "submitted", values: { mood: { value: "bad" } } },
  });
  await people.clients.admin.must("createResponse", {
    params: { record_id: record(1) },
    body: { status: "submitted", values: { mood: { value: "mixed" } } },
  });
  // A draft is no answer.
  await people.clients.admin.must("createResponse", {
    params: { record_id: record(4) },
    body: { status: "draft", values: { mood: { value: "mixed" } } },
  });
  await owner.must("deleteRecord", { params: { record_id: record(2) } });
  await owner.must("bulkCreateRecords", { params, body: { items: [{ fields: { text: "new" } }] } });
  const now = await owner.must("compareSnapshots", { params: { snapshot_id: id } });
  const none = { added: 0, gone: 0, changed_to: 0, changed_from: 0 };
  expect(now).toMatchObject({
    records: { before: 6, after: 6, added: 1, gone: 1 },
    differing: 3,
    items: [
      { id: record(0), external_id: "r0", text: "Text 0 👩‍🚀 שלום", is_there: true },
      { id: record(1), changes: [{ question: "mood", before: null, after: "mixed" }], all: 1 },
      { id: record(2), is_there: false, changes: [{ before: "good", after: null }] },
    ],
  });
  expect(now.questions).toEqual([
    {
      ...{ name: "mood", before: 6, after: 6, added: 1, changed: 1, gone: 1, more: 0 },
      labels: [
        { label: "good", before: 6, after: 4, ...none, gone: 1, changed_from: 1 },
        { label: "bad", before: 0, after: 1, ...none, changed_to: 1 },
        { label: "mixed", before: 0, after: 1, ...none, added: 1 },
      ],
    },
  ]);
  const later = await take(datasetId, "after");
  const query = { with: later.id };
  expect(await owner.must("compareSnapshots", { params: { snapshot_id: id }, query })).toEqual(now);
  expect((await owner.must("compareSnapshots", { params: { snapshot_id: later.id } })).differing).toBe(0);
  const told = await postil("snapshot", "compare", dataset, "before", "after", "--workspace", workspace);
  expect(told.out).toContain("6 records before, 6 after: 1 added, 1 gone; 3 with other answers.");
  expect(told.out).toMatch(/mood +6 +1 +1 +1 +6/);
  const task = await fillTask();
  const first = await take(task.datasetId);
  const at = { params: { snapshot_id: first.id } };
  expect(await owner.call("compareSnapshots", { ...at, query: { with: id } })).toMatchObject({ status: 422 });
  const annotation = { agent: "ben", labels: [{ class: "C", score: 1 }] };
  const changed = { id: 1, inputs: { text: "other" }, annotation, status: "Validated" };
  await owner.must("logTextRecordsV0", { ...task.at, body: { records: [changed] } });
  await owner.must("deleteTaskRecordsV0", { ...task.at, body: { ids: ["0"] } });
  expect(await owner.must("compareSnapshots", at)).toMatchObject({
    records: { before: 20, after: 19, added: 0, gone: 1 },
    questions: [{ name: "annotation", before: 10, after: 10, added: 1, changed: 0, gone: 1 }],
    items: [
      { id: "0", is_there: false },
      { id: "1", changes: [{ by: "ben", before: null, after: '["C"]' }] },
    ],
  });
});
