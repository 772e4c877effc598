import { expect, test } from "vitest";
import type { Sending } from "./support/client.ts";
import { SPEAKERS, type Speaker } from "./support/people.ts";
import {
  createTaskDataset,
  errorsOf,
  forbidden,
  missing,
  startTaskPeople,
  typed,
  wrongTask,
} from "./support/task-datasets.ts";

/** Labeling rules, as contract api-v0 section 8 defines them. */

const { server, people, workspace } = await startTaskPeople();

const rulesOf = async () => {
  const { name, at } = await createTaskDataset(people, workspace, "TextClassification");
  const { owner } = people.clients;
  const on = (query: string): Sending => ({ ...at, params: { name, query } });
  return {
    name,
    at,
    on,
    list: () => owner.must("listLabelingRulesV0", at),
    create: (body: unknown) => owner.call("createLabelingRuleV0", { ...at, body }),
    get: (query: string) => owner.call("getLabelingRuleV0", on(query)),
    update: (query: string, body: unknown) => owner.call("updateLabelingRuleV0", { ...on(query), body }),
    remove: (query: string) => owner.call("deleteLabelingRuleV0", on(query)),
  };
};
const made = { author: "owner", created_at: expect.any(String) };
const taken = (name: string) => ({
  status: 409,
  body: typed("EntityAlreadyExistsError", { name, type: "ServiceLabelingRule" }),
});

test("RUL-01 RUL-05 RUL-08 rules are listed oldest first, nulls left out, with author and time", async () => {
  const { list, create, name, at } = await rulesOf();
  const { last_updated } = await people.clients.owner.must("getTaskDatasetV0", at);
  expect(await list()).toEqual([]);
  const sent: readonly [object, object][] = [
    [
      { query: " bad ", labels: ["NEG"], description: "woe" },
      { query: "bad", label: "NEG", labels: ["NEG"], description: "woe" },
    ],
    [
      { query: "a", labels: ["POS", "NEG"] },
      { query: "a", labels: ["POS", "NEG"] },
    ],
    [
      { query: "x", labels: ["A"], label: "B", description: null },
      { query: "x", label: "B", labels: ["A", "B"] },
    ],
    [
      { query: 5, labels: [1, 1], description: "" },
      { query: "5", labels: ["1", "1"], description: "" },
    ],
  ];
  for (const [body, rule] of sent) expect((await create(body)).body).toEqual({ ...rule, ...made });
  expect(await list()).toEqual(sent.map(([, rule]) => ({ ...rule, ...made })));
  expect(await people.clients.owner.must("getTaskDatasetV0", at)).toMatchObject({ name, last_updated });
});

test("RUL-08 a rule whose query is there is 409, blanks around it do not count, and a bad query is none", async () => {
  const { list, create } = await rulesOf();
  await create({ query: "good", label: "POS" });
  expect(await create({ query: "good", labels: ["NEG"] })).toMatchObject(taken("good"));
  expect(await create({ query: "  good ", label: "POS" })).toMatchObject(taken("good"));
  expect(await create({ query: '"open', label: "POS" })).toMatchObject({ status: 200 });
  expect((await list()).map(({ query }) => query)).toEqual(["good", '"open']);
});

test("RUL-09 a change replaces the labels, keeps description, author and time, and knows no other query", async () => {
  const { create, update, get } = await rulesOf();
  const { body: first } = await create({ query: "bad", label: "NEG", description: "woe" });
  const kept = { ...(first as object), label: undefined };
  const expectChanged = async (body: unknown, change: object) => {
    const want = JSON.parse(JSON.stringify({ ...kept, ...change }));
    expect((await update("bad", body)).body).toEqual(want);
    expect((await get("bad")).body).toEqual(want);
  };
  await expectChanged({ labels: ["NEG", "POS"] }, { labels: ["NEG", "POS"] });
  await expectChanged({ labels: ["A"], label: "B", description: null }, { labels: ["A", "B"] });
  await expectChanged({ label: "X", query: "ignored" }, { labels: ["X"], label: "X" });
  await expectChanged({ labels: ["X"], description: "" }, { labels: ["X"], label: "X", description: "" });
});

test("RUL-03 RUL-04 a rule is read by its query; an unknown one is 404 to read and to change, and deleting it leaves nothing to do", async () => {
  const { create, get, update, remove, list } = await rulesOf();
  await create({ query: "good", label: "POS" });
  expect(await get("good")).toMatchObject({ status: 200, body: { query: "good", labels: ["POS"] } });
  expect(await get("never")).toMatchObject(missing("never", "ServiceLabelingRule"));
  expect(await update("never", { label: "A" })).toMatchObject(missing("never", "ServiceLabelingRule"));
  for (const query of ["never", "good", "good"]) expect(await remove(query)).toMatchObject({ status: 200, body: null });
  expect(await list()).toEqual([]);
});

test("RUL-22 a rule without labels is refused, and what is no rule is told with its place", async () => {
  const { create, update, list } = await rulesOf();
  await create({ query: "good", label: "POS" });
  const unlabeled = [
    {
      loc: ["body", "__root__"],
      type: "assertion_error",
      msg: expect.stringMatching(/^No labels was provided in rule/),
    },
  ];
  for (const body of [{}, { labels: [] }, { label: "" }, { label: null }, { description: "only" }]) {
    expect(errorsOf(await create({ query: "n", ...body })), JSON.stringify(body)).toMatchObject(unlabeled);
    expect(errorsOf(await update("good", body)), JSON.stringify(body)).toMatchObject(unlabeled);
  }
  const none = { type: "type_error.none.not_allowed" };
  const refused: readonly [unknown, object][] = [
    [undefined, { loc: ["body"], type: "value_error.missing" }],
    [{}, { loc: ["body", "query"], type: "value_error.missing" }],
    [
      { query: null, label: "A" },
      { loc: ["body", "query"], ...none },
    ],
    [
      { query: "  ", label: "A" },
      { loc: ["body", "query"], ctx: { limit_value: 1 } },
    ],
    [
      { query: "q".repeat(4001), label: "A" },
      { loc: ["body", "query"], ctx: { limit_value: 4000 } },
    ],
    [
      { query: "n", labels: null, label: "A" },
      { loc: ["body", "labels"], ...none },
    ],
    [
      { query: "n", labels: "A" },
      { loc: ["body", "labels"], type: "type_error.list" },
    ],
  ];
  for (const [body, error] of refused)
    expect(errorsOf(await create(body)), JSON.stringify(body)).toMatchObject([error]);
  expect(await list()).toHaveLength(1);
});

test("RUL-13 any query names its rule in a path, whatever is encoded of it", async () => {
  const { create, get, update, remove, on } = await rulesOf();
  const queries = [
    "a b",
    "a:b",
    '"quoted phrase"',
    "50%",
    "a+b",
    "good?",
    "ümlaut",
    "#tag",
    "semi;colon",
    "a/b",
    "/re.x/",
    "a//b",
    "50%25",
    "x/metrics",
    "metrics",
    "q".repeat(4000),
  ];
  for (const query of queries) {
    expect((await create({ query, label: "Z" })).status, query).toBe(200);
    expect(await update(query, { label: "Y" }), query).toMatchObject({ status: 200, body: { query, label: "Y" } });
    if (query !== "metrics" && !query.endsWith("/metrics")) expect((await get(query)).body).toMatchObject({ query });
    expect((await remove(query)).status, query).toBe(200);
    if (query !== "metrics") expect(await update(query, { label: "Y" })).toMatchObject({ status: 404 });
  }
  await create({ query: "a/b", label: "Z" });
  for (const query of [" a/b", "a/b "])
    expect((await people.clients.owner.call("getLabelingRuleV0", on(query))).status).toBe(200);
});

test("RUL-13 API-34 a path may hold the query as it stands, with the name or the task first", async () => {
  const { name, create } = await rulesOf();
  const ask = async (path: string, method = "GET") => {
    const reply = await fetch(`${server.url}/api/datasets/${path}?workspace=${workspace}`, {
      method,
      headers: { "x-postil-api-key": "owner-api-key" },
    });
    return [reply.status, await reply.json()];
  };
  for (const query of ["a/b", "text:/x.y/", "50%", "(a OR b) AND [1 TO 2]"]) {
    const { body } = await create({ query, label: "Z" });
    const plain = query.replaceAll(" ", "%20").replaceAll("[", "%5B").replaceAll("]", "%5D");
    for (const start of [
      `${name}/TextClassification`,
      `TextClassification/${name}`,
      `TaskType.text_classification/${name}`,
    ]) {
      expect(await ask(`${start}/labeling/rules/${plain}`)).toEqual([200, body]);
      expect(await ask(`${start}/labeling/rules/${encodeURIComponent(query)}`)).toEqual([200, body]);
    }
    expect(await ask(`${name}/TextClassification/labeling/rules/${plain}`, "DELETE")).toEqual([200, null]);
  }
  expect(await ask(`TextClassification/${name}/labeling/rules`)).toEqual([200, []]);
  expect((await ask(`${name}/TextClassification/labeling/rules/%ff`))[0]).toBe(400);
});

test("TEN-13 RUL-05 rules are of text classification datasets alone", async () => {
  const { name, at } = await createTaskDataset(people, workspace, "TokenClassification");
  const on = { ...at, params: { name, query: "x" } };
  const label = { body: { label: "A", query: "x" } };
  const unknown = { ...at, params: { name: "unknown", query: "x" } };
  for (const speaker of ["owner", "annotator elsewhere"] as const) {
    const { call } = people.clients[speaker];
    expect(await call("listLabelingRulesV0", at)).toMatchObject(wrongTask("TextClassification"));
    expect(await call("createLabelingRuleV0", { ...at, ...label })).toMatchObject(wrongTask("TextClassification"));
    expect(await call("updateLabelingRuleV0", { ...on, ...label })).toMatchObject(wrongTask("TextClassification"));
    expect(await call("deleteLabelingRuleV0", on)).toMatchObject(wrongTask("TextClassification"));
    expect(await call("deleteLabelingRuleV0", unknown)).toMatchObject(missing("unknown"));
  }
});

test("RUL-06 one rule whose query cannot be read takes no other along: the good ones are counted, it is named with place and reason", async () => {
  const { at, create } = await rulesOf();
  const { owner } = people.clients;
  const records = ["good day", "good night", "bad day"].map((text, id) => ({ id, inputs: { text } }));
  await owner.must("logTextRecordsV0", { ...at, body: { records } });
  for (const query of ["good", "day AND (", "night"]) await create({ query, labels: ["A"] });
  expect(await owner.must("getLabelingRulesMetricsV0", at)).toMatchObject({
    coverage: 2 / 3,
    total_records: 3,
    postil_unreadable: [{ query: "day AND (", reason: "Failed to parse query [day AND (]", at: expect.any(Number) }],
  });
});

test("RUL-08 a dataset has a thousand rules at most", { timeout: 60_000 }, async () => {
  const { create, list } = await rulesOf();
  for (let made = 0; made < 1000; made += 50)
    await Promise.all(Array.from({ length: 50 }, (_, more) => create({ query: `q${made + more}`, label: "A" })));
  const reply = await create({ query: "one more", label: "A" });
  expect(reply).toMatchObject({ status: 422, body: { detail: expect.stringContaining("at most 1000") } });
  expect(await list()).toHaveLength(1000);
});

const MEMBERS: readonly Speaker[] = ["owner", "admin", "annotator"];
const CALLS = [
  { name: "listLabelingRulesV0", more: {} },
  { name: "createLabelingRuleV0", more: { body: { query: "new", label: "A" } } },
  { name: "getLabelingRuleV0", more: {} },
  { name: "updateLabelingRuleV0", more: { body: { label: "B" } } },
  { name: "deleteLabelingRuleV0", more: {} },
] as const;

for (const { name, more } of CALLS) {
  test(`RUL-23 ROL-09 ${name}: ${MEMBERS.join(", ")}`, async () => {
    for (const speaker of SPEAKERS) {
      const { create, on, list } = await rulesOf();
      await create({ query: "there", label: "A" });
      const before = await list();
      const answer = await people.clients[speaker].call(name, { ...on("there"), ...more });
      if (MEMBERS.includes(speaker)) expect(answer.status, speaker).toBe(200);
      else {
        expect(answer, speaker).toMatchObject(speaker === "nobody" ? { status: 401 } : forbidden);
        expect(await list(), speaker).toEqual(before);
      }
    }
  });
}
