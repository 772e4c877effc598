import { describe, expect, test } from "vitest";
import { at, imported, linesOf, send, understand } from "./support/files-sent.ts";
import { createUser, newName, startPeople } from "./support/people.ts";
import { OWNER } from "./support/start-test-server.ts";

/** Answers in a file, each of the person whose it is. */

const { server, people, admin } = await startPeople();
const mara = await createUser(server, "annotator");
const elsewhere = await createUser(server, "annotator");
const params = { workspace_id: people.workspaceId };
await people.clients.owner.must("addWorkspaceUser", { params, body: { user_id: mara.id } });

const rows = () => [
  { text: "A first text to read", intent: "card", who: mara.username },
  { text: "A second text to read", intent: "cash", who: "M. Lind" },
  { text: "A third text to read", intent: "card", who: "M. Lind" },
  { text: "A fourth text to read", intent: "cash", who: elsewhere.username },
];
const columns = [
  { column: "text", role: { kind: "field" } },
  {
    column: "intent",
    role: { kind: "question", type: "label_selection", values: "answers", by: { kind: "column", column: "who" } },
  },
  { column: "who", role: { kind: "ignored" } },
];
const answersIn = async (dataset_id: string | null) => {
  const query = { include: ["responses"] };
  const { items } = await admin.must("listRecords", { params: { dataset_id: dataset_id ?? "" }, query });
  return items.map(({ responses }) =>
    (responses ?? []).map(({ user_id, status, values }) => [user_id, status, values?.intent?.value]),
  );
};

describe("IMP-08 answers by whose", () => {
  test("the names are told with their rows, and the first answers with their person", async () => {
    const id = await send(admin, "rows.jsonl", linesOf(rows()));
    const seen = await understand(admin, id, { columns, people: [{ name: "M. Lind", username: mara.username }] });
    expect(seen.people).toEqual([
      { name: mara.username, count: 1 },
      { name: "M. Lind", count: 2 },
      { name: elsewhere.username, count: 1 },
    ]);
    expect(seen.records[1]?.answers).toEqual([
      { question: "intent", value: "cash", person: mara.username, status: "submitted" },
    ]);
    expect(seen.records[1]?.suggestions).toEqual([]);
    expect(seen.columns[1]?.role).toEqual(columns[1]?.role);
  });

  test("while a name is nobody's of the workspace, nothing is made; then each answer is its person's", async () => {
    const id = await send(admin, "rows.jsonl", linesOf(rows()));
    const wish = { columns, name: newName() };
    const failed = await imported(admin, id, people.workspaceId, wish);
    expect(failed).toMatchObject({ state: "failed", stored: 0, dataset_id: null });
    expect(failed.detail).toContain(`"M. Lind" (2 rows), "${elsewhere.username}" (1 row)`);
    expect((await admin.must("listMyDatasets")).items.map(({ name }) => name)).not.toContain(wish.name);
    const settled = [
      { name: "M. Lind", username: mara.username },
      { name: elsewhere.username, username: null },
    ];
    const done = await imported(admin, id, people.workspaceId, { ...wish, people: settled });
    expect(done).toMatchObject({ state: "done", stored: 4, refused: 0 });
    const of = (value: string) => [[mara.id, "submitted", value]];
    expect(await answersIn(done.dataset_id)).toEqual([of("card"), of("cash"), of("card"), []]);
  });

  test("of one person for all; nobody said whose is asked, and a person of another workspace is refused", async () => {
    const id = await send(admin, "rows.jsonl", linesOf(rows()));
    const wishFor = (by: object | null) => ({
      name: newName(),
      columns: columns.map((one) => (one.column === "intent" ? { ...one, role: { ...one.role, by } } : one)),
    });
    const unsaid = wishFor(null);
    const seen = await understand(admin, id, unsaid);
    expect(seen.unsaid).toEqual([
      expect.stringMatching(/^Column "intent" holds answers\..*in the menu of its role\.$/),
    ]);
    const refused = await admin.call("importUpload", {
      ...at(id),
      body: { ...unsaid, workspace_id: people.workspaceId },
    });
    expect(refused.status).toBe(422);
    const person = (username: string) => wishFor({ kind: "person", username });
    const failed = await imported(admin, id, people.workspaceId, person(OWNER.username));
    expect(failed).toMatchObject({ state: "failed", detail: expect.stringContaining(OWNER.username) });
    const done = await imported(admin, id, people.workspaceId, person(mara.username));
    expect(await answersIn(done.dataset_id)).toEqual(rows().map(({ intent }) => [[mara.id, "submitted", intent]]));
  });

  test("IMP-11 spans are stored as answers of their person, and as suggestions with their places", async () => {
    const span = (start: number, end: number) => ({ start, end, label: "PER" });
    const rows = [
      { text: "🐦 Mara wrote", spans: [span(2, 6)] },
      { text: "Jo", spans: [span(0, 9)] },
    ];
    const id = await send(admin, "rows.jsonl", linesOf(rows));
    const seen = await understand(admin, id);
    expect(seen.columns[1]?.role).toEqual({ kind: "question", type: "span" });
    expect(seen.dataset?.questions).toMatchObject([{ name: "spans", type: "span", field: "text", may_overlap: false }]);
    expect(seen.records[0]?.suggestions).toMatchObject([{ question: "spans", value: [span(2, 6)] }]);
    const role = { kind: "question", type: "span", field: "text", values: "answers" };
    const by = { kind: "person", username: mara.username };
    const said = [
      { column: "text", role: { kind: "field" } },
      { column: "spans", role: { ...role, by } },
    ];
    const done = await imported(admin, id, people.workspaceId, { name: newName(), columns: said });
    expect(done).toMatchObject({ state: "done", stored: 1, refused: 1 });
    expect(done.refused_rows[0]?.reason).toContain("does not fit its text of 2 characters");
    const query = { include: ["responses"] };
    const { items } = await admin.must("listRecords", { params: { dataset_id: done.dataset_id ?? "" }, query });
    expect(items[0]?.responses).toMatchObject([{ user_id: mara.id, values: { spans: { value: [span(2, 6)] } } }]);
  });

  test("options and nothing more: no suggestion and no answer", async () => {
    const id = await send(admin, "rows.jsonl", linesOf(rows()));
    const role = { kind: "question", type: "label_selection", values: "options" };
    const said = columns.map((one) => (one.column === "intent" ? { ...one, role } : one));
    const { records, dataset } = await understand(admin, id, { columns: said });
    expect(dataset?.questions[0]?.options.map(({ value }) => value)).toEqual(["card", "cash"]);
    expect(records[0]).toMatchObject({ suggestions: [], answers: [] });
  });
});
