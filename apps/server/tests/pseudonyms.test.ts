import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EXPORT_FORMATS, EXPORT_SHAPES, hasFormats } from "@postil/domain/exports/export-shape";
import { parquetReadObjects } from "hyparquet";
import { compressors } from "hyparquet-compressors";
import { beforeAll, expect, test } from "vitest";
import { verifyFile } from "../src/snapshots/verify.ts";
import { createPublished } from "./support/draft.ts";
import { imported, send, understand } from "./support/files-sent.ts";
import { patiently } from "./support/patiently.ts";
import { createUser, newName, type Person } from "./support/people.ts";
import { createRecords, SUBMITTED } from "./support/records.ts";
import { OWNER } from "./support/start-test-server.ts";
import { startTaskPeople } from "./support/task-datasets.ts";
import { unzip } from "./support/unzip.ts";

/** Pseudonyms in exported files (docs/export.md#pseudonyms). */

const { server, people, workspace } = await startTaskPeople();
const { owner } = people.clients;
let persons: readonly Person[];
let feedback: string;
let tasks: string;
let snapshot: string;
let taken: { readonly hash: string };

beforeAll(async () => {
  persons = [await createUser(server, "owner"), await createUser(server, "owner"), await createUser(server, "owner")];
  const [first, second, gone] = persons as [Person, Person, Person]; // made above
  const { datasetId, questionId } = await createPublished(owner, people.workspaceId);
  const [record = "", other = ""] = await createRecords(owner, datasetId, 3);
  for (const { client } of [first, second, gone])
    await client.must("createResponse", { params: { record_id: record }, body: SUBMITTED });
  const suggest = (record_id: string, agent: string, type: string) =>
    owner.must("upsertSuggestion", {
      params: { record_id },
      body: { question_id: questionId, value: "good", agent, type },
    });
  await suggest(record, first.username, "model");
  await suggest(other, "mood-suggestion", "model");
  feedback = `datasets/${datasetId}/export`;
  const task = { params: { name: newName() }, query: { workspace } };
  await owner.must("createTaskDatasetV0", { body: { ...task.params, workspace, task: "TokenClassification" } });
  const said = (agent: string) => ({ agent, entities: [{ label: "place", start: 0, end: 5 }] });
  const text = { text: "Paris shines", tokens: ["Paris", "shines"], status: "Validated" };
  const log = (more: object) =>
    owner.must("logTokenRecordsV0", { ...task, body: { records: [{ id: 1, ...text, ...more }] } });
  await log({ annotation: said(first.username), prediction: said("place-suggestion") });
  await log({ annotation: said(gone.username), prediction: said(second.username) });
  tasks = `task-datasets/${task.params.name}/export?workspace=${workspace}`;
  const { id } = await owner.must("takeSnapshot", { body: { dataset_id: datasetId, name: "as it was" } });
  snapshot = `snapshots/${id}/export`;
  await patiently(async () => {
    const { items } = await owner.must("listSnapshots", { query: { dataset_id: datasetId } });
    expect(items[0]?.taken?.hash).toMatch(/^[0-9a-f]{64}$/);
    taken = { hash: items[0]?.taken?.hash ?? "" };
  });
  await owner.must("deletePerson", { params: { user_id: gone.id } });
});

const exported = (path: string, wish: object): Promise<Response> =>
  fetch(`${server.url}/api/postil/v1/${path}`, {
    method: "POST",
    headers: { "x-postil-api-key": OWNER.apiKey, "content-type": "application/json" },
    body: JSON.stringify(wish),
  });
async function bytesOf(path: string, wish: object): Promise<Buffer | null> {
  const reply = await exported(path, wish);
  return reply.status === 200 ? Buffer.from(await reply.arrayBuffer()) : null;
}
const parquetText = async (bytes: Uint8Array) =>
  JSON.stringify(await parquetReadObjects({ file: new Uint8Array(bytes).buffer, compressors }), (_, value) =>
    typeof value === "bigint" ? String(value) : value,
  );

/** All of a file as text, with that of tables in it. */
async function textOf(
  path: string,
  wish: { readonly shape: string; readonly format: string; readonly pseudonyms: boolean },
) {
  const bytes = await bytesOf(path, wish);
  if (bytes === null) return null;
  if (wish.format === "parquet") return (await parquetText(bytes)) + bytes.toString("latin1");
  if (wish.shape !== "hf") return bytes.toString();
  const files = [...(await unzip(bytes))];
  const texts = files.map(async ([name, content]) =>
    name.endsWith(".parquet") ? parquetText(content) : String(content),
  );
  return (await Promise.all(texts)).join("\n");
}

const WISHES = EXPORT_SHAPES.flatMap((shape) =>
  (hasFormats(shape) ? EXPORT_FORMATS : (["jsonl"] as const)).map((format) => ({ shape, format })),
);

test.each(WISHES)("EXS-10 under pseudonyms no name and no id of a user stands in $shape as $format", async (wish) => {
  const isPlain = wish.shape !== "full" && wish.shape !== "answers";
  for (const path of [feedback, tasks, snapshot]) {
    // The other shapes name nobody, and say so when pseudonyms are wanted.
    if (isPlain) expect(await textOf(path, { ...wish, pseudonyms: true })).toBeNull();
    const text = await textOf(path, { ...wish, pseudonyms: !isPlain });
    if (text === null) continue;
    for (const { username, id } of [...persons, { username: OWNER.username, id: server.ownerId }]) {
      expect(text).not.toContain(username === OWNER.username ? `"${username}"` : username);
      expect(text).not.toContain(id);
    }
    if (!isPlain) expect(text).toMatch(/person-[0-9a-f]{16}/);
  }
});

test("EXS-11 SNP-08 under pseudonyms an export of a snapshot has no hash that was made with names, and is not verified", async () => {
  const folder = mkdtempSync(join(tmpdir(), "postil-pseudonyms-"));
  try {
    const { seal: known } = await sealIn("names.jsonl", { shape: "full", format: "jsonl", pseudonyms: false });
    expect(known.hash).toBe(taken.hash);
    for (const shape of ["full", "answers"])
      for (const format of EXPORT_FORMATS) {
        const reply = await exported(snapshot, { shape, format, pseudonyms: true });
        const all = `${reply.headers.get("content-disposition")} ${Buffer.from(await reply.arrayBuffer()).toString("latin1")}`;
        expect(all).toContain("@as-it-was-pseudonyms");
        for (const part of [taken.hash.slice(0, 12), ...Object.values<string>(known.digests)])
          expect(all, `${shape} ${format}`).not.toContain(part);
      }
    const { file, seal } = await sealIn("pseudonyms.jsonl", { pseudonyms: true });
    expect(seal).toMatchObject({ name: "as it was", without: ["vectors", "names"] });
    await expect(verifyFile(file, null)).rejects.toThrow("cannot be verified, because it has pseudonyms");
  } finally {
    rmSync(folder, { recursive: true });
  }
  async function sealIn(name: string, wish: object) {
    const bytes = (await bytesOf(snapshot, wish)) ?? Buffer.alloc(0);
    const file = join(folder, name);
    writeFileSync(file, bytes);
    return { file, seal: JSON.parse(String(bytes).split("\n")[0] ?? "").postil.snapshot };
  }
});

test("EXS-11 a person has the same pseudonym in every export; models keep their names; deleted users have none", async () => {
  const wish = { shape: "full", format: "jsonl", pseudonyms: true };
  const [text = "", again] = [(await textOf(feedback, wish)) ?? "", await textOf(feedback, wish)];
  expect(again).toBe(text);
  const [first, second] = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(first.postil.pseudonyms).toBe(true);
  const [one, other, gone] = first.responses.map(({ user }: { readonly user: string | null }) => user);
  expect(gone).toBeNull();
  expect(new Set([one, other]).size).toBe(2);
  // The agent has the name of the first user.
  expect(first.suggestions[0].agent).toBe(one);
  expect(second.suggestions[0].agent).toBe("mood-suggestion");
  const record = JSON.parse((await textOf(tasks, wish)) ?? "");
  expect(Object.keys(record.annotations)).toEqual([one]);
  expect(record).toMatchObject({ prediction_agent: other, predictions: { "place-suggestion": expect.anything() } });
  expect(record.annotation_agent).toMatch(/^person-[0-9a-f]{16}$/);
  expect([one, other]).not.toContain(record.annotation_agent);
});

test("EXS-12 a file with pseudonyms that is imported again is attached to nobody, and says so", async () => {
  const bytes = await bytesOf(feedback, { pseudonyms: true });
  const [line = ""] = String(bytes).split("\n");
  // Somebody takes the pseudonym as a username.
  const pseudonym: string = JSON.parse(line).responses[0].user;
  await owner.must("createUser", {
    body: { first_name: "Sly", username: pseudonym, role: "owner", password: "long enough" },
  });
  const id = await send(owner, "pseudonyms.jsonl", String(bytes));
  expect((await understand(owner, id)).notes.join("\n")).toContain(
    "Its people have pseudonyms: their answers are left out",
  );
  const { dataset_id } = await imported(owner, id, people.workspaceId, { name: newName() });
  const params = { dataset_id: dataset_id ?? "" };
  expect(await owner.must("countDatasetResponses", { params })).toMatchObject({ people: 0, submitted: 0 });
});
