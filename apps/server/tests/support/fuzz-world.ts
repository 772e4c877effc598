import type { Client } from "./client.ts";
import { createDraft, type Draft, LABEL } from "./draft.ts";
import { createPeople, newName, type People } from "./people.ts";
import type { TestServer } from "./start-test-server.ts";

/** One object of every kind, as the target of calls. */
export type World = {
  readonly server: TestServer;
  readonly owner: Client;
  readonly people: People;
  readonly workspace: string;
  readonly draft: Draft;
  /** Published, with four records. */
  readonly main: Draft;
  readonly questions: readonly string[];
  readonly records: readonly { readonly id: string; readonly response: string; readonly suggestion: string }[];
  readonly task: string;
  /** A text classification dataset with a rule. */
  readonly texts: string;
  /** A token classification dataset. */
  readonly tokens: string;
  /** The ids of everything above. */
  readonly ids: readonly string[];
};

export const SETTINGS = [
  LABEL,
  { ...LABEL, type: "multi_label_selection" },
  { ...LABEL, type: "span", field: "text" },
  { ...LABEL, type: "ranking" },
  { type: "rating", options: [{ value: 1 }, { value: 2 }] },
  { type: "text", use_markdown: true },
] as const;

export const METADATA = [
  { type: "terms", values: ["a", "b"] },
  { type: "integer", min: 0, max: 3000 },
  { type: "float", min: 0.5, max: null },
] as const;

export const SUGGESTED = { value: "good", agent: "m", score: 0.5, type: "model" };
export const ANSWERS = {
  mood: { value: "good" },
  multi_label_selection: { value: ["good", "bad"] },
  span: { value: [{ label: "good", start: 0, end: 2 }] },
  ranking: { value: ["good", "bad", "mixed"].map((value, index) => ({ value, rank: index + 1 })) },
  rating: { value: 2 },
  text: { value: "words" },
};

export const item = (questionId: string, userId: string) => ({
  fields: { text: "hello" },
  external_id: newName(),
  metadata: { lang: "en", integer: 2000, float: 0.5, extra: { a: [1] } },
  vectors: { mini: [1, 2, 3] },
  responses: [{ user_id: userId, status: "submitted", values: ANSWERS }],
  suggestions: [{ question_id: questionId, ...SUGGESTED }],
});

export async function createWorld(server: TestServer): Promise<World> {
  const people = await createPeople(server);
  const { owner } = people.clients;
  const { name: workspace } = await owner.must("getWorkspace", { params: { workspace_id: people.workspaceId } });
  const draft = await createDraft(owner, people.workspaceId);
  const main = await createDraft(owner, people.workspaceId);
  const params = { dataset_id: main.datasetId };
  const questions = [main.questionId];
  for (const settings of SETTINGS.slice(1)) {
    const body = { name: settings.type, title: settings.type, settings };
    questions.push((await owner.must("createQuestion", { params, body })).id);
  }
  for (const settings of METADATA.slice(1)) {
    const body = { name: settings.type, title: settings.type, settings };
    await owner.must("createMetadataProperty", { params, body });
  }
  await owner.must("publishDataset", { params });
  const items = Array.from({ length: 4 }, () => item(main.questionId, people.ids.annotator));
  const made = await owner.must("bulkCreateRecords", { params, body: { items } });
  const records = made.items.map(({ id, responses, suggestions }) => ({
    id,
    response: responses?.[0]?.id ?? "",
    suggestion: suggestions?.[0]?.id ?? "",
  }));
  const task = newName();
  await owner.must("createTaskDatasetV0", { body: { name: task, task: "Text2Text", workspace } });
  const texts = newName();
  await owner.must("createTaskDatasetV0", { body: { name: texts, task: "TextClassification", workspace } });
  const tokens = newName();
  await owner.must("createTaskDatasetV0", { body: { name: tokens, task: "TokenClassification", workspace } });
  const logged = { records: [{ id: "r1", inputs: { text: "words" } }] };
  await owner.must("logTextRecordsV0", { params: { name: texts }, query: { workspace }, body: logged });
  const rule = { query: "a/b AND c", label: "A" };
  await owner.must("createLabelingRuleV0", { params: { name: texts }, query: { workspace }, body: rule });
  // Leaves out the owner: without an owner no user could make the calls.
  const { owner: _, ...users } = people.ids;
  const ids = [
    ...[people.workspaceId, people.elsewhereId, workspace, task, texts, tokens, ...Object.values(users), ...questions],
    ...[...Object.values(draft), ...Object.values(main), ...records.flatMap((record) => Object.values(record))],
  ];
  return { server, owner, people, workspace, draft, main, questions, records, task, texts, tokens, ids };
}
