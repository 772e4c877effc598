import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, expect, test } from "vitest";
import { createClient } from "./support/client.ts";
import { runAt } from "./support/command-line.ts";
import { fill } from "./support/other-server.ts";
import { OWNER, startForFile } from "./support/start-test-server.ts";

/** A second run of `postil migrate`: what changed there, here and on both servers since the first. */

const other = await startForFile();
const there = await fill(other, 20);
const { anna, params, questions, tasks } = there;
const server = await startForFile();
const home = mkdtempSync(join(tmpdir(), "postil-migrate-"));
afterAll(() => rmSync(home, { recursive: true }));
const here = createClient(server.url, OWNER.apiKey);

const migrate = () =>
  runAt({ url: server.url, home }, ["migrate", "--from", other.url, "--patience", "0", "--as", "owner=owner"], {
    env: { POSTIL_MIGRATE_API_KEY: OWNER.apiKey },
  });
type Client = typeof here;
const query = { include: "responses,suggestions,vectors", limit: "500" };
const recordsOf = async (client: Client) => (await client.must("listRecords", { params, query })).items;
/** How many rows were written since the store was opened, by the other connection. */
const changesOf = () => {
  const database = new DatabaseSync(server.file, { readOnly: true });
  const tables = database
    .prepare("select name from sqlite_master where type = 'table' and name not like '%text%'")
    .all();
  const rows = tables.map(({ name }) => [name, database.prepare(`select * from "${name}"`).all()]);
  database.close();
  return JSON.stringify(rows.filter(([name]) => !["session", "api_key", "clock"].includes(String(name))));
};

test("MIG-08 MIG-09 what changed there follows, what changed here stays, and what changed on both is named", async () => {
  expect((await migrate()).said).toContain("Both servers agree.");
  const stored = changesOf();
  const unchanged = await migrate();
  expect(unchanged.said).toContain("Both servers agree.");
  expect(unchanged.out).not.toMatch(/left so|left as it is|left here/);
  // A run that finds no changes writes nothing.
  expect(changesOf()).toBe(stored);

  const [followed, own, both] = await recordsOf(there.owner);
  if (!followed || !own || !both) throw new Error("There are too few records.");
  const mood = questions.get("mood") ?? "";
  const change = (client: Client, { id }: { readonly id: string }, lang: string) =>
    client.must("updateRecord", { params: { record_id: id }, body: { metadata: { lang } } });
  const suggest = (client: Client, { id }: { readonly id: string }, value: string, question_id: string) =>
    client.must("upsertSuggestion", { params: { record_id: id }, body: { question_id, value, agent: "m 2" } });
  const moodHere = (await here.must("listQuestions", { params })).items.find(({ name }) => name === "mood");
  // There alone: everything that can change on a record.
  await there.owner.must("updateRecord", {
    params: { record_id: followed.id },
    body: { metadata: { lang: "fr", len: 7 }, vectors: { mini: [9, 8, 7] } },
  });
  await suggest(there.owner, followed, "neu", mood);
  // Here alone, and on both servers.
  await change(here, own, "here");
  await suggest(here, own, "neg", moodHere?.id ?? "");
  await change(here, both, "here");
  await change(there.owner, both, "there");
  const annas = (record: typeof both) => record.responses?.find(({ user_id }) => user_id === anna.id)?.id ?? "";
  const answer = (client: Client, value: string) =>
    client.must("updateResponse", {
      params: { response_id: annas(both) },
      body: { status: "submitted", values: { mood: { value } } },
    });
  await answer(here, "pos");
  await answer(there.owner, "neu");
  await there.owner.must("deleteRecord", { params: { record_id: (await recordsOf(there.owner)).at(-1)?.id ?? "" } });

  const ran = await migrate();
  expect(ran.said).toContain("Both servers agree.");
  expect(ran.out).toContain(`record ${both.id}: record, response`);
  expect(ran.out).toContain("changed here, and left so: 2; deleted here, and left so: 0");
  expect(ran.out).toContain("changed on both servers, and left as it is here: 2");
  expect(ran.out).toContain("not there any more, and left here: 1 records, 0 parts");
  const now = new Map((await recordsOf(here)).map((record) => [record.id, record]));
  const wanted = (await recordsOf(there.owner)).find(({ id }) => id === followed.id);
  const { suggestions, ...brought } = now.get(followed.id) ?? {};
  expect(brought).toEqual({ ...wanted, suggestions: undefined });
  expect(suggestions).toMatchObject([{ value: "neu", agent: "m 2" }, { value: ["pos", "neu"] }]);
  expect(now.get(own.id)).toMatchObject({ metadata: { lang: "here" } });
  expect(now.get(own.id)?.suggestions?.[0]).toMatchObject({ value: "neg" });
  expect(now.get(both.id)).toMatchObject({ metadata: { lang: "here" } });
  expect(now.get(both.id)?.responses?.find(({ user_id }) => user_id === anna.id)?.values).toMatchObject({
    mood: { value: "pos" },
  });
  expect(now.size).toBe(20);
  // Found by what it is now, not by what it was.
  const found = await here.must("searchRecords", {
    params,
    query: { include: "responses" },
    body: {
      filters: {
        type: "and",
        and: [{ type: "terms", scope: { entity: "metadata", metadata_property: "lang" }, values: ["fr"] }],
      },
    },
  });
  expect(found.items.map(({ record }) => record.id)).toEqual([followed.id]);
  // It is told in each run, until somebody makes the two the same.
  expect((await migrate()).out).toContain("changed on both servers, and left as it is here: 2");
});

test("MIG-09 settings that changed there follow: titles, descriptions, guidelines and options; those changed here stay", async () => {
  const of = async (client: Client, name: string) => {
    const found = (await client.must("listQuestions", { params })).items.find((one) => one.name === name);
    if (!found) throw new Error(`There is no question ${name}.`);
    return { question: found, at: { params: { question_id: found.id } } };
  };
  await there.owner.must("updateDataset", { params, body: { guidelines: "New ones" } });
  const { at, question } = await of(there.owner, "mood");
  if (question.settings.type !== "label_selection") throw new Error("It is another question.");
  const options = [...question.settings.options, { value: "new", text: "New", description: null }];
  const settings = { type: "label_selection", options };
  await there.owner.must("updateQuestion", {
    ...at,
    body: { title: "Their mood", description: "Said there", settings },
  });
  await here.must("updateQuestion", { ...(await of(here, "words")).at, body: { title: "Our words" } });
  await here.must("updateQuestion", { ...(await of(here, "many")).at, body: { title: "Ours" } });
  await there.owner.must("updateQuestion", { ...(await of(there.owner, "many")).at, body: { title: "Theirs" } });
  const field = async (client: Client) => (await client.must("listFields", { params })).items[0];
  const fieldThere = await field(there.owner);
  await there.owner.must("updateField", { params: { field_id: fieldThere?.id ?? "" }, body: { title: "Their text" } });

  const ran = await migrate();
  expect(ran.out).toContain("question many: title");
  const mood = (await of(here, "mood")).question;
  expect(mood).toMatchObject({ title: "Their mood", description: "Said there", settings: { options } });
  expect((await of(here, "words")).question.title).toBe("Our words");
  expect((await of(here, "many")).question.title).toBe("Ours");
  expect((await field(here))?.title).toBe("Their text");
  expect((await here.must("getDataset", { params })).guidelines).toBe("New ones");
  const stored = changesOf();
  await migrate();
  expect(changesOf()).toBe(stored);
});

test("MIG-10 task records, labels, tags and rules that changed there follow, unless they were changed here", async () => {
  const at = tasks.at(tasks.names.TextClassification);
  const log = (client: Client, id: number, name: string, metadata: object) =>
    client.must("logTextRecordsV0", {
      ...at,
      body: {
        records: [
          {
            id,
            inputs: { text: `t ${id}`, title: "T" },
            metadata,
            annotation: { agent: "anna", labels: [{ class: name }] },
          },
        ],
      },
    });
  await log(there.owner, 2, "A", { n: 77 });
  await log(there.owner, 4, "A", { n: 4 });
  await log(here, 4, "B 😀", { n: 5 });
  await log(here, 6, "A", { n: 6 });
  const named = { params: { ...at.params, task: "TextClassification" }, query: at.query };
  await there.owner.must("putTaskSettingsV0", { ...named, body: { label_schema: { labels: ["A", "B 😀", "C"] } } });
  await there.owner.must("updateTaskDatasetV0", { ...at, body: { tags: { a: "there", c: "new" }, metadata: {} } });
  const [rule] = await there.owner.must("listLabelingRulesV0", at);
  const byQuery = { params: { ...at.params, query: rule?.query ?? "" }, query: at.query };
  await there.owner.must("updateLabelingRuleV0", { ...byQuery, body: { labels: ["A"], description: "theirs" } });

  const ran = await migrate();
  expect(ran.out).toContain("record 4: record");
  expect(ran.out).toMatch(/changed here, and left so: 1; deleted here, and left so: 0/);
  const of = async (client: Client, id: string) =>
    client.must("getTaskRecordV0", { ...at, params: { ...at.params, id } });
  expect(await of(here, "2")).toEqual(await of(there.owner, "2"));
  expect(await of(here, "4")).toMatchObject({ metadata: { n: 5 }, annotation: { labels: [{ class: "B 😀" }] } });
  expect(await of(here, "6")).toMatchObject({ metadata: { n: 6 }, annotation: { labels: [{ class: "A" }] } });
  expect(await here.must("getTaskSettingsV0", named)).toEqual(await there.owner.must("getTaskSettingsV0", named));
  expect(await here.must("getTaskDatasetV0", at)).toMatchObject({ tags: { a: "there", c: "new" } });
  expect(await here.must("listLabelingRulesV0", at)).toEqual(await there.owner.must("listLabelingRulesV0", at));

  // Changed here, and then there too; and one that is not there any more.
  await here.must("updateLabelingRuleV0", { ...byQuery, body: { labels: ["A"], description: "ours" } });
  await there.owner.must("updateLabelingRuleV0", { ...byQuery, body: { labels: ["B 😀"], description: "again" } });
  const again = await migrate();
  expect(again.out).toContain(`rule ${rule?.query}: said`);
  expect((await here.must("listLabelingRulesV0", at))[0]?.description).toBe("ours");
});
