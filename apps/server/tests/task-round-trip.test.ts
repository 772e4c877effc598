import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Task } from "@postil/domain/datasets/dataset";
import { parseKeepingForm } from "@postil/domain/text/json-text";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runAt } from "./support/command-line.ts";
import { times } from "./support/effort.ts";
import { newName } from "./support/people.ts";
import { OWNER } from "./support/start-test-server.ts";
import { startTaskPeople } from "./support/task-datasets.ts";

/** An import restores an export of a task dataset without loss (EXP-07): random records of every task. */

const { server, people, workspace } = await startTaskPeople();
const { owner } = people.clients;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "postil-task-round-trip-"));
});
afterAll(() => rm(folder, { recursive: true }));

const postil = (...args: readonly string[]) => runAt({ url: server.url, home: folder }, args);

/** Texts that break formats: emoji, right-to-left text, quotes, line breaks, spreadsheet formulas, JSON. */
const hard = fc.constantFrom(
  ..."👩‍🚀|שלום|\"|'=1|=1+1|;=1|\t'+1|-2+3|@x|\r\n|\n|,|[1]|{}|nul|5|5.0|true|null|[".split("|"),
);
const text = fc
  .array(fc.oneof(hard, fc.string({ unit: "grapheme", maxLength: 6 })), { maxLength: 4 })
  .map((all) => all.join("").replaceAll("\0", ""));
const filled = text.map((one) => `x${one}`);
/** Hard texts, also without a text in front of them. */
const hardText = fc.oneof(filled, hard).map((one) => (one.trim() === "" ? "x" : one));
const score = fc.constantFrom(0, 0.25, 1, 0.1 + 0.2);
const agent = fc.constantFrom("m1", "agent", "labels", "=x", "mara", "7", "score");
const names = ["A", "=b", "[c]", '"d"', "e, f"] as const;

const distinct = <T>(of: fc.Arbitrary<T>, key: (item: T) => unknown, maxLength: number, minLength = 0) =>
  fc.uniqueArray(of, { selector: key, minLength, maxLength });
const labels = (most: number, least = 0) =>
  distinct(fc.record({ class: fc.constantFrom(...names), score }), (label) => label.class, most, least).map((list) => ({
    labels: list,
  }));
const sentences = fc
  .array(fc.record({ text: fc.oneof(text, hard), score }), { maxLength: 3 })
  .map((list) => ({ sentences: list }));
/** "In New York 👩‍🚀 Ana": places of its tokens, in code points. */
const TOKENS = ["In", "New", "York", "👩‍🚀", "Ana"];
const WORDS = TOKENS.join(" ");
const PLACES = [
  [0, 2],
  [3, 6],
  [7, 11],
  [12, 15],
  [16, 19],
] as const;
const entities = fc
  .record({
    list: distinct(
      fc.record({ from: fc.nat(4), more: fc.nat(1), label: fc.constantFrom("LOC", "=p q"), score }),
      ({ from, more, label }) => `${from} ${more} ${label}`,
      4,
    ),
    score: fc.option(score, { nil: undefined }),
  })
  .map(({ list, score: whole }) => ({
    entities: list.map(({ from, more, ...entity }) => ({
      start: PLACES[from]?.[0],
      end: PLACES[Math.min(4, from + more)]?.[1],
      ...entity,
    })),
    ...(whole === undefined ? {} : { score: whole }),
  }));

const sides = (annotated: fc.Arbitrary<object>, predicted: fc.Arbitrary<object>) => ({
  prediction: fc.tuple(agent, predicted).map(([by, part]) => ({ agent: by, ...part })),
  annotation: fc.tuple(agent, annotated).map(([by, part]) => ({ agent: by, ...part })),
  predictions: fc.dictionary(agent, predicted, { maxKeys: 2 }),
  annotations: fc.dictionary(agent, annotated, { maxKeys: 2 }),
});
const common = {
  status: fc.constantFrom("Default", "Edited", "Discarded", "Validated"),
  event_timestamp: fc.constant("2024-05-01T10:00:00.250000"),
  metadata: fc.record(
    {
      lang: fc.oneof(filled, hard),
      "many words": fc.array(filled, { minLength: 1, maxLength: 2 }),
      year: fc.integer(),
      "=on": fc.boolean(),
      " odd": filled,
      deep: fc.record({ share: fc.constantFrom("RAW 5.0", "RAW 1e-7", "RAW 0.25") }),
      _kept: fc.constant({ any: ["thing", null] }),
    },
    { requiredKeys: [] },
  ),
  vectors: fc.record({
    mini: fc.record({
      value: fc.constantFrom([1, 2.5], [0, -0.5]),
      ...{ model: fc.constantFrom("m", "=n"), record_properties: fc.constantFrom(["text"]) },
    }),
  }),
};
const optional = (of: { readonly [key: string]: fc.Arbitrary<unknown> }) => fc.record(of, { requiredKeys: [] });
const together = (...parts: readonly fc.Arbitrary<object>[]) =>
  fc.tuple(...parts).map((all): object => Object.assign({}, ...all));
const input = fc.oneof(hardText, fc.array(hardText, { maxLength: 2 }));
const inputs = fc
  .record({ text: input, "=second": input, " third": input }, { requiredKeys: [] })
  .filter((given) => Object.keys(given).length > 0);
const explanation = fc.constant({ text: [{ token: "a", attributions: { A: 0.5 } }] });

type Classified = { status?: string; annotation?: { labels: readonly unknown[] } };
/** A single-label record without a label cannot be validated, so it becomes Default. */
const validated = (multi: boolean, record: Classified): object =>
  multi || (record.annotation?.labels.length ?? 0) > 0 ? record : { ...record, status: "Default" };
const toClassify = (multi: boolean) =>
  together(
    fc.record({
      multi_label: fc.constant(multi),
      inputs,
    }),
    optional({ ...sides(multi ? labels(3) : labels(1, 1), labels(multi ? 3 : 1)), ...common, explanation }),
  ).map((record) => validated(multi, record));
const some = (record: fc.Arbitrary<object>) => fc.array(record, { minLength: 1, maxLength: 6 });
const RECORDS: { readonly [T in Task]: fc.Arbitrary<object[]> } = {
  TextClassification: fc.oneof(some(toClassify(false)), some(toClassify(true))),
  TokenClassification: some(
    together(fc.constant({ text: WORDS, tokens: TOKENS }), optional({ ...sides(entities, entities), ...common })),
  ),
  Text2Text: some(together(fc.record({ text: hardText }), optional({ ...sides(sentences, sentences), ...common }))),
};
/** Writes numbers as the text that is sent. */
const jsonOf = (value: unknown): string => JSON.stringify(value).replaceAll(/"RAW ([^"]*)"/g, "$1");

async function log(name: string, task: Task, records: readonly object[]): Promise<void> {
  const reply = await fetch(`${server.url}/api/datasets/${name}/${task}:bulk?workspace=${workspace}`, {
    method: "POST",
    headers: { "x-postil-api-key": OWNER.apiKey, "content-type": "application/json" },
    body: jsonOf({ records }),
  });
  expect(reply.status, await reply.text()).toBe(200);
}

/** Returns everything in a dataset, with the form of numbers kept. */
async function wholeOf(name: string, task: Task) {
  const at = { params: { name }, query: { workspace } };
  const reply = await fetch(`${server.url}/api/datasets/${name}/records/:search?workspace=${workspace}&limit=1000`, {
    method: "POST",
    headers: { "x-postil-api-key": OWNER.apiKey, "content-type": "application/json" },
    body: "{}",
  });
  const { records } = parseKeepingForm(await reply.text()) as { records: { last_updated: string }[] };
  const { tags, metadata } = await owner.must("getTaskDatasetV0", at);
  const settings =
    task === "Text2Text" ? null : (await owner.call("getTaskSettingsV0", { ...at, params: { name, task } })).body;
  const rules = task === "TextClassification" ? await owner.must("listLabelingRulesV0", at) : [];
  return {
    records: records.map(({ last_updated: _, ...record }) => record),
    tags,
    metadata,
    settings,
    rules: rules.map(({ query, labels: given, description }) => ({ query, given, description })),
  };
}

/** The hash of a new snapshot. */
async function hashOf(name: string): Promise<string | undefined> {
  const { out, err } = await postil("snapshot", name, "--name", newName());
  expect(err).toBe("");
  return /hash ([0-9a-f]{64})/.exec(out)?.[1];
}

async function createDataset(task: Task, records: readonly object[]): Promise<string> {
  const name = newName();
  const about = { tags: { lang: "en", "=t": "" }, metadata: { any: { thing: [1, "x"] } } };
  await owner.must("createTaskDatasetV0", { body: { name, task, workspace, ...about } });
  const at = { params: { name, task }, query: { workspace } };
  if (task !== "Text2Text") {
    const labeled = [...names, "LOC", "=p q"].map((label, index) => ({
      id: `${index}`,
      name: label,
      description: "d",
    }));
    await owner.must("updateTaskSettingsV0", {
      ...at,
      body: { label_schema: { labels: labeled }, vectors: { mini: 2 } },
    });
  }
  if (records.length > 0)
    await log(
      name,
      task,
      records.map((record, index) => ({ id: index % 2 === 0 ? index : `${index}`, ...record })),
    );
  if (task === "TextClassification")
    await owner.must("createLabelingRuleV0", {
      ...at,
      body: { query: "text:x", labels: ["A", "=b"], description: "why" },
    });
  return name;
}

test.each(["TextClassification", "TokenClassification", "Text2Text"] as const)(
  "EXP-07 EXS-08 SNP-10 a %s dataset comes back the same from each format: texts, labels, agents, scores, statuses, metadata, vectors, settings and rules",
  async (task) => {
    await fc.assert(
      fc.asyncProperty(RECORDS[task], async (records) => {
        const name = await createDataset(task, records);
        const original = await wholeOf(name, task);
        for (const ending of ["jsonl", "csv.gz", "parquet"]) {
          const file = join(folder, `${name}.${ending}`);
          expect(await postil("export", name, "--output", file, "--with", "vectors")).toMatchObject({ code: 0 });
          const copy = newName();
          const imported = await postil("import", file, "--workspace", workspace, "--dataset", copy);
          expect(imported, imported.said).toMatchObject({ code: 0 });
          expect(await wholeOf(copy, task)).toEqual(original);
          if (ending === "jsonl") expect(await hashOf(copy)).toBe(await hashOf(name));
        }
      }),
      { numRuns: times(20) },
    );
  },
);

test("EXP-07 a task dataset without records comes back with what it consists of", async () => {
  const name = await createDataset("TextClassification", []);
  for (const ending of ["jsonl", "csv", "parquet"]) {
    const file = join(folder, `${name}.${ending}`);
    expect(await postil("export", name, "--output", file)).toMatchObject({ code: 0 });
    const copy = newName();
    expect((await postil("import", file, "--workspace", workspace, "--dataset", copy)).said).toContain(
      `0 rows -> TextClassification: dataset "${copy}"`,
    );
    expect(await wholeOf(copy, "TextClassification")).toEqual(await wholeOf(name, "TextClassification"));
  }
});

test("EXP-07 tags that were changed beside the entities are told, alone they count", async () => {
  const annotation = { agent: "a", entities: [{ start: 3, end: 11, label: "LOC", score: 1 }] };
  const name = await createDataset("TokenClassification", [{ text: WORDS, tokens: TOKENS, annotation }]);
  const file = join(folder, `${name}.jsonl`);
  await postil("export", name, "--output", file);
  const record = JSON.parse(await readFile(file, "utf8"));
  expect(record.tags).toEqual(["O", "B-LOC", "I-LOC", "O", "O"]);
  const tags = ["O", "B-LOC", "I-LOC", "O", "B-LOC"];
  const write = (row: object) => writeFile(file, `${JSON.stringify({ ...record, tags, ...row })}\n`);
  await write({});
  const refused = await postil("import", file, "--workspace", workspace, "--dataset", newName());
  expect(refused.code).toBe(1);
  expect(refused.said).toContain('says something else than "entities"; leave one of the two columns out');
  await write({ entities: null });
  const copy = newName();
  expect(await postil("import", file, "--workspace", workspace, "--dataset", copy)).toMatchObject({ code: 0 });
  const [read] = (await owner.must("scanTaskRecordsV0", { params: { name: copy }, query: { workspace }, body: {} }))
    .records;
  expect(read).toMatchObject({
    annotation: { agent: "a", entities: [{ label: "LOC" }, { start: 16, end: 19, label: "LOC" }] },
  });
});

test("EXP-01 EXP-07 the command line: parts by their names, a query, and what does not go together", async () => {
  const name = await createDataset("Text2Text", [
    { text: "one" },
    { text: "two", annotation: { agent: "a", sentences: [] } },
  ]);
  const file = join(folder, `${name}.jsonl`);
  const exported = await postil("export", name, "--output", file, "--query", "two", "--without", "annotations");
  expect(exported.said).toMatch(`Exported 1 record of "${name}"`);
  const record = JSON.parse(await readFile(file, "utf8"));
  expect(record).toMatchObject({ source: "two" });
  expect(record).not.toHaveProperty("target");
  expect((await postil("import", file, "--task", "TextClassification")).said).toContain(
    "is an export of a Text2Text dataset",
  );
  expect((await postil("import", file, "--ignore", "status")).said).toContain(
    "only --dataset, --workspace, --skip-bad",
  );
  expect((await postil("export", name, "--output", file, "--without", "labels")).said).toContain('"labels" is no part');
  expect((await postil("export", name, "--output", file, "--task", "TokenClassification")).said).toContain(
    `There is no TokenClassification dataset "${name}"`,
  );
  await owner.must("createDataset", { body: { name, workspace_id: people.workspaceId } });
  expect((await postil("export", name, "--output", file)).said).toContain(
    `There are 2 datasets "${name}", of the tasks FeedbackTask, Text2Text; say which with --task`,
  );
  expect((await postil("export", name, "--force", "--output", file, "--task", "FeedbackTask")).said).toContain(
    "Exported 0 records",
  );
});
