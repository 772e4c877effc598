import { expect, test } from "vitest";
import { at, imported, linesOf, send, understand } from "./support/files-sent.ts";
import { newName, startPeople } from "./support/people.ts";

/** What the page says of a file that leaves something open, over HTTP. */

const { people, admin } = await startPeople();

const stored = async (datasetId: string | null) => {
  const params = { dataset_id: datasetId ?? "" };
  const { items } = await admin.must("listRecords", { params, query: { include: "responses" } });
  return { items, questions: (await admin.must("listQuestions", { params })).items };
};

test("IMP-13 tokens in columns become a dataset of spans", async () => {
  const id = await send(admin, "ner.conll", "Rome B-LOC\nfell O\n\nAna B-PER\n");
  const seen = await understand(admin, id);
  expect(seen).toMatchObject({
    fault: null,
    reading: { token_column: "1", tag_column: "2", token_columns: ["1", "2"] },
  });
  const done = await imported(admin, id, people.workspaceId, { name: newName() });
  expect(done).toMatchObject({ state: "done", stored: 2 });
  expect((await stored(done.dataset_id)).questions[0]?.settings).toMatchObject({ type: "span" });
});

test("IMP-15 IMP-17 names of labels, a rejected answer, and two rows of one record, which add up", async () => {
  const person = people.clients.annotator;
  const { username } = await person.must("getMe");
  const mine = (await admin.must("getMe")).username;
  const rows = [
    { id: "1", text: "One", label: 0, who: username, ok: "yes" },
    { id: "1", text: "One", label: 1, who: mine, ok: "yes" },
    { id: "2", text: "Two", label: 1, who: mine, ok: "no" },
    { id: "2", text: "Other", label: 1, who: username, ok: "no" },
  ];
  const id = await send(admin, "rows.jsonl", linesOf(rows));
  const role = { kind: "question", type: "label_selection", values: "answers", by: { kind: "column", column: "who" } };
  const question = { column: "label", name: "label", type: "label_selection", title: "Label", required: true };
  const wish = {
    merge: true,
    decisions: { column: "ok", rejected: ["no"] },
    columns: [
      { column: "id", role: { kind: "id" } },
      { column: "text", role: { kind: "field" } },
      { column: "label", role },
      ...["who", "ok"].map((column) => ({ column, role: { kind: "ignored" } })),
    ],
    questions: [
      {
        ...question,
        names: [
          { value: "0", name: "bad" },
          { value: "1", name: "good" },
        ],
      },
    ],
  };
  const done = await imported(admin, id, people.workspaceId, { name: newName(), ...wish } as never);
  expect(done).toMatchObject({ state: "done", read: 4, stored: 2, refused: 1, merged: 1 });
  expect(done.refused_rows[0]?.reason).toContain('line 3 too, with other values of "text"');
  const { items, questions } = await stored(done.dataset_id);
  expect(questions[0]?.settings).toMatchObject({ options: [{ text: "bad" }, { text: "good" }] });
  expect(items.map(({ responses }) => responses?.length)).toEqual([2, 0]);
});

test("IMP-18 more names or decisions than the bound are refused, and nothing is imported", async () => {
  const id = await send(admin, "rows.jsonl", linesOf([{ text: "a", label: "x" }]));
  const many = (count: number) => Array.from({ length: count }, (_, n) => ({ value: `${n}`, name: `${n}` }));
  const question = { column: "label", name: "label", type: "label_selection", title: "Label", required: true };
  for (const wish of [
    { questions: [{ ...question, names: many(1001) }] },
    { people: many(1001).map(({ name }) => ({ name, username: null })) },
    { decisions: { column: "label", rejected: many(1001).map(({ name }) => name) } },
    { reading: { members: many(101).map(({ name }) => name) } },
  ]) {
    const { status, body } = await admin.call("understandUpload", { ...at(id), body: wish as never });
    expect([status, JSON.stringify(body)]).toEqual([422, expect.stringMatching(/at most (?:1000|100) items/)]);
  }
  const within = await admin.call("understandUpload", {
    ...at(id),
    body: { people: many(1000).map(({ name }) => ({ name, username: null })) },
  });
  expect(within.status).toBe(200);
});
