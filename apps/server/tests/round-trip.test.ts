import { execFileSync } from "node:child_process";
import { lstat, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { parseKeepingForm } from "@postil/domain/text/json-text";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Client } from "./support/client.ts";
import { runAt } from "./support/command-line.ts";
import { times } from "./support/effort.ts";
import { createPeople, createUser, newName, type People, type Person } from "./support/people.ts";
import { OPERATOR_KEY, OWNER, startTestServer, type TestServer } from "./support/start-test-server.ts";

/** An import restores an export without loss (EXP-07): random datasets with every kind of question. */

let server: TestServer;
let people: People;
let persons: readonly Person[];
let folder: string;
let owner: Client;

beforeAll(async () => {
  server = await startTestServer();
  people = await createPeople(server);
  owner = people.clients.owner;
  persons = await Promise.all([1, 2, 3].map(() => createUser(server, "annotator")));
  folder = await mkdtemp(join(tmpdir(), "postil-round-trip-"));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

/** Runs the command line on the server of this test. */
const postil = (...args: readonly string[]) => postilTelling(() => {}, ...args);
const postilTelling = (hear: (line: string) => void, ...args: readonly string[]) =>
  runAt({ url: server.url, home: folder }, args, { hear });

const OPTIONS = ["a", "b", "=c", "ü, d"].map((value) => ({ value, text: value.toUpperCase(), description: null }));
const QUESTIONS = [
  { name: "label", required: true, settings: { type: "label_selection", options: OPTIONS, visible_options: 3 } },
  { name: "labels", settings: { type: "multi_label_selection", options: OPTIONS } },
  { name: "stars", settings: { type: "rating", options: [1, 2, 3].map((value) => ({ value })) } },
  { name: "order", settings: { type: "ranking", options: OPTIONS } },
  { name: "words", settings: { type: "text", use_markdown: true } },
  { name: "marks", settings: { type: "span", field: "text", options: OPTIONS, allow_overlapping: true } },
];

/** Texts that break formats: emoji, right-to-left text, quotes, line breaks, spreadsheet formulas, JSON. */
const hard = fc.constantFrom(
  "👩‍🚀",
  "שלום, عالم",
  '"',
  "'=1",
  "=1+1",
  ";=1",
  ';"@x',
  "\t'+1",
  "-2+3",
  "@x",
  "\r\n",
  "\n",
  "\t",
  ",",
  "[1]",
  "{}",
  "nul",
);
const text = fc
  .array(fc.oneof(hard, fc.string({ unit: "grapheme", maxLength: 8 })), { maxLength: 5 })
  .map((all) => all.join("").replaceAll("\0", ""));
const filled = text.map((one) => `x${one}`);
const options = fc.subarray(["a", "b", "=c", "ü, d"], { minLength: 1 });
const answers = fc.record(
  {
    label: fc.constantFrom("a", "=c", "ü, d"),
    labels: options,
    stars: fc.integer({ min: 1, max: 3 }),
    order: fc
      .shuffledSubarray(["a", "b", "=c", "ü, d"], { minLength: 4 })
      .map((all) => all.map((value, at) => ({ value, rank: at + 1 }))),
    words: filled,
    marks: fc.constantFrom([{ start: 0, end: 1, label: "=c" }]),
  },
  { requiredKeys: ["label"] },
);
/** The values of one record. Numbers are given as the text that is sent. */
const drawn = fc.record({
  text: filled,
  note: fc.option(text),
  metadata: fc.option(
    fc.record(
      {
        lang: fc
          .oneof(fc.constantFrom("en", "[x]", '"y"', "=z", ""), fc.subarray(["p", "q"], { minLength: 1 }))
          .map((value) => JSON.stringify(value)),
        year: fc.constantFrom("5", "-7", "9007199254740991"),
        share: fc.constantFrom("5.0", "0.25", "-1.5", "1e-7"),
        extra: fc.constantFrom("5.0", '{"deep":[1.0,null,"=x"]}', "null", "12345678901234567890"),
      },
      { requiredKeys: [] },
    ),
  ),
  suggested: fc.option(answers),
  responses: fc.array(fc.constantFrom("submitted", "draft", "discarded", "discarded without values"), { maxLength: 3 }),
  given: answers,
  vector: fc.option(fc.array(fc.constantFrom(0.1, -2, 1.5, 3e-9), { minLength: 3, maxLength: 3 })),
});
type Drawn = typeof drawn extends fc.Arbitrary<infer T> ? T : never;

async function createDataset({
  publish = true,
} = {}): Promise<{ id: string; name: string; questions: ReadonlyMap<string, string> }> {
  const name = newName();
  const body = {
    name,
    workspace_id: people.workspaceId,
    guidelines: "Read *all*;=2\n\n=1",
    metadata: { from: ["=a"], n: 2.5 },
  };
  const { id } = await owner.must("createDataset", { body });
  const params = { dataset_id: id };
  for (const field of ["text", "note"])
    await owner.must("createField", {
      params,
      body: {
        name: field,
        title: `T ${field}`,
        description: `About ${field}`,
        required: field === "text",
        settings: { type: "text" },
      },
    });
  const questions = new Map<string, string>();
  for (const question of QUESTIONS) {
    const made = await owner.must("createQuestion", {
      params,
      body: { title: `Q ${question.name}`, description: "Why?", required: false, ...question },
    });
    questions.set(made.name, made.id);
  }
  for (const [property, type] of [
    ["lang", "terms"],
    ["year", "integer"],
    ["share", "float"],
  ] as const)
    await owner.must("createMetadataProperty", {
      params,
      body: { name: property, title: property, settings: { type }, visible_for_annotators: property !== "year" },
    });
  await owner.must("createVectorSettings", { params, body: { name: "mini", title: "Mini", dimensions: 3 } });
  if (publish) await owner.must("publishDataset", { params });
  return { id, name, questions };
}

const valuesOf = (given: object) => Object.fromEntries(Object.entries(given).map(([name, value]) => [name, { value }]));

async function fill(datasetId: string, questions: ReadonlyMap<string, string>, records: readonly Drawn[]) {
  const items = records.map(
    ({ text: of, note, metadata, suggested, responses, given, vector }, index) =>
      `{"fields":${JSON.stringify({ text: of, note })},"external_id":${JSON.stringify(index % 2 === 0 ? `e,${index}` : null)},
      "metadata":${metadata === null ? "null" : `{${Object.entries(metadata).map(([name, value]) => `"${name}":${value}`)}}`},
      "suggestions":${JSON.stringify(
        Object.entries(suggested ?? {}).map(([name, value], at) => ({
          question_id: questions.get(name),
          value,
          ...(at % 2 === 0 ? { agent: "model-1", type: "model" } : {}),
          ...(name === "label" ? { score: 0.5 } : {}),
        })),
      )},
      "responses":${JSON.stringify(
        responses.map((status, at) => ({
          user_id: persons[at]?.id,
          status: status.split(" ", 1)[0],
          values: status.endsWith("without values") ? null : valuesOf(given),
        })),
      )},
      "vectors":${JSON.stringify(vector === null ? {} : { mini: vector })}}`,
  );
  const reply = await fetch(`${server.url}/api/v1/datasets/${datasetId}/records`, {
    method: "POST",
    headers: { "x-postil-api-key": OWNER.apiKey, "content-type": "application/json" },
    body: `{"items":[${items.join()}]}`,
  });
  expect([reply.status, await reply.text()]).toEqual([204, ""]);
}

/** Changes of the settings made after the records exist. They do not touch the records' metadata. */
const changes = fc.subarray(["no extra metadata", "lang deleted", "year made anew", "extra declared"] as const);
type Changes = typeof changes extends fc.Arbitrary<infer T> ? T : never;

async function change(datasetId: string, made: Changes) {
  const params = { dataset_id: datasetId };
  const { items } = await owner.must("listMyMetadataProperties", { params });
  const remove = (name: string) =>
    owner.must("deleteMetadataProperty", {
      params: { metadata_property_id: items.find((property) => property.name === name)?.id ?? "" },
    });
  const declare = (name: string, type: "terms" | "integer") =>
    owner.must("createMetadataProperty", { params, body: { name, title: name, settings: { type } } });
  if (made.includes("no extra metadata"))
    await owner.must("updateDataset", { params, body: { allow_extra_metadata: false } });
  if (made.includes("lang deleted")) await remove("lang");
  if (made.includes("year made anew")) {
    await remove("year");
    await declare("year", "terms");
  }
  if (made.includes("extra declared")) await declare("extra", "integer");
}

/** Returns all content of a dataset except the ids and times that the server makes. */
async function contentOf(name: string): Promise<readonly string[]> {
  const file = join(folder, `${newName()}.jsonl`);
  const { code, said } = await postil("export", name, "--output", file, "--with", "vectors");
  expect(code, said).toBe(0);
  const lines = (await readFile(file, "utf8")).trimEnd().split("\n");
  return lines.map((line) =>
    line
      .replace(/"id":"[\w-]{36}",/, "")
      .replaceAll(/,"(inserted|updated)_at":"[^"]*"/g, "")
      .replace(`"name":${JSON.stringify(name)}`, '"name":""'),
  );
}

/** The hash of a new snapshot. */
async function hashOf(name: string): Promise<string | undefined> {
  const { out, err } = await postil("snapshot", name, "--name", newName());
  expect(err).toBe("");
  return /hash ([0-9a-f]{64})/.exec(out)?.[1];
}

/** Ignores the order of members and keeps the form of numbers, which only the text shows. */
const inNoOrder = (lines: readonly string[]) =>
  lines.map((line) => {
    const read = parseKeepingForm(line) as { readonly metadata: object | null }; // as an export writes it
    const members = Object.entries(read.metadata ?? {}).sort(([one], [other]) => (one < other ? -1 : 1));
    return JSON.stringify({ ...read, metadata: read.metadata && Object.fromEntries(members) });
  });

for (const [ending, ...more] of [["jsonl"], ["csv"], ["csv", "--no-guard"], ["parquet"], ["jsonl.gz"], ["csv.gz"]]) {
  test(`EXP-07 EXS-08 SNP-10 a dataset with every kind of question comes back from ${[ending, ...more].join(" ")} as it was`, {
    timeout: 120_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(drawn, { minLength: 1, maxLength: 12 }), changes, async (records, made) => {
        const { id, name, questions } = await createDataset();
        await fill(id, questions, records);
        await change(id, made);
        const file = join(folder, `${name}.${ending}`);
        const exported = await postil("export", name, "--output", file, "--with", "vectors", ...more);
        expect(exported.code, exported.said).toBe(0);
        const back = newName();
        const imported = await postil("import", file, "--dataset", back);
        expect(imported.code, imported.said).toBe(0);
        // A table gives metadata members in the order of its columns.
        const read = ending !== "jsonl" && ending !== "jsonl.gz" ? inNoOrder : (lines: readonly string[]) => lines;
        expect(read(await contentOf(back))).toEqual(read(await contentOf(name)));
        expect(await hashOf(back)).toBe(await hashOf(name));
      }),
      { numRuns: times(10) },
    );
  });
}

test("EXP-07 a dataset without records comes back too, and one named in a file that is there already is refused", async () => {
  const { name } = await createDataset();
  const { name: workspace } = await owner.must("getWorkspace", { params: { workspace_id: people.workspaceId } });
  for (const ending of ["jsonl", "csv", "parquet"]) {
    const file = join(folder, `${name}.${ending}`);
    expect((await postil("export", name, "--output", file)).code).toBe(0);
    expect(await postil("import", file, "--workspace", workspace)).toMatchObject({
      code: 1,
      said: expect.stringContaining(name),
    });
    const back = newName();
    expect((await postil("import", file, "--dataset", back)).code).toBe(0);
    expect(await contentOf(back)).toEqual(await contentOf(name));
  }
});

test("EXP-07 IMP-28 answers of people who are not here stop the import in the words of the page, and options for columns have no meaning", async () => {
  const { id, name, questions } = await createDataset();
  const [record] = fc.sample(drawn, 1);
  await fill(id, questions, [{ ...record, responses: ["submitted"] } as Drawn]);
  const file = join(folder, `${name}.jsonl`);
  await postil("export", name, "--output", file);
  const changed = (await readFile(file, "utf8")).replaceAll(persons[0]?.username ?? "", "somebody-else");
  await writeFile(file, changed);
  expect(await postil("import", file, "--dataset", newName())).toMatchObject({
    code: 1,
    said: expect.stringContaining(
      "answers of people who are not here: somebody-else. Create their accounts first with `postil users create NAME`, or export without answers.",
    ),
  });
  const wished = await postil("import", file, "--field", "text");
  expect(wished).toMatchObject({ code: 1, said: expect.stringContaining("is an export") });
});

test("EXP-07 answers of users who were deleted are left out, and how many is said before anything is written", async () => {
  const { id, name, questions } = await createDataset();
  const records = fc.sample(drawn, 2).map((record) => ({ ...record, responses: ["submitted"] }));
  await fill(id, questions, records as Drawn[]);
  for (const ending of ["jsonl", "csv"]) {
    const file = join(folder, `${name}-left.${ending}`);
    await postil("export", name, "--output", file);
    const user = persons[0]?.username ?? "";
    const text = await readFile(file, "utf8");
    const nobody = text
      .replaceAll(`"user":"${user}"`, '"user":null')
      .replaceAll(`""user"":""${user}""`, '""user"":null');
    expect(nobody).not.toBe(text);
    await writeFile(file, nobody);
    const { code, said } = await postil("import", file, "--dataset", newName());
    expect(code, said).toBe(0);
    expect(said).toContain("2 answers are of users who were deleted: they are left out");
  }
});

test("EXP-01 EXP-03 the command: words to look for, parts left out, gzip and format by name, and what it refuses", async () => {
  const { id, name, questions } = await createDataset();
  const records = fc.sample(drawn, 3).map((record, index) => ({ ...record, text: `word${index}` }));
  await fill(id, questions, records as Drawn[]);
  const file = join(folder, `${name}-part.jsonl.gz`);
  const { code } = await postil("export", name, "--output", file, "--query", "word1", "--without", "responses");
  expect(code).toBe(0);
  const lines = gunzipSync(await readFile(file))
    .toString()
    .trimEnd()
    .split("\n");
  expect(lines.map((line) => JSON.parse(line).fields.text)).toEqual(["word1"]);
  expect(JSON.parse(lines[0] ?? "")).not.toHaveProperty("responses");
  const refused = [
    [["export", "nothing-of-that-name", "--output", "-"], "There is no dataset"],
    [["export", name], "--output"],
    [["export", name, "--output", ""], "where it goes"],
    [["export", name, "more", "--output", "-"], '"more" is one too many'],
    [["export", name, "--output", "x.tsv"], ".tsv"],
    [["export", name, "--output", "x.xlsx.gz"], ".xlsx"],
    [["export", name, "--output", "-", "--query", " "], "--query is empty"],
    [["export", name, "--output", "-", "--query", "x".repeat(100_000)], "--query has 100000 characters"],
    [["export", name, "--output", join(folder, "no", "folder.csv")], "there is no such folder"],
    [["export", name, "--output", "-", "--format", "xml"], "jsonl, csv, parquet"],
    [["export", name, "--output", "-", "--with", "users"], "no part of a record"],
    [["export", name, "--output", "-", "--workspace", "nowhere"], "There is no workspace"],
  ] as const;
  for (const [args, said] of refused)
    expect(await postil(...args)).toMatchObject({ code: 1, said: expect.stringContaining(said) });
});

test("EXS-01 EXS-07 the command: shapes, what is left out and what the guard changed", async () => {
  const { id, name, questions } = await createDataset();
  const [one] = fc.sample(drawn, 1) as [Drawn];
  const given = { label: "a", words: "=1" };
  const record = { ...one, text: "x", note: null, metadata: null, suggested: null, vector: null, given };
  await fill(id, questions, [
    { ...record, responses: ["submitted"] },
    { ...record, responses: [] },
  ] as Drawn[]);
  const said = async (...args: readonly string[]) => {
    const done = await postil("export", name, "--force", ...args);
    return `${done.code} ${done.out} ${done.said}`;
  };
  const csv = join(folder, `${name}.csv`);
  const told = await said("--shape", "training", "--output", csv);
  expect(told).toContain(`Exported 1 row from 2 records of "${name}"`);
  expect(told).toContain("left out: 1 record: no answer was submitted or validated");
  expect(told).toContain("1 cell has an apostrophe");
  expect(await said("--shape", "training", "--no-guard", "--output", csv)).not.toContain("apostrophe");
  expect(await readFile(csv, "utf8")).toContain(",=1,");
  for (const [args, why] of [
    [["--shape", "best", "--output", "-"], "there are full, training"],
    [["--shape", "conll", "--output", csv], "end the name in .conll"],
    [["--shape", "hf", "--output", "x.zip", "--format", "csv"], "leave --format out"],
    [["--output", "x.parquet.gz"], "leave .gz out"],
    [["--shape", "answers", "--disagreement", "mark", "--output", "-"], "cannot mark disagreement"],
    [["--shape", "spacy", "--question", "label", "--output", "-"], "it can be of: marks"],
  ] as const)
    expect(await said(...args)).toMatch(new RegExp(`^1 .*${why}`, "s"));
});

test("EXP-01 a dataset of the older family is found by its name and by its workspace, and exported", async () => {
  const rows = join(folder, "older.jsonl");
  await writeFile(rows, '{"text":"x"}');
  expect(await postil("import", rows, "--task", "Text2Text", "--dataset", "older")).toMatchObject({ code: 0 });
  for (const where of [[], ["--workspace", "first"]]) {
    const exported = await postil("export", "older", "--force", "--output", join(folder, "older.jsonl"), ...where);
    expect(exported).toMatchObject({ code: 0, said: expect.stringContaining('Exported 1 record of "older"') });
  }
});

test("EXP-01 the file is written where links lead, into what is no plain file, and over nothing that has another name", async () => {
  const { id, name, questions } = await createDataset();
  await fill(id, questions, fc.sample(drawn, 3) as Drawn[]);
  const at = (file: string) => join(folder, `${name}-${file}`);
  await writeFile(at("real.jsonl"), "before", { mode: 0o600 });
  await writeFile(at("real.jsonl.part"), "somebody's own");
  await symlink(at("real.jsonl"), at("link.jsonl"));
  await symlink(at("later.jsonl"), at("dangling.jsonl"));
  for (const file of ["link.jsonl", "dangling.jsonl"]) {
    expect(await postil("export", name, "--force", "--output", at(file))).toMatchObject({ code: 0 });
    expect((await lstat(at(file))).isSymbolicLink()).toBe(true);
    expect(await readFile(at(file), "utf8")).toContain(`"name":"${name}"`);
  }
  expect((await lstat(at("real.jsonl"))).mode & 0o777).toBe(0o600);
  expect(await readFile(at("real.jsonl.part"), "utf8")).toBe("somebody's own");
  execFileSync("bash", ["-c", `mkfifo "$1"`, "bash", at("fifo")]);
  const [said, read] = await Promise.all([
    postil("export", name, "--format", "jsonl", "--output", at("fifo")),
    readFile(at("fifo"), "utf8"),
  ]);
  expect(said).toMatchObject({ code: 0 });
  expect(read).toBe(await readFile(at("link.jsonl"), "utf8"));
  expect((await lstat(at("fifo"))).isFIFO()).toBe(true);
  const mine = (await readdir(folder)).filter((file) => file.startsWith(name) && file.endsWith(".part"));
  expect(mine).toEqual([`${name}-real.jsonl.part`]);
});

test("EXP-07 a draft comes back as a draft, with fields and questions or without any", async () => {
  const { name: full } = await createDataset({ publish: false });
  const bare = newName();
  await owner.must("createDataset", { body: { name: bare, workspace_id: people.workspaceId } });
  for (const [name, ending] of [
    [full, "jsonl"],
    [full, "csv"],
    [bare, "jsonl"],
    [bare, "csv"],
  ] as const) {
    const file = join(folder, `${name}.${ending}`);
    expect(await postil("export", name, "--output", file)).toMatchObject({ code: 0 });
    const back = newName();
    expect(await postil("import", file, "--dataset", back)).toMatchObject({ code: 0 });
    expect(await contentOf(back)).toEqual(await contentOf(name));
    const { items } = await owner.must("listMyDatasets");
    expect(items.find((dataset) => dataset.name === back)?.status).toBe("draft");
  }
});

test("EXP-07 files of another kind than their name says, and of spreadsheets, are told apart", async () => {
  const table = join(folder, "lines.tsv");
  await writeFile(table, '{"text":"a"}\n');
  expect(await postil("import", table)).toMatchObject({ code: 1, said: expect.stringContaining(".jsonl") });
  const sheet = join(folder, "sheet.ods");
  expect(await postil("import", sheet)).toMatchObject({
    code: 1,
    said: expect.stringContaining("save it as xlsx or CSV"),
  });
});

test("EXP-05 an export that waits for another one of the same person says so, and comes when that has ended", async () => {
  const { id, name, questions } = await createDataset();
  await fill(id, questions, fc.sample(drawn, 1) as Drawn[]);
  const items = Array.from({ length: 400 }, () => ({ fields: { text: "x".repeat(20_000) } }));
  for (let turn = 0; turn < 5; turn++)
    await owner.must("createRecords", { params: { dataset_id: id }, body: { items } });
  const stop = new AbortController();
  const stalled = await fetch(`${server.url}/api/postil/v1/datasets/${id}/export`, {
    method: "POST",
    headers: { "x-postil-api-key": OPERATOR_KEY, "content-type": "application/json" },
    body: "{}",
    signal: stop.signal,
  });
  expect(stalled.status).toBe(200);
  const { code, said } = await postilTelling(
    (line) => line.includes("other exports") && stop.abort(),
    ...["export", name, "--output", join(folder, `${name}.jsonl`)],
  );
  expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining("other exports have to end") });
});
