import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createPublished } from "./support/draft.ts";
import { times } from "./support/effort.ts";
import { at, ended, imported, linesOf, send, understand } from "./support/files-sent.ts";
import { patiently } from "./support/patiently.ts";
import { newName, startPeople } from "./support/people.ts";
import { OWNER } from "./support/start-test-server.ts";

const { server, people, admin } = await startPeople();

type Row = { readonly [column: string]: unknown };
const LABELS = ["good", "bad"];
const row = (n: number, changes: Row = {}): Row => ({
  ...{ ticket: `T-${n}`, text: `A text that nobody else has written, number ${n}` },
  ...{ label: LABELS[n % 2], stars: n % 5, channel: ["app", "chat", "mail"][n % 3], vec: [n, 0.1] },
  ...changes,
});
const rows = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => row(from + at));

/** A dataset of these rows, made from a file. */
async function madeOf(some: readonly Row[]): Promise<string> {
  const id = await send(admin, "first.jsonl", linesOf(some));
  const wish = {
    name: newName(),
    columns: [
      { column: "ticket", role: { kind: "id" } },
      { column: "text", role: { kind: "field" } },
      { column: "label", role: { kind: "question", type: "label_selection" } },
      { column: "stars", role: { kind: "metadata", type: "integer" } },
      { column: "channel", role: { kind: "metadata", type: "terms" } },
      { column: "vec", role: { kind: "vector" } },
    ],
  };
  const done = await imported(admin, id, people.workspaceId, wish);
  expect(done).toMatchObject({ state: "done", stored: some.length });
  return done.dataset_id ?? "";
}

type Body = { readonly into?: object; readonly dry_run?: boolean; readonly existing?: "update" | "leave" };
async function add(datasetId: string, file: string, { into = {}, ...body }: Body = {}) {
  await admin.must("addUpload", {
    ...at(file),
    body: { into: { dataset_id: datasetId, ...into }, dry_run: false, existing: "update", ...body },
  });
  const end = await ended(admin, file);
  expect(end.detail).toBeNull();
  return end;
}
const tryAdd = (datasetId: string, file: string, body: Body = {}) => add(datasetId, file, { ...body, dry_run: true });

const recordsOf = async (datasetId: string) => {
  const query = { limit: "1000", include: ["responses", "suggestions", "vectors"] };
  const { items } = await admin.must("listRecords", { params: { dataset_id: datasetId }, query });
  return new Map(items.map((item) => [item.external_id ?? item.id, item]));
};

test("IMP-27 a column that is called id and has a value twice is told, with what becomes of it and what can be said", async () => {
  const dataset = await madeOf(rows(0, 10));
  const twice = linesOf([7, 7, 8].map((id, n) => ({ id, text: `A text that nobody has written ${n}` })));
  const file = await send(admin, "twice.jsonl", twice);
  const into = { dataset_id: dataset };
  expect((await understand(admin, file, { into })).warnings).toContainEqual(
    'Column "id" is not taken as the id, because "7" is in several rows: it is kept with the record as metadata. “Id of the record” in its menu takes it as the id all the same; then rows without an id are new records, and a row whose id stands in an earlier row is refused. Ignore leaves a column out.',
  );
  const parts = [
    { column: "id", part: { kind: "id" as const } },
    { column: "text", part: { kind: "field" as const, name: "text" } },
  ];
  expect((await understand(admin, file, { into: { ...into, columns: parts } })).warnings).not.toContainEqual(
    expect.stringContaining("is not taken as the id"),
  );
  const tried = await tryAdd(dataset, file, { into: { columns: parts } });
  expect(tried.refused_rows).toEqual([{ line: 2, column: "id", value: '"7"', reason: "stands on line 1 already" }]);
  const left = [{ column: "id", part: { kind: "ignored" as const } }, ...parts.slice(1)];
  expect((await understand(admin, file, { into: { ...into, columns: left } })).warnings).not.toContainEqual(
    expect.stringContaining("is not taken as the id"),
  );
});

describe("IMP-30 rows are new, updated, unchanged or refused", () => {
  test("IMP-32 IMP-36 a dry run says what Add then does, and writes nothing", async () => {
    const dataset = await madeOf(rows(0, 10));
    const before = await recordsOf(dataset);
    const file = await send(
      admin,
      "more.jsonl",
      linesOf([
        ...rows(0, 4),
        row(4, { text: "Another text" }),
        row(5, { channel: "phone", stars: 4 }),
        row(6, { label: "ugly" }),
        row(7, { stars: "many" }),
        ...rows(10, 13),
        row(10),
      ]),
    );
    const tried = await tryAdd(dataset, file);
    expect(tried).toMatchObject({ state: "tried", read: 12, stored: 0, refused: 3, dataset_id: null });
    expect(tried.adding).toMatchObject({ added: 3, updated: 2, unchanged: 4, left: 0, refused: 3, answered_texts: 0 });
    expect(tried.refused_rows).toEqual([
      expect.objectContaining({
        line: 7,
        column: "label",
        value: '"ugly"',
        reason: expect.stringContaining("is not one of the labels"),
      }),
      expect.objectContaining({ line: 8, column: "stars", value: '"many"' }),
      expect.objectContaining({ line: 12, column: "ticket", reason: "stands on line 9 already" }),
    ]);
    const samples = tried.adding?.samples ?? [];
    const of = (outcome: string) => samples.filter((one) => one.outcome === outcome);
    expect(of("updated")).toEqual([
      expect.objectContaining({
        external_id: "T-4",
        changes: [
          {
            ...{ kind: "field", name: "text", kept: false },
            ...{ before: expect.stringContaining("A text"), after: "Another text" },
          },
        ],
      }),
      expect.objectContaining({
        external_id: "T-5",
        changes: [
          { kind: "metadata", name: "stars", before: "0", after: "4", kept: false },
          { kind: "metadata", name: "channel", before: "mail", after: "phone", kept: false },
        ],
      }),
    ]);
    expect(of("new").map(({ external_id, record }) => [external_id, record])).toEqual(
      [10, 11, 12].map((n) => [
        `T-${n}`,
        expect.objectContaining({ refused: null, fields: { text: row(n).text }, metadata: expect.anything() }),
      ]),
    );
    expect(of("unchanged")).toHaveLength(4);
    expect(of("refused").map(({ record }) => record?.refused?.column)).toEqual(["label", "stars", "ticket"]);
    expect(await recordsOf(dataset)).toEqual(before);

    const done = await add(dataset, file);
    expect(done).toMatchObject({ state: "done", read: 12, stored: 5, refused: 3, dataset_id: dataset });
    expect(done.adding).toMatchObject({ added: 3, updated: 2, unchanged: 4, refused: 3, samples: [] });
    expect(done.adding?.tried).toEqual({ added: 3, updated: 2, unchanged: 4, left: 0, refused: 3 });
    const after = await recordsOf(dataset);
    expect(after.size).toBe(13);
    expect(after.get("T-4")).toMatchObject({ fields: { text: "Another text" }, metadata: { stars: 4 } });
    expect(after.get("T-5")).toMatchObject({
      metadata: { stars: 4, channel: "phone" },
      vectors: { vec: [5, expect.closeTo(0.1)] },
    });
    expect(after.get("T-6")).toEqual(before.get("T-6"));

    const again = await add(dataset, file);
    expect(again.adding).toMatchObject({ added: 0, updated: 0, unchanged: 9, refused: 3, tried: null });
    expect(await recordsOf(dataset)).toEqual(after);
  });

  test("IMP-36 of many rows the first of each outcome are told, however long their texts are", async () => {
    const dataset = await madeOf(rows(0, 4));
    const many = await send(admin, "many.jsonl", linesOf(rows(4, 604)));
    const samples = (await tryAdd(dataset, many)).adding?.samples ?? [];
    expect(samples.map(({ external_id }) => external_id)).toEqual(rows(4, 24).map(({ ticket }) => ticket));
    const text = "x".repeat(19_000);
    const long = await send(admin, "long.jsonl", linesOf(rows(4, 14).map((one) => ({ ...one, text }))));
    expect((await tryAdd(dataset, long)).adding?.samples).toHaveLength(5);
  });

  test("IMP-37 columns that are guessed anew are remembered, whatever the columns of the last file filled", async () => {
    const dataset = await madeOf(rows(0, 3));
    const said = await send(admin, "said.jsonl", linesOf(rows(3, 5)));
    const columns = [{ column: "channel", part: { kind: "ignored" } }];
    await add(dataset, said, { into: { columns } });
    const next = await send(admin, "next.jsonl", linesOf(rows(5, 7)));
    const fills = async (into: object) => {
      const told = await understand(admin, next, { into: { dataset_id: dataset, ...into } });
      return told.columns.find(({ name }) => name === "channel");
    };
    expect(await fills({})).toMatchObject({ fills: { kind: "ignored" }, reason: "as last time" });
    const guessed = { fills: { kind: "metadata", name: "channel" } };
    const anew = { anew: true, columns: [{ column: "ticket", part: { kind: "id" } }] };
    expect(await fills(anew)).toMatchObject(guessed);
    await tryAdd(dataset, next, { into: anew });
    // As it was tried, also by a page that has forgotten what it said.
    await admin.must("addUpload", {
      ...at(next),
      body: { into: { dataset_id: dataset }, dry_run: false, existing: "update", as_tried: true },
    });
    expect(await ended(admin, next)).toMatchObject({ state: "done", adding: { added: 2 } });
    expect((await recordsOf(dataset)).get("T-5")).toMatchObject({ metadata: { channel: "mail" } });
    expect(await fills({})).toMatchObject({ ...guessed, reason: "as last time" });
  });

  test("what a file does not name stays, an empty cell removes nothing, and answers stay", async () => {
    const dataset = await madeOf(rows(0, 4));
    const target = (await recordsOf(dataset)).get("T-1");
    const [question] = (await admin.must("listQuestions", { params: { dataset_id: dataset } })).items;
    await people.clients.annotator.must("createResponse", {
      params: { record_id: target?.id ?? "" },
      body: { status: "submitted", values: { [question?.name ?? ""]: { value: "bad" } } },
    });
    const file = await send(admin, "more.csv", "ticket,text,channel\nT-1,Changed,\nT-2,,phone\n");
    const tried = await tryAdd(dataset, file);
    expect(tried.adding).toMatchObject({ updated: 2, answered_texts: 1, samples: [{ answers: 1 }, { answers: 0 }] });
    await add(dataset, file);
    const after = await recordsOf(dataset);
    expect(after.get("T-1")).toMatchObject({
      fields: { text: "Changed" },
      metadata: { stars: 1, channel: "chat" },
      suggestions: target?.suggestions,
      responses: [{ status: "submitted", values: { label: { value: "bad" } } }],
    });
    expect(after.get("T-2")).toMatchObject({ fields: { text: row(2).text }, metadata: { channel: "phone" } });
  });

  test("records that are there can be left as they are", async () => {
    const dataset = await madeOf(rows(0, 4));
    const before = await recordsOf(dataset);
    const file = await send(admin, "more.jsonl", linesOf([row(0, { stars: 3 }), row(1), row(9)]));
    const done = await add(dataset, file, { existing: "leave" });
    expect(done).toMatchObject({ read: 3, stored: 1 });
    expect(done.adding).toMatchObject({ added: 1, updated: 0, unchanged: 1, left: 1, refused: 0 });
    const after = await recordsOf(dataset);
    expect(after.get("T-0")).toEqual(before.get("T-0"));
    expect(after.size).toBe(5);
  });

  test("IMP-32 what changes between the dry run and Add is decided by Add", async () => {
    const dataset = await madeOf(rows(0, 4));
    const file = await send(admin, "more.jsonl", linesOf([row(0, { stars: 3 }), row(9)]));
    expect((await tryAdd(dataset, file)).adding).toMatchObject({ added: 1, updated: 1 });
    const other = await send(admin, "other.jsonl", linesOf([row(9)]));
    await add(dataset, other);
    const done = await add(dataset, file);
    expect(done.adding).toMatchObject({
      added: 0,
      updated: 1,
      unchanged: 1,
      tried: { added: 1, updated: 1, unchanged: 0 },
    });
  });
});

/** A dataset of a file with dates, and a second file with other ones that is tried on it. */
async function datesAdded(first: readonly string[], next: readonly string[], order: "day" | "month" | null = null) {
  const dated = (dates: readonly string[], from: number) =>
    linesOf(
      dates.map((when, at) => ({ ticket: `D-${from + at}`, text: `Text ${from + at}`, when, label: LABELS[at % 2] })),
    );
  const columns = [
    { column: "ticket", role: { kind: "id" } },
    { column: "text", role: { kind: "field" } },
    { column: "label", role: { kind: "question", type: "label_selection" } },
    { column: "when", role: { kind: "metadata", type: "date", order } },
  ];
  const made = await send(admin, "dates.jsonl", dated(first, 0));
  const done = await imported(admin, made, people.workspaceId, { name: newName(), columns });
  expect(done).toMatchObject({ state: "done", stored: first.length });
  const datasetId = done.dataset_id ?? "";
  const file = await send(admin, "dates.jsonl", dated(next, 100));
  return { datasetId, file };
}
const datesOf = async (datasetId: string) =>
  [...(await recordsOf(datasetId)).values()].map(({ metadata }) => metadata?.when).sort();

describe("IMP-30 IMP-09 dates of the next file are read as those before them", () => {
  test.each([
    ["with the year first", ["2026-01-31", "2026-02-01"], ["2026-03-04"], null, 20260304],
    ["in the order that the first dates told", ["31.01.2026", "01.02.2026"], ["03.04.2026"], null, 20260403],
    ["in the order that was said", ["01/02/2026", "02/03/2026"], ["03/04/2026"], "month", 20260304],
    ["with times", ["2026-01-31 10:00", "2026-02-01 11:30"], ["2026-03-04"], null, 20260304000000],
  ] as const)("%s", async (_, first, next, order, stored) => {
    const { datasetId, file } = await datesAdded(first, next, order);
    expect((await add(datasetId, file)).adding).toMatchObject({ added: 1, refused: 0 });
    expect((await datesOf(datasetId)).at(-1)).toBe(stored);
  });

  test("an order that nobody said is asked, what is no date is a refused row, and a lost form is told", async () => {
    const { datasetId, file } = await datesAdded(["2026-01-31", "2026-02-01"], ["03/04/2026"]);
    const body = { into: { dataset_id: datasetId }, dry_run: true, existing: "update" };
    expect((await admin.call("addUpload", { ...at(file), body })).body).toMatchObject({
      detail: expect.stringContaining('of "03/04/2026" the day or the month may come first'),
    });
    const columns = [
      ["ticket", { kind: "id" }],
      ["text", { kind: "field", name: "text" }],
      ["when", { kind: "metadata", name: "when", dates: "day" }],
    ].map(([column, part]) => ({ column, part }));
    expect((await tryAdd(datasetId, file, { into: { columns } })).adding).toMatchObject({ added: 1 });
    const wrong = await send(
      admin,
      "wrong.jsonl",
      linesOf([row(200, { when: "2026-02-30" }), row(201, { when: "2026-03-01" })]),
    );
    const tried = await tryAdd(datasetId, wrong);
    expect(tried.refused_rows).toEqual([expect.objectContaining({ column: "when", value: '"2026-02-30"' })]);
    const { items } = await admin.must("listMyMetadataProperties", { params: { dataset_id: datasetId } });
    const property = items.find(({ name }) => name === "when");
    await admin.must("updateMetadataProperty", {
      params: { metadata_property_id: property?.id ?? "" },
      body: { title: "When" },
    });
    const { warnings } = await understand(admin, wrong, { into: { dataset_id: datasetId } });
    expect(warnings).toContainEqual(expect.stringContaining("unless its title ends with (YYYYMMDD)"));
    expect((await tryAdd(datasetId, wrong)).adding).toMatchObject({ added: 0, refused: 2 });
  });
});

test("IMP-30 the audit trail tells who added records, and nothing of a dry run", async () => {
  const dataset = await madeOf(rows(0, 2));
  const { name } = await admin.must("getDataset", { params: { dataset_id: dataset } });
  const told = async () =>
    (await people.clients.owner.must("listAudit")).items.filter(
      (one) => one.kind === "records_added" && JSON.stringify(one.told).includes(name),
    );
  const file = await send(admin, "more.jsonl", linesOf(rows(0, 4)));
  await tryAdd(dataset, file);
  expect(await told()).toEqual([]);
  await add(dataset, file);
  const me = await admin.must("getMe");
  expect(await told()).toEqual([
    expect.objectContaining({ actor: expect.objectContaining({ username: me.username }) }),
  ]);
  await add(dataset, file);
  expect((await told()).map(({ times: repeated }) => repeated)).toEqual([1]);
});

test("IMP-30 an export is added by the names of its parts, without its answers; of a dataset with others each row is refused", async () => {
  const from = await madeOf(rows(0, 3));
  const first = (await recordsOf(from)).get("T-0");
  await people.clients.annotator.must("createResponse", {
    params: { record_id: first?.id ?? "" },
    body: { status: "submitted", values: { label: { value: "bad" } } },
  });
  const exported = await fetch(`${server.url}/api/postil/v1/datasets/${from}/export`, {
    method: "POST",
    headers: { "x-postil-api-key": OWNER.apiKey, "content-type": "application/json" },
    body: "{}",
  });
  const text = await exported.text();
  const file = await send(admin, "exported.jsonl", text);
  const into = await madeOf([...rows(0, 2).map((one) => ({ ...one, stars: 4 })), row(9)]);
  expect((await tryAdd(into, file)).adding).toMatchObject({ added: 1, updated: 2, unchanged: 0, refused: 0 });
  expect((await add(into, file)).adding).toMatchObject({ added: 1, updated: 2 });
  const after = await recordsOf(into);
  expect(after.get("T-0")).toMatchObject({ metadata: first?.metadata, responses: [] });
  expect((await add(into, file)).adding).toMatchObject({ added: 0, updated: 0, unchanged: 3, by_id: true });
  const oneWithout = text.replace(/"external_id": ?"T-0"/, '"external_id":null');
  const partly = await send(admin, "partly.jsonl", oneWithout);
  expect((await tryAdd(into, partly)).adding).toMatchObject({ added: 1, unchanged: 2, by_id: false });
  const { datasetId: other } = await createPublished(people.clients.owner, people.workspaceId);
  const refused = await tryAdd(other, file);
  expect(refused).toMatchObject({ read: expect.any(Number), refused: 3, adding: { added: 0, updated: 0 } });
});

test("IMP-33 Stop keeps what was added, and counts it", async () => {
  const dataset = await madeOf(rows(0, 2));
  const file = await send(admin, "many.jsonl", linesOf(rows(2, 20_002)));
  const into = { dataset_id: dataset };
  await admin.must("addUpload", { ...at(file), body: { into, dry_run: false, existing: "update" } });
  await patiently(async () => expect((await admin.must("getUpload", at(file))).stored).toBeGreaterThan(0), {
    interval: 5,
  });
  await admin.must("deleteUpload", at(file));
  const stopped = await ended(admin, file);
  expect(stopped.state).toBe("stopped");
  const { records } = await admin.must("getMyDatasetMetrics", { params: { dataset_id: dataset } });
  expect(stopped.stored).toBe(records.count - 2);
  expect(stopped.stored % 500).toBe(0);
  expect(stopped.stored).toBeLessThan(20_000);
  // Reading for what comes next takes longer than a process may say its last word.
  const until = Date.now() + 3000;
  while (Date.now() < until) await understand(admin, file, { into });
});

/** The parts of a row, as the call takes them. */
const itemOf =
  (questionId: string) =>
  (n: number, { text, label, stars, channel, vec }: Row) => ({
    external_id: `T-${n}`,
    fields: text === null ? {} : { text },
    metadata: { stars, channel },
    suggestions: label === null ? [] : [{ question_id: questionId, value: label, agent: "bot", score: 0.5 }],
    vectors: vec === null ? {} : { vec },
  });

async function merge(datasetId: string, items: readonly object[], dry_run: boolean) {
  const body = { items, dry_run, existing: "update" };
  const reply = await admin.must("mergeRecords", { params: { dataset_id: datasetId }, body });
  return reply.items.map(({ outcome }) => outcome);
}

const cell = fc.record({
  text: fc.constantFrom("One", "Two", null, "Three 🐦", "long ".repeat(30_000)),
  label: fc.constantFrom("good", "bad", "ugly", null),
  stars: fc.constantFrom(1, 2.5, 12345678901234, "x", null),
  channel: fc.constantFrom("app", ["app", "chat"], null),
  vec: fc.constantFrom([1, 0.1], [1e-40, 2], [1], null),
});
test("IMP-30 a dry run says of each record what then becomes of it, and the same again is all unchanged", async () => {
  const dataset = await madeOf(rows(0, 6));
  const [question] = (await admin.must("listQuestions", { params: { dataset_id: dataset } })).items;
  const toItem = itemOf(question?.id ?? "");
  const someRows = fc.uniqueArray(fc.tuple(fc.nat(12), cell), { minLength: 1, maxLength: 8, selector: ([n]) => n });
  await fc.assert(
    fc.asyncProperty(someRows, async (some) => {
      const items = some.map(([n, parts]) => toItem(n, parts));
      const before = await recordsOf(dataset);
      const tried = await merge(dataset, items, true);
      expect(await recordsOf(dataset)).toEqual(before);
      expect(await merge(dataset, items, false)).toEqual(tried);
      const again = tried.map((outcome) => (outcome === "refused" ? "refused" : "unchanged"));
      expect(await merge(dataset, items, false)).toEqual(again);
    }),
    { numRuns: times(100) },
  );
});

test("IMP-30 bounds with decimals do not keep a file from a dataset", async () => {
  const { datasetId } = await createPublished(people.clients.owner, people.workspaceId);
  await people.clients.owner.must("createMetadataProperty", {
    params: { dataset_id: datasetId },
    body: { name: "sure", title: "Sure", settings: { type: "float", min: 0, max: 1.5 } },
  });
  const file = await send(
    admin,
    "sure.jsonl",
    linesOf([
      { text: "A text", sure: 0.25 },
      { text: "Another", sure: 2 },
    ]),
  );
  const seen = await understand(admin, file, { into: { dataset_id: datasetId } });
  expect([seen.fault, seen.rows]).toEqual([null, 2]);
  expect((await tryAdd(datasetId, file)).refused).toBe(1);
});
