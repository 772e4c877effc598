import { randomBytes, randomUUID } from "node:crypto";
import type { RouteName } from "@postil/contract/routes";
import { METRICS } from "@postil/domain/tasks/metrics";
import { expect } from "vitest";
import { newId } from "../../src/new-id.ts";
import { createDraft, createPublished, LABEL } from "./draft.ts";
import { ANSWERS, item, METADATA, SETTINGS, SUGGESTED, type World } from "./fuzz-world.ts";
import type { Seed } from "./odd-values.ts";
import { patiently } from "./patiently.ts";
import { createUser, newName } from "./people.ts";
import { OWNER } from "./start-test-server.ts";

type MakeSeed = (world: World, turn: number) => Seed | Promise<Seed>;

const of = <T>(list: readonly T[], turn: number): T => {
  const one = list[turn % list.length];
  if (one === undefined) throw new Error("There is nothing to choose from.");
  return one;
};
/** An import of a dataset without records. */
const toFill = (dataset_id: string) => ({ params: { import_id: newId() }, body: { dataset_id } });
const nothing: MakeSeed = () => ({});
const inMain: MakeSeed = ({ main }) => ({ params: { dataset_id: main.datasetId } });
const inDraft: MakeSeed = ({ draft }) => ({ params: { dataset_id: draft.datasetId } });
const named = () => ({ name: newName(), title: "T" });
const record = (world: World, turn: number) => of(world.records, turn);
const onRecord: MakeSeed = (world, turn) => ({ params: { record_id: record(world, turn).id } });
const and =
  (make: MakeSeed, more: (world: World, turn: number) => Seed): MakeSeed =>
  async (world, turn) => ({
    ...(await make(world, turn)),
    ...more(world, turn),
  });

const user: MakeSeed = ({ people }) => ({ params: { user_id: people.ids.annotator } });
const stranger: MakeSeed = async ({ server }) => ({ params: { user_id: (await createUser(server, "annotator")).id } });
const workspace: MakeSeed = ({ people }) => ({ params: { workspace_id: people.workspaceId } });
const membership: MakeSeed = ({ people }) => ({
  params: { workspace_id: people.elsewhereId, user_id: people.ids.annotator },
});
/** A user who was just added to the workspace, for a call that removes them. */
const newMember: MakeSeed = async ({ server, owner, people }) => {
  const { id } = await createUser(server, "annotator");
  const params = { workspace_id: people.workspaceId };
  await owner.must("addWorkspaceUser", { params, body: { user_id: id } });
  return { params: { ...params, user_id: id } };
};
/** One membership that all calls share, so that they conflict. It exists when the call is made up. */
const presentMembership: MakeSeed = async (world, turn) => {
  const seed = await membership(world, turn);
  await world.owner.call("addWorkspaceUserV0", { params: seed.params ?? {} });
  return seed;
};
const newUser = () => ({
  first_name: "A",
  last_name: "B",
  username: newName(),
  role: "annotator",
  password: "long enough",
});
const invitedTo = (workspace: string) => ({
  ...{ first_name: "A", username: newName(), role: "annotator", workspaces: [workspace] },
  code: randomBytes(32).toString("base64url"),
});
/** A user with the data from another server. */
const broughtUser = () => {
  const { password: _, ...user } = newUser();
  const password_hash = "$2y$05$xEC94MHpOTtuncLLhU4w8.HoPUaAo4d7i06k01UY.Biooqb/w7Ypm";
  return { ...user, password_hash, api_key: `key-of-${user.username}` };
};
/** A suggestion on a record that no other call uses. */
const ownSuggestion: MakeSeed = async ({ owner, main, people }) => {
  const items = [item(main.questionId, people.ids.annotator)];
  const made = await owner.must("bulkCreateRecords", { params: { dataset_id: main.datasetId }, body: { items } });
  return { params: { suggestion_id: made.items[0]?.suggestions?.[0]?.id ?? "" } };
};
const latestDeleted = async (owner: World["owner"]) => ({
  deleted_id: (await owner.must("listDeleted")).items[0]?.id ?? "",
});
const newWebhook = () => ({ body: { url: "https://hooks.invalid/events", events: ["record.completed"] } });
/** Nobody has more than a few of them. */
const withRoomForWebhooks = async ({ owner }: World): Promise<void> => {
  for (const { id } of (await owner.must("listWebhookStates")).items.slice(5))
    await owner.call("deleteWebhook", { params: { webhook_id: id } });
};
const webhook: MakeSeed = async (world) => {
  await withRoomForWebhooks(world);
  const params = { workspace_id: world.people.workspaceId };
  const { id } = await world.owner.must("createWorkspaceWebhook", { params, ...newWebhook() } as never);
  return { params: { webhook_id: id } };
};
const deleted: MakeSeed = async ({ owner, people }) => {
  const { datasetId } = await createDraft(owner, people.workspaceId);
  await owner.must("deleteDataset", { params: { dataset_id: datasetId } });
  return { params: await latestDeleted(owner) };
};
/** The last snapshot of the main dataset, or a new one if there is none. It may still be being taken. */
const snapshotOf = async ({ owner, main }: World) => {
  const of = { dataset_id: main.datasetId };
  const [last] = (await owner.must("listSnapshots", { query: of })).items;
  const { id } = last ?? (await owner.must("takeSnapshot", { body: { ...of, name: newName() } }));
  await patiently(async () => {
    const { items } = await owner.must("listSnapshots", { query: of });
    expect(items.find((one) => one.id === id)?.taken).not.toBeNull();
  });
  return { snapshot_id: id };
};
const signIn: MakeSeed = () => ({ body: { username: newName(), password: "wrong" } });

const suggestions = ({ questions }: World) => [
  { question_id: questions[0], ...SUGGESTED },
  { question_id: questions[2], value: ANSWERS.span.value, score: null },
  { question_id: questions[3], value: ANSWERS.ranking.value, score: [0.1, 0.2, 0.3] },
];
const newItem = (world: World) => ({
  ...item(world.main.questionId, world.people.ids.admin),
  suggestions: suggestions(world),
});
const changes = (world: World) => ({
  metadata: { lang: "x", integer: 3, deep: { a: 1 } },
  suggestions: suggestions(world),
  vectors: { mini: [0, 1, 2] },
});
const toAdd: MakeSeed = and(inMain, (world) => ({ body: { items: [newItem(world), newItem(world)] } }));
const upserts: MakeSeed = and(inMain, (world, turn) => ({
  body: {
    items: [newItem(world), { id: record(world, turn).id, metadata: { lang: "de" }, suggestions: suggestions(world) }],
  },
}));
const response: MakeSeed = (world, turn) => ({
  params: { response_id: record(world, turn).response },
  headers: { "x-postil-shown-ms": "12" },
  body: { status: of(["submitted", "draft", "discarded"], turn), values: ANSWERS },
});

const PAGE = {
  include: ["responses,suggestions", "vectors:mini"],
  response_status: ["pending", "draft"],
  metadata: ["lang:en,de", 'integer:{"ge":1,"le":3000}'],
  offset: ["0"],
  limit: ["5"],
};
const page: MakeSeed = and(inMain, () => ({ query: { ...PAGE, sort_by: ["metadata.float:desc", "inserted_at"] } }));
const scopes = {
  lang: { entity: "metadata", metadata_property: "lang" },
  float: { entity: "metadata", metadata_property: "float" },
  status: { entity: "response", property: "status" },
  answer: { entity: "response", question: "rating" },
  agent: { entity: "suggestion", question: "mood", property: "agent" },
  time: { entity: "record", property: "inserted_at" },
  type: { entity: "suggestion", question: "mood", property: "type" },
  completion: { entity: "record", property: "status" },
  externalId: { entity: "record", property: "external_id" },
};
const SEARCH = {
  filters: {
    and: [
      { type: "terms", scope: scopes.lang, values: ["en", "de"] },
      { type: "range", scope: scopes.float, ge: 0.1, le: 3000 },
      { type: "terms", scope: scopes.status, values: ["pending", "submitted"] },
      { type: "terms", scope: scopes.answer, values: ["1", "2"] },
      { type: "terms", scope: scopes.agent, values: ["m"] },
      { type: "range", scope: scopes.time, ge: 1, le: "2999-01-01" },
      { type: "terms", scope: scopes.type, values: ["model"] },
      { type: "terms", scope: scopes.completion, values: ["completed", "pending"] },
      { type: "terms", scope: scopes.externalId, values: ["e1"] },
    ],
  },
  sort: [scopes.float, scopes.agent, scopes.time].map((scope) => ({ scope, order: "asc" })),
};
const QUERIES = [
  {},
  { text: { q: 'hello "wor* ~ (', field: "text" } },
  { vector: { name: "mini", value: [1, 2, 3], order: "least_similar" } },
];
const search: MakeSeed = and(inMain, (world, turn) => ({
  query: PAGE,
  body: {
    ...(turn % 2 === 0 ? SEARCH : {}),
    query: turn % 7 === 0 ? { vector: { name: "mini", record_id: record(world, turn).id } } : of(QUERIES, turn),
  },
}));

const FILES = [
  { format: "jsonl", gzip: true },
  { format: "csv", guard: false },
  { format: "parquet" },
  { shape: "training", format: "csv", gzip: true },
  { shape: "answers", format: "parquet" },
  { shape: "hf", disagreement: "leave_out" },
];
const wholeFile = (turn: number) => ({
  ...of(FILES, turn),
  with: ["responses", "suggestions", "metadata", "vectors"],
});
const exported: MakeSeed = and(inMain, (_, turn) => ({
  body: {
    ...wholeFile(turn),
    ...(turn % 4 === 0 ? { records: { filters: SEARCH.filters, response_status: ["pending", "submitted"] } } : {}),
  },
}));

/** Every second view uses a name that mostly exists already. */
const newView = (turn: number) => ({
  name: turn % 2 === 0 ? newName() : "Refunds",
  query: "status=submitted&search=hello~text&page=2",
});
const newTaskView = (turn: number) => ({
  ...newView(turn),
  query: "query=%7B%22text%22%3A%22hello%22%7D&viewMode=explore",
});
const ownView = async ({ owner, main }: World) => {
  const view = await owner.must("createView", { params: { dataset_id: main.datasetId }, body: newView(0) });
  return { view_id: view.id };
};

const inTaskWorkspace = (world: World) => ({
  query: { workspace: [world.workspace] },
  headers: { "x-argilla-workspace": world.workspace },
});
const task: MakeSeed = (world) => ({ ...inTaskWorkspace(world), params: { name: world.task } });
const taskBody = () => ({ name: newName(), task: "Text2Text", tags: { a: "1", b: "2" }, metadata: { a: { b: [1] } } });

const texts: MakeSeed = (world) => ({
  ...inTaskWorkspace(world),
  params: { name: world.texts, task: "TextClassification" },
});
const settings = (_: World, turn: number) => ({
  body: {
    label_schema: { labels: turn % 2 === 0 ? ["A", "B"] : [{ id: "a", name: "A", description: "d" }] },
    vectors: { v: 3, w: { dim: 4 } },
  },
});
const part = (name: string) => ({ agent: "m", labels: [{ class: name, score: 0.5 }] });
const logged = (more: object, turn: number) => ({
  id: turn % 3 === 0 ? turn : `r${turn % 4}`,
  metadata: { n: turn, deep: { f: 0.5, list: ["a"] }, _kept: {} },
  event_timestamp: "2024-05-01T10:00:00+02:00",
  status: of(["Default", "Edited", "Discarded"], turn),
  vectors: { v: { value: [1, 2, 3], record_properties: ["text"], model: "m" } },
  postil_clear: ["prediction"],
  postil_keep: ["annotation"],
  ...(turn % 3 === 0 ? { postil_seen: { last_updated: "2024-05-01T10:00:00.000001", status: "Default" } } : {}),
  ...more,
});
const bulk = (name: (world: World) => string, more: object): MakeSeed =>
  and(task, (world, turn) => ({
    params: { name: name(world) },
    body: { records: [logged(more, turn), logged(more, turn + 1)], tags: { a: "b" }, metadata: { k: [1] } },
  }));
const TEXTS = {
  inputs: { text: "good words", list: ["a", 1, true] },
  multi_label: false,
  prediction: part("A"),
  predictions: { n: part("B") },
  annotation: part("A"),
  annotations: { u: part("B") },
  explanation: { text: [{ token: "good", attributions: { A: 0.5 } }] },
};
const entities = [{ start: 0, end: 4, label: "A", score: 0.5 }];
const TOKENS = { text: "good words", tokens: ["good", "words"], prediction: { agent: "m", entities, score: 0.5 } };
const SENTENCES = { text: "good words", annotation: { agent: "u", sentences: [{ text: "yes", score: 1 }] } };
const onTaskRecord: MakeSeed = and(task, (world) => ({ params: { name: world.texts, id: "r1" } }));
const onTask: MakeSeed = (world) => ({
  ...inTaskWorkspace(world),
  params: { name: world.texts, task: "TextClassification" },
});
/** Filters and texts of every kind. */
const TASK_QUERIES = [
  { query_text: '(good OR "a b"~2) AND NOT te?t* /x.y/ wrod~ [a TO b] metadata.n:>3', status: ["Default"] },
  { ids: ["r1", 2] },
  {
    annotated_as: ["A"],
    annotated_by: ["u"],
    predicted_by: ["m"],
    predicted: "ok",
    score: { from: 0.1, to: 0.9 },
    metadata: { n: ["1", 2], deep: "x" },
    has_annotation: true,
    uncovered_by_rules: ["good", "x:y"],
  },
];
const exportedTask: MakeSeed = and(texts, (_, turn) => ({
  body: {
    ...wholeFile(turn),
    ...(turn % 2 === 0 ? { records: { query: of(TASK_QUERIES, turn) } } : {}),
  },
}));
const TEXT_METRICS = METRICS.TextClassification.map(({ id }) => id);
const LABELED = { labels: ["A", "B"], label: "A", description: "d" };
const onRule = (world: World) => ({ ...inTaskWorkspace(world), params: { name: world.texts, query: "a/b AND c" } });

/** Few enough rows that a call costs nothing, and enough to be a dataset. */
const ROWS = ["good", "bad", "good", "bad"]
  .map((label, at) => JSON.stringify({ text: `Text ${at}`, label }))
  .join("\n");
/** An import of it makes nothing, so that nothing changes after the call: lists are no texts. */
const NO_TEXTS = ["good", "bad"].map((label) => JSON.stringify({ text: { x: 1 }, label })).join("\n");
const AS_TEXTS = {
  columns: [
    { column: "text", role: { kind: "field" } },
    { column: "label", role: { kind: "question", type: "label_selection" } },
  ],
};
const FILE_WISHES = [
  {},
  { reading: { encoding: "utf-8", missing: ["NULL"], trim: true, label_separator: "#" }, as_written: true },
  {
    reading: null,
    columns: [
      { column: "text", role: { kind: "field" } },
      { column: "label", role: { kind: "question", type: "label_selection" } },
    ],
    questions: [
      {
        column: "label",
        name: "label",
        type: "label_selection",
        title: "L",
        description: "d",
        required: true,
        options: ["x"],
      },
      { column: null, name: "stars", type: "rating", title: "S", required: false, options: ["1", "2"] },
    ],
    name: "from a file",
    guidelines: "Read.",
  },
];

/** A file of theirs. A person may have only some files: those of earlier calls go. */
async function sentFile(client: World["owner"], body = ROWS) {
  const { items } = await client.must("listUploads");
  for (const { id } of items.slice(20)) await client.call("deleteUpload", { params: { upload_id: id } });
  const { id } = await client.must("uploadFile", { query: { name: "rows.jsonl" }, body });
  return { params: { upload_id: id } };
}

/** A file whose rows were checked. */
async function refusedFile(client: World["owner"], workspaceId: string) {
  const at = await sentFile(client, NO_TEXTS);
  await client.must("importUpload", { ...at, body: { ...AS_TEXTS, workspace_id: workspaceId } });
  await patiently(async () => expect((await client.must("getUpload", at)).state).toBe("failed"));
  return at;
}

const AT = "2024-05-01T10:00:00.000001";
const BEGAN = { inserted_at: AT, updated_at: AT };
const brought = (world: World) => {
  const { external_id: _, ...record } = item(world.main.questionId, world.people.ids.annotator);
  return {
    ...{ ...record, id: newId(), ...BEGAN },
    responses: record.responses.map((one) => ({ ...one, id: newId(), ...BEGAN })),
    suggestions: [{ question: "mood", ...SUGGESTED, id: newId(), ...BEGAN }],
  };
};
const broughtTask = (world: World) => ({
  ...inTaskWorkspace(world),
  body: {
    ...{ task: "TextClassification", tags: { a: "1" }, metadata: { a: 1 } },
    ...{ created_by: "somebody", created_at: AT, last_updated: AT },
    settings: { label_schema: { labels: ["A", "B"] }, vectors: { v: 3 } },
    rules: [{ query: "good", labels: ["A"], description: "d", author: "somebody", created_at: AT }],
  },
});

/** A named key, made to be revoked. */
export const keyOf = async (client: World["owner"]): Promise<string> =>
  (await client.must("createMyApiKey", { body: { name: newName() } })).id;

/** A well-formed call of every route. Each deletion gets its own object to delete. */
export const SEEDS: { readonly [N in RouteName]: MakeSeed } = {
  createToken: signIn,
  createTokenV0: signIn,
  exchangeSignInLink: () => ({ body: { code: "abc" } }),
  listAudit: nothing,
  exportAudit: nothing,
  renewToken: nothing,
  signOut: nothing,
  getOtherSessions: nothing,
  endOtherSessions: nothing,
  listOauthProviders: nothing,
  startOauth: () => ({ params: { provider: "github" } }),
  finishOauth: () => ({ params: { provider: "github" }, query: { code: ["a"], state: ["b"] } }),
  endProviderSessions: () => ({ params: { provider: "github" }, body: { logout_token: "a.b.c" } }),
  createInvitation: ({ workspace }) => ({
    body: { first_name: "A", username: newName(), workspaces: [workspace], days: 1 },
  }),
  createInvitations: ({ workspace }) => ({ body: { people: [invitedTo(workspace), invitedTo(workspace)], days: 1 } }),
  findTakenUsernames: () => ({ body: { usernames: [newName(), OWNER.username] } }),
  inviteUser: and(stranger, (_, turn) => ({ body: { days: of([1, 7, 30], turn) } })),
  withdrawInvitation: stranger,
  readInvitation: () => ({ body: { code: "abc" } }),
  acceptInvitation: () => ({ body: { code: "abc", password: "long enough" } }),
  getMe: nothing,
  getMeV0: nothing,
  listMyWorkspaces: nothing,
  listUsers: nothing,
  listUsersV0: nothing,
  getUser: user,
  createUser: (_, turn) => ({ body: { ...newUser(), id: turn % 2 ? null : randomUUID() } }),
  updateUser: and(stranger, () => ({ body: { ...newUser(), last_name: null, role: "admin", id: null } })),
  createUserV0: (world) => ({ body: { ...newUser(), workspaces: [world.workspace] } }),
  deleteUser: stranger,
  deleteUserV0: stranger,
  listUserWorkspaces: user,
  listPeople: nothing,
  countPeopleAnswers: nothing,
  createPerson: ({ people }, turn) => ({
    body: {
      ...(turn % 2 ? newUser() : broughtUser()),
      last_name: "L",
      role: "admin",
      workspace_ids: [people.workspaceId],
    },
  }),
  changePerson: and(stranger, ({ people }) => ({
    body: { first_name: "B", last_name: null, role: "admin", workspace_ids: [people.workspaceId] },
  })),
  resetPassword: and(stranger, () => ({ body: { password: "long enough" } })),
  replacePersonKey: stranger,
  listPersonKeys: user,
  exportPersonData: user,
  revokePersonKey: async ({ owner, people }) => ({
    params: { user_id: people.ids.owner, key_id: await keyOf(owner) },
  }),
  listPersonSessions: user,
  endPersonSession: ({ people }) => ({ params: { user_id: people.ids.annotator, session_id: randomUUID() } }),
  signPersonOut: stranger,
  deactivatePerson: stranger,
  reactivatePerson: stranger,
  countPersonWork: user,
  deletePerson: stranger,
  listWorkspacesV0: nothing,
  getWorkspace: workspace,
  createWorkspace: () => ({ body: { name: newName() } }),
  createWorkspaceV0: () => ({ body: { name: newName() } }),
  deleteWorkspace: async ({ owner }) => ({
    params: { workspace_id: (await owner.must("createWorkspace", { body: { name: newName() } })).id },
  }),
  listWorkspaces: nothing,
  countAnswersOfWorkspaces: nothing,
  countAnswersInWorkspace: workspace,
  getWorkspaceOverview: workspace,
  renameWorkspace: async ({ owner }) => ({
    params: { workspace_id: (await owner.must("createWorkspace", { body: { name: newName() } })).id },
    body: { name: newName() },
  }),
  listWorkspaceUsers: workspace,
  listWorkspaceUsersV0: workspace,
  addWorkspaceUser: and(workspace, ({ people }) => ({ body: { user_id: people.ids["admin elsewhere"] } })),
  addWorkspaceUserV0: membership,
  removeWorkspaceUser: newMember,
  removeWorkspaceUserV0: presentMembership,
  listMyDatasets: ({ people }) => ({
    query: { workspace_id: [people.workspaceId], name: ["name"], status: ["ready"] },
  }),
  createDataset: ({ people }) => ({
    body: { name: newName(), guidelines: "g", allow_extra_metadata: true, workspace_id: people.workspaceId },
  }),
  getDataset: inMain,
  updateDataset: and(inMain, () => ({ body: { name: newName(), guidelines: null, allow_extra_metadata: true } })),
  publishDataset: async ({ owner, people }) => ({
    params: { dataset_id: (await createDraft(owner, people.workspaceId)).datasetId },
  }),
  deleteDataset: async ({ owner, people }) => ({
    params: { dataset_id: (await createDraft(owner, people.workspaceId)).datasetId },
  }),
  getMyDatasetMetrics: inMain,
  getDatasetProgress: inMain,
  listUsersProgress: inMain,
  countDatasetResponses: inMain,
  listTaskDatasetsV0: (world) => ({ query: { workspace: [world.workspace] } }),
  createTaskDatasetV0: (world) => ({ body: { ...taskBody(), workspace: world.workspace } }),
  getTaskDatasetV0: task,
  updateTaskDatasetV0: and(task, () => ({ body: taskBody() })),
  deleteTaskDatasetV0: async (world) => {
    const made = await world.owner.must("createTaskDatasetV0", { body: { ...taskBody(), workspace: world.workspace } });
    return { params: { name: made.name }, query: { workspace: [world.workspace] } };
  },
  logTextRecordsV0: bulk(({ texts }) => texts, TEXTS),
  logTokenRecordsV0: bulk(({ tokens }) => tokens, TOKENS),
  logText2TextRecordsV0: bulk((world) => world.task, SENTENCES),
  getTaskRecordV0: onTaskRecord,
  answerTaskRecords: and(texts, (_, turn) => ({
    body: {
      answers: [
        {
          ...{ id: "r1", status: of(["Validated", "Discarded", "Default"], turn) },
          annotation: { agent: "u", labels: [{ class: "A", score: 1 }] },
          seen: [{ status: "Default", annotation: null }],
        },
        { id: 2, status: "Default" },
      ],
    },
  })),
  mergeTaskRecords: and(texts, (_, turn) => ({
    body: {
      ...{ task: "TextClassification", dry_run: turn % 2 === 0, existing: of(["update", "leave"], turn), samples: 5 },
      ...{ overwrite: turn % 3 === 0, columns: [{ column: "text", role: "input" }] },
      records: [
        { id: "r1", inputs: { text: "x" } },
        { inputs: { text: "y" }, metadata: { n: 1 } },
      ],
    },
  })),
  updateTaskRecordV0: and(onTaskRecord, (_, turn) => ({
    body: { metadata: { n: turn, deep: { f: null } }, status: of(["Default", "Validated"], turn) },
  })),
  searchTaskRecordsV0: and(onTask, (_, turn) => ({
    query: { limit: ["5"], from: ["0"], include_metrics: ["true"] },
    body: { query: of(TASK_QUERIES, turn), sort: [{ id: "metadata.n", order: "desc" }] },
  })),
  scanTaskRecordsV0: and(texts, (_, turn) => ({
    query: { limit: ["5"] },
    body: {
      query: of(TASK_QUERIES, turn),
      fields: ["id", "metadata.*"],
      next_idx: "a",
      next_page_cfg: '{"shuffle": false, "sort_by": [{"id": "status", "order": "asc"}], "next_search_params": ["x"]}',
    },
  })),
  deleteTaskRecordsV0: and(texts, () => ({
    query: { mark_as_discarded: ["True"] },
    body: { ids: ["nobody"] },
  })),
  getTaskRecordHistory: and(onTaskRecord, () => ({ query: { limit: ["20"], before: ["1000"] } })),
  copyTaskDatasetV0: (world) => ({
    ...inTaskWorkspace(world),
    params: { name: world.texts },
    body: { name: newName(), target_workspace: world.workspace, tags: { a: "1" }, metadata: { b: [1] } },
  }),
  closeTaskDatasetV0: task,
  openTaskDatasetV0: task,
  getTaskSettingsV0: texts,
  updateTaskSettingsV0: and(texts, settings),
  putTaskSettingsV0: and(texts, settings),
  deleteTaskSettingsV0: texts,
  listLabelingRulesV0: texts,
  createLabelingRuleV0: and(texts, (_, turn) => ({ body: { query: `word${turn % 5}`, ...LABELED } })),
  getLabelingRuleV0: onRule,
  getLabelingRulesMetricsV0: texts,
  listTaskMetricsV0: texts,
  summarizeTaskMetricV0: (world, turn) => ({
    ...inTaskWorkspace(world),
    params: { name: world.texts, task: "TextClassification", metric: of(TEXT_METRICS, turn) },
    query: { workspace: [world.workspace], size: ["10"], interval: ["2"], rule_query: ["hello"], labels: ["A"] },
    body: { query_text: "hello OR NOT score:>0.5", status: ["Default"], score: { from: 0.1 } },
  }),
  getLabelingRuleMetricsV0: (world) => {
    const { query, ...rule } = onRule(world);
    return { ...rule, query: { ...query, label: ["A", "B"] } };
  },
  updateLabelingRuleV0: and(onRule, () => ({ body: LABELED })),
  deleteLabelingRuleV0: onRule,
  listFields: inMain,
  createField: and(inDraft, () => ({
    body: { ...named(), required: true, settings: { type: "text", use_markdown: true } },
  })),
  updateField: ({ draft }) => ({
    params: { field_id: draft.fieldId },
    body: { title: "T", settings: { type: "text", use_markdown: true } },
  }),
  replaceField: async ({ owner, draft }) => {
    const params = { dataset_id: draft.datasetId };
    const body = { ...named(), settings: { type: "text" } };
    const { id } = await owner.must("createField", { params, body });
    return { params: { field_id: id }, body: { ...body, description: "d", required: true } };
  },
  deleteField: async ({ owner, draft }) => {
    const params = { dataset_id: draft.datasetId };
    return {
      params: {
        field_id: (await owner.must("createField", { params, body: { ...named(), settings: { type: "text" } } })).id,
      },
    };
  },
  listQuestions: inMain,
  createQuestion: and(inDraft, (_, turn) => ({
    body: { ...named(), description: "d", settings: of(SETTINGS, turn) },
  })),
  updateQuestion: ({ questions }, turn) => ({
    params: { question_id: of(questions, turn) },
    body: { title: "T", description: null, settings: of(SETTINGS, turn) },
  }),
  replaceQuestion: async ({ owner, draft }, turn) => {
    const params = { dataset_id: draft.datasetId };
    const { id } = await owner.must("createQuestion", { params, body: { ...named(), settings: LABEL } });
    return { params: { question_id: id }, body: { ...named(), description: "d", settings: of(SETTINGS, turn) } };
  },
  orderParts: async ({ owner, draft }) => {
    const params = { dataset_id: draft.datasetId };
    const { items } = await owner.must("listQuestions", { params });
    return { params, body: { questions: items.map(({ id }) => id).reverse() } };
  },
  getQuestionUsage: ({ questions }, turn) => ({ params: { question_id: of(questions, turn) } }),
  deleteQuestion: async ({ owner, draft }) => {
    const params = { dataset_id: draft.datasetId };
    return {
      params: {
        question_id: (await owner.must("createQuestion", { params, body: { ...named(), settings: LABEL } })).id,
      },
    };
  },
  listMyMetadataProperties: inMain,
  createMetadataProperty: and(inMain, (_, turn) => ({ body: { ...named(), settings: of(METADATA, turn) } })),
  updateMetadataProperty: ({ main }) => ({
    params: { metadata_property_id: main.propertyId },
    body: { title: "T", visible_for_annotators: false },
  }),
  deleteMetadataProperty: async ({ owner, draft }) => {
    const params = { dataset_id: draft.datasetId };
    const made = await owner.must("createMetadataProperty", {
      params,
      body: { ...named(), settings: of(METADATA, 0) },
    });
    return { params: { metadata_property_id: made.id } };
  },
  getMetadataPropertyMetrics: ({ main }) => ({ params: { metadata_property_id: main.propertyId } }),
  listVectorSettings: inMain,
  listVectorsOfRecords: and(inMain, ({ records }) => ({ query: { record_id: records.map(({ id }) => id) } })),
  createVectorSettings: and(inMain, () => ({ body: { ...named(), dimensions: 2 } })),
  updateVectorSettings: ({ main }) => ({ params: { vector_settings_id: main.vectorSettingsId }, body: { title: "T" } }),
  deleteVectorSettings: async ({ owner, people }) => ({
    params: { vector_settings_id: (await createDraft(owner, people.workspaceId)).vectorSettingsId },
  }),
  getVersion: nothing,
  getServerVersion: nothing,
  getStatus: nothing,
  getHome: nothing,
  getServerState: nothing,
  getStoreFile: nothing,
  compactStore: nothing,
  makeBackup: () => ({ body: { path: null, force: false } }),
  getSettings: nothing,
  getInfoV0: nothing,
  getStatusV0: nothing,
  listRecords: page,
  listMyRecords: page,
  createRecords: toAdd,
  bulkCreateRecords: toAdd,
  bulkUpsertRecords: upserts,
  getAddTarget: inMain,
  getTaskAddTarget: texts,
  mergeRecords: and(inMain, (world, turn) => {
    const { responses: _, ...added } = newItem(world);
    return {
      body: {
        items: [added, { external_id: newName(), fields: added.fields, vectors: { mini: [0, 1, 2] } }],
        dry_run: turn % 2 === 0,
        existing: of(["update", "leave"], turn),
        samples: 5,
        columns: [{ column: "text", part: { kind: "field", name: "text" } }],
      },
    };
  }),
  updateRecords: and(inMain, (world, turn) => ({
    body: { items: [{ id: record(world, turn).id, ...changes(world) }] },
  })),
  deleteRecords: async (world) => {
    const params = { dataset_id: world.main.datasetId };
    // An earlier call may have forbidden metadata that the dataset does not declare.
    const item = () => ({ ...newItem(world), metadata: null });
    const { items } = await world.owner.must("bulkCreateRecords", { params, body: { items: [item(), item()] } });
    return { params, query: { ids: [items.map(({ id }) => id).join()] } };
  },
  getRecord: and(onRecord, () => ({ query: { include: ["responses"] } })),
  updateRecord: and(onRecord, (world) => ({ body: changes(world) })),
  deleteRecord: async (world) => {
    const params = { dataset_id: world.main.datasetId };
    const { items } = await world.owner.must("bulkCreateRecords", { params, body: { items: [newItem(world)] } });
    return { params: { record_id: items[0]?.id ?? "" } };
  },
  createResponse: and(onRecord, () => ({ body: { status: "submitted", values: ANSWERS } })),
  updateResponse: response,
  deleteResponse: response,
  bulkSaveResponses: (world) => ({
    body: {
      items: world.records.flatMap(({ id }) => [
        { record_id: id, status: "submitted", values: ANSWERS, postil_seen: "2024-05-01T10:00:00.000001" },
        { record_id: id, status: "draft", postil_seen: null, postil_clear: true },
        { record_id: id, status: "submitted", values: ANSWERS },
      ]),
    },
  }),
  listSuggestions: onRecord,
  upsertSuggestion: and(onRecord, (world, turn) => ({ body: of(suggestions(world), turn) })),
  deleteSuggestions: and(onRecord, (world, turn) => ({ query: { ids: [record(world, turn).suggestion] } })),
  deleteSuggestion: ownSuggestion,
  getRecordHistory: and(onRecord, () => ({ query: { before: ["5"], limit: ["2"] } })),
  listMyFlags: and(inMain, () => ({ query: { offset: ["0"], limit: ["5"] } })),
  flagRecord: onRecord,
  unflagRecord: onRecord,
  listMyTaskFlags: and(task, (world) => ({
    params: { name: world.texts },
    query: { workspace: [world.workspace], offset: ["0"], limit: ["5"] },
  })),
  flagTaskRecord: onTaskRecord,
  unflagTaskRecord: onTaskRecord,
  listPictureHosts: inMain,
  setPictureHosts: and(inMain, (_, turn) => ({ body: { items: [`pictures-${turn}.example`] } })),
  listMyViews: inMain,
  createView: and(inMain, (_, turn) => ({ body: newView(turn) })),
  listMyTaskViews: and(task, (world) => ({ params: { name: world.texts } })),
  createTaskView: and(task, (world, turn) => ({ params: { name: world.texts }, body: newTaskView(turn) })),
  updateView: async (world, turn) => ({ params: await ownView(world), body: newView(turn) }),
  deleteView: async (world) => ({ params: await ownView(world) }),
  getMyPreferences: nothing,
  listMyApiKeys: nothing,
  exportMyData: nothing,
  createMyApiKey: () => ({ body: { name: newName(), days: 30 } }),
  deleteMyApiKey: async ({ owner }) => ({ params: { key_id: await keyOf(owner) } }),
  // No key has this ending, so the caller keeps their key.
  replaceMyApiKey: () => ({ body: { ending: "none" } }),
  getMyPassword: nothing,
  changeMyPassword: () => ({ body: { current: "wrong", password: "long enough" } }),
  changeMyPreferences: (_, turn) => ({
    body: {
      items: [
        { name: "theme", value: turn % 2 === 0 ? "dark" : null, age: 10, seen: "2026-01-01T00:00:00.000001" },
        { name: `pinnedMetadata/${turn}`, value: ["lang"], age: null, seen: null },
      ],
    },
  }),
  beginImport: async ({ owner, people }) => toFill((await createPublished(owner, people.workspaceId)).datasetId),
  endImport: async ({ owner, people }) => {
    const begun = toFill((await createPublished(owner, people.workspaceId)).datasetId);
    await owner.must("beginImport", begun);
    return { params: begun.params };
  },
  takeBackImport: (world, turn) => SEEDS.endImport(world, turn),
  bringDataset: ({ people }) => ({
    params: { dataset_id: newId() },
    body: {
      ...{ name: newName(), workspace_id: people.workspaceId, guidelines: "Read.", allow_extra_metadata: true },
      ...{ status: "ready", last_activity_at: AT, ...BEGAN },
      fields: [{ ...named(), required: true, settings: { type: "text", use_markdown: true } }],
      questions: [{ ...named(), required: true, description: "d", settings: LABEL }],
      metadata_properties: [{ ...named(), settings: METADATA[0], visible_for_annotators: true }],
      vectors_settings: [{ ...named(), dimensions: 3 }],
    },
  }),
  bringRecords: and(inMain, (world) => ({ body: { items: [brought(world)], brought_before: AT } })),
  bringTaskDataset: (world) => ({ ...broughtTask(world), params: { name: newName() } }),
  bringTaskRecords: (world, turn) => ({
    ...inTaskWorkspace(world),
    params: { name: world.texts },
    body: {
      task: "TextClassification",
      items: [{ last_updated: AT, record: logged(TEXTS, turn) }],
      brought_before: AT,
    },
  }),
  listJobs: ({ main }) => ({ query: { dataset_id: [main.datasetId] } }),
  listWebhooks: nothing,
  listWebhookStates: nothing,
  createWebhook: async (world) => {
    await withRoomForWebhooks(world);
    return newWebhook();
  },
  createWorkspaceWebhook: async (world) => {
    await withRoomForWebhooks(world);
    return { ...newWebhook(), params: { workspace_id: world.people.workspaceId } };
  },
  updateWebhook: and(webhook, () => ({ body: { enabled: false, description: newName() } })),
  deleteWebhook: webhook,
  pingWebhook: webhook,
  listWebhookDeliveries: webhook,
  sendWebhookDelivery: async (world, turn) => {
    const { params } = await webhook(world, turn);
    const of = { params: { webhook_id: String(params?.webhook_id) } };
    await world.owner.must("pingWebhook", of);
    const { waiting, ended } = await world.owner.must("listWebhookDeliveries", of);
    return { params: { ...params, delivery_id: [...waiting, ...ended][0]?.id ?? "" } };
  },
  listDeleted: nothing,
  getDeleted: deleted,
  restoreDeleted: and(deleted, () => ({ body: { name: newName() } })),
  removeDeleted: deleted,
  changeJob: async (world, turn) => {
    const { datasetId } = await createDraft(world.owner, world.people.workspaceId);
    await world.owner.must("deleteDataset", { params: { dataset_id: datasetId } });
    await world.owner.must("removeDeleted", { params: await latestDeleted(world.owner) });
    const { items } = await world.owner.must("listJobs", { query: { dataset_id: datasetId } });
    return { params: { job_id: items[0]?.id ?? "" }, body: { stopped: turn % 2 === 0 } };
  },
  searchMyRecords: search,
  searchRecords: search,
  listSuggestionOptions: inMain,
  listSnapshots: ({ main }) => ({ query: { dataset_id: [main.datasetId] } }),
  takeSnapshot: async (world) => {
    // Only so many fit into a dataset.
    await world.owner.must("deleteSnapshot", { params: await snapshotOf(world) });
    return { body: { dataset_id: world.main.datasetId, name: newName() } };
  },
  exportSnapshot: async (world, turn) => ({ params: await snapshotOf(world), body: wholeFile(turn) }),
  sizeUpSnapshot: async (world, turn) => ({ params: await snapshotOf(world), body: wholeFile(turn) }),
  compareSnapshots: async (world) => ({ params: await snapshotOf(world) }),
  deleteSnapshot: async (world) => ({ params: await snapshotOf(world) }),
  exportDataset: exported,
  sizeUpExport: exported,
  exportTaskDataset: exportedTask,
  sizeUpTaskExport: exportedTask,
  uploadFile: (_, turn) => ({ query: { name: [`rows-${turn}.jsonl`] }, body: ROWS }),
  listUploads: nothing,
  getUpload: ({ owner }) => sentFile(owner),
  understandUpload: async ({ owner }, turn) => ({ ...(await sentFile(owner)), body: of(FILE_WISHES, turn) }),
  importUpload: async ({ owner, people }) => ({
    ...(await sentFile(owner, NO_TEXTS)),
    body: { ...AS_TEXTS, workspace_id: people.workspaceId },
  }),
  addUpload: async ({ owner, main }, turn) => ({
    ...(await sentFile(owner)),
    body: {
      reading: { encoding: "utf-8", trim: true },
      into: { dataset_id: main.datasetId, columns: [{ column: "text", part: { kind: "field", name: "text" } }] },
      existing: of(["update", "leave"], turn),
      ...{ dry_run: turn % 2 === 0, overwrite: turn % 3 === 0, task: { agent: "jo" } },
    },
  }),
  getRefusedRows: ({ owner, people }) => refusedFile(owner, people.workspaceId),
  deleteUpload: ({ owner }) => sentFile(owner),
  getExport: async (world) => {
    const { headers } = await world.owner.call("exportDataset", await exported(world, 0));
    return { params: { export_id: headers.get("x-postil-export") ?? "" } };
  },
};
