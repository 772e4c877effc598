import type { RouteName } from "@postil/contract/routes";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Answer, type Client, createClient, type Sending } from "./support/client.ts";
import { createDraft, type Draft, LABEL } from "./support/draft.ts";
import { newName } from "./support/people.ts";
import { OWNER, startTestServer, type TestServer } from "./support/start-test-server.ts";

/** The response to a bad request names status, value and limit. The request changes nothing. */

const NO_ID = "11111111-2222-4333-8444-555555555555";

let server: TestServer;
let owner: Client;
let workspaceId: string;
let workspaceName: string;
let draft: Draft;
let published: Draft;
let recordId: string;

beforeAll(async () => {
  server = await startTestServer();
  owner = createClient(server.url, OWNER.apiKey);
  workspaceName = newName();
  workspaceId = (await owner.must("createWorkspace", { body: { name: workspaceName } })).id;
  draft = await createDraft(owner, workspaceId);
  published = await createRich(owner, workspaceId);
  const at = { params: { dataset_id: published.datasetId } };
  const made = await owner.must("bulkCreateRecords", {
    ...at,
    body: { items: [{ fields: { text: "hello" }, external_id: "e-1", vectors: { mini: [1, 2, 3] } }] },
  });
  recordId = made?.items[0]?.id ?? "";
});
afterAll(() => server.close());

/** A published dataset with bounded metadata and a question of each kind that has its own rules. */
async function createRich(client: Client, workspace: string): Promise<Draft> {
  const made = await createDraft(client, workspace);
  const params = { dataset_id: made.datasetId };
  const question = (name: string, settings: unknown) =>
    client.must("createQuestion", { params, body: { name, title: name, settings } });
  await question("stars", { type: "rating", options: [1, 2, 3].map((value) => ({ value })) });
  await question("order", { type: "ranking", options: LABEL.options });
  await question("tags", { ...LABEL, type: "multi_label_selection" });
  await client.must("createMetadataProperty", {
    params,
    body: { name: "year", title: "Year", settings: { type: "integer", min: 1990, max: 2030 } },
  });
  await client.must("publishDataset", { params });
  return made;
}

/** Everything that the calls of this file could change. */
async function everything(): Promise<unknown> {
  const of = ({ datasetId }: Draft) => ({ params: { dataset_id: datasetId } });
  const included = { ...of(published), query: { include: "responses,suggestions,vectors" } };
  return Promise.all([
    owner.must("listUsers"),
    owner.must("listMyWorkspaces"),
    owner.must("listMyDatasets"),
    owner.must("listRecords", included),
    owner.must("getDatasetProgress", of(published)),
    ...[draft, published].flatMap((dataset) => [
      owner.must("listFields", of(dataset)),
      owner.must("listQuestions", of(dataset)),
      owner.must("listMyMetadataProperties", of(dataset)),
      owner.must("listVectorSettings", of(dataset)),
    ]),
  ]);
}

type Wrong = {
  readonly what: string;
  readonly name: RouteName;
  readonly send: () => Sending;
  readonly status: number;
  /** A part of the response text. */
  readonly says: string;
};

const inDraft = (body: unknown) => () => ({ params: { dataset_id: draft.datasetId }, body });
const record = (item: unknown) => () => ({ params: { dataset_id: published.datasetId }, body: { items: [item] } });
const answer =
  (values: unknown, status = "submitted") =>
  () => ({
    params: { record_id: recordId },
    body: { status, values: { mood: { value: "good" }, ...(values as object) } },
  });
const user = (changes: object) => () => ({
  body: { first_name: "Ann", username: newName(), password: "long enough", ...changes },
});
const field = (changes: object) => inDraft({ name: "more", title: "More", settings: { type: "text" }, ...changes });
const question = (settings: object) => inDraft({ name: "more", title: "More", settings });
const options = (count: number) => Array.from({ length: count }, (_, i) => ({ value: `v${i}`, text: `V ${i}` }));
const long = (length: number) => "x".repeat(length);

const WRONG: readonly Wrong[] = [
  // Accounts
  {
    what: "a short password",
    name: "createUser",
    send: user({ password: "short" }),
    status: 422,
    says: "at least 8 characters",
  },
  {
    what: "a long password",
    name: "createUser",
    send: user({ password: long(101) }),
    status: 422,
    says: "at most 100 characters",
  },
  {
    what: "an empty first name",
    name: "createUser",
    send: user({ first_name: "  " }),
    status: 422,
    says: "at least 1 characters",
  },
  {
    what: "a name with a space",
    name: "createUser",
    send: user({ username: "a b" }),
    status: 422,
    says: "does not match regex",
  },
  {
    what: "a role there is not",
    name: "createUser",
    send: user({ role: "boss" }),
    status: 422,
    says: "permitted: 'owner', 'admin', 'annotator'",
  },
  {
    what: "a taken user name",
    name: "createUser",
    send: user({ username: OWNER.username }),
    status: 409,
    says: "`owner` is not unique",
  },
  {
    what: "a taken user name, older call",
    name: "createUserV0",
    send: user({ username: OWNER.username }),
    status: 409,
    says: "EntityAlreadyExistsError",
  },
  {
    what: "a workspace there is not",
    name: "createUserV0",
    send: user({ workspaces: ["nowhere"] }),
    status: 422,
    says: "Workspace 'nowhere' does not exist",
  },
  {
    what: "NUL in a name",
    name: "createUser",
    send: user({ first_name: "a\u0000b" }),
    status: 422,
    says: "NUL characters are not allowed",
  },
  {
    what: "half a character",
    name: "createUser",
    send: user({ first_name: "a\ud83d" }),
    status: 422,
    says: "lone surrogates are not allowed",
  },
  {
    what: "a taken workspace name",
    name: "createWorkspace",
    send: () => ({ body: { name: workspaceName } }),
    status: 409,
    says: "is not unique",
  },
  {
    what: "an empty workspace name",
    name: "createWorkspace",
    send: () => ({ body: { name: "" } }),
    status: 422,
    says: "at least 1 characters",
  },
  { what: "an unknown user", name: "getUser", send: () => ({ params: { user_id: NO_ID } }), status: 404, says: NO_ID },
  {
    what: "an id that is none",
    name: "getUser",
    send: () => ({ params: { user_id: "7" } }),
    status: 422,
    says: "value is not a valid uuid",
  },
  {
    what: "an unknown user for a workspace",
    name: "addWorkspaceUser",
    send: () => ({ params: { workspace_id: workspaceId }, body: { user_id: NO_ID } }),
    status: 422,
    says: NO_ID,
  },
  {
    what: "a workspace with datasets",
    name: "deleteWorkspace",
    send: () => ({ params: { workspace_id: workspaceId } }),
    status: 409,
    says: "has some feedback datasets linked",
  },
  // Datasets and their parts
  {
    what: "a number for a body",
    name: "createDataset",
    send: () => ({ body: 5 }),
    status: 422,
    says: "value is not a valid dict",
  },
  { what: "no body", name: "createDataset", send: () => ({}), status: 422, says: "field required" },
  { what: "a null body", name: "createDataset", send: () => ({ body: null }), status: 422, says: "field required" },
  {
    what: "an unknown workspace",
    name: "createDataset",
    send: () => ({ body: { name: "new", workspace_id: NO_ID } }),
    status: 422,
    says: NO_ID,
  },
  {
    what: "guidelines that are too long",
    name: "updateDataset",
    send: inDraft({ guidelines: long(10_001) }),
    status: 422,
    says: "at most 10000 characters",
  },
  {
    what: "a name of null",
    name: "updateDataset",
    send: inDraft({ name: null }),
    status: 422,
    says: "must have non-null values: name",
  },
  {
    what: "publishing twice",
    name: "publishDataset",
    send: () => ({ params: { dataset_id: published.datasetId } }),
    status: 422,
    says: "Dataset is already published",
  },
  {
    what: "a taken field name",
    name: "createField",
    send: field({ name: "text" }),
    status: 409,
    says: "`text` already exists",
  },
  {
    what: "a field name in capitals",
    name: "createField",
    send: field({ name: "Text" }),
    status: 422,
    says: "does not match regex",
  },
  {
    what: "a title that is too long",
    name: "createField",
    send: field({ title: long(501) }),
    status: 422,
    says: "at most 500 characters",
  },
  {
    what: "a title of an object",
    name: "createField",
    send: field({ title: {} }),
    status: 422,
    says: "str type expected",
  },
  {
    what: "a kind of field there is not",
    name: "createField",
    send: field({ settings: { type: "image" } }),
    status: 422,
    says: "<FieldType.text: 'text'>",
  },
  {
    what: "a field for a published dataset",
    name: "createField",
    send: () => ({ ...field({})(), params: { dataset_id: published.datasetId } }),
    status: 422,
    says: "Field cannot be created for a published dataset",
  },
  {
    what: "a question taken out of a published dataset",
    name: "deleteQuestion",
    send: () => ({ params: { question_id: published.questionId } }),
    status: 422,
    says: "questions cannot be deleted for a published dataset",
  },
  {
    what: "a taken question name",
    name: "createQuestion",
    send: inDraft({ name: "mood", title: "M", settings: LABEL }),
    status: 409,
    says: "`mood` already exists",
  },
  {
    what: "a kind of question there is not",
    name: "createQuestion",
    send: question({ type: "essay" }),
    status: 422,
    says: "value 'essay'",
  },
  {
    what: "one option",
    name: "createQuestion",
    send: question({ ...LABEL, options: options(1) }),
    status: 422,
    says: "at least 2 items",
  },
  {
    what: "more options than are taken",
    name: "createQuestion",
    send: question({ ...LABEL, options: options(10_001) }),
    status: 422,
    says: "at most 10000 items",
  },
  {
    what: "the same option twice",
    name: "createQuestion",
    send: question({ ...LABEL, options: [...options(2), ...options(1)] }),
    status: 422,
    says: "found duplicates: {'v0'}",
  },
  {
    what: "a rating of 11",
    name: "createQuestion",
    send: question({ type: "rating", options: [{ value: 1 }, { value: 11 }] }),
    status: 422,
    says: "less than or equal to 10",
  },
  {
    what: "spans on a field there is not",
    name: "createQuestion",
    send: question({ ...LABEL, type: "span", field: "body" }),
    status: 422,
    says: "'body' is not a valid field name.",
  },
  {
    what: "options without a stored one",
    name: "updateQuestion",
    send: () => ({
      params: { question_id: published.questionId },
      body: { settings: { ...LABEL, options: options(3) } },
    }),
    status: 422,
    says: "found unexpected option values: ['v0', 'v1', 'v2']",
  },
  {
    what: "bounds the wrong way round",
    name: "createMetadataProperty",
    send: inDraft({ name: "n", title: "N", settings: { type: "float", min: 2, max: 1 } }),
    status: 422,
    says: "'min' (2.0) must be lower than 'max' (1.0)",
  },
  {
    what: "no dimensions",
    name: "createVectorSettings",
    send: inDraft({ name: "n", title: "N", dimensions: 0 }),
    status: 422,
    says: "greater than 0",
  },
  // Records
  {
    what: "a record for a draft",
    name: "bulkCreateRecords",
    send: inDraft({ items: [{ fields: { text: "a" } }] }),
    status: 422,
    says: "for a non published dataset",
  },
  {
    what: "no records",
    name: "bulkCreateRecords",
    send: () => ({ params: { dataset_id: published.datasetId }, body: { items: [] } }),
    status: 422,
    says: "at least 1 items",
  },
  {
    what: "too many records",
    name: "bulkCreateRecords",
    send: () => ({
      params: { dataset_id: published.datasetId },
      body: { items: Array(501).fill({ fields: { text: "a" } }) },
    }),
    status: 422,
    says: "at most 500 items",
  },
  {
    what: "a record without its text",
    name: "bulkCreateRecords",
    send: record({ fields: {} }),
    status: 422,
    says: "missing required value for field: 'text'",
  },
  {
    what: "a number for a text",
    name: "bulkCreateRecords",
    send: record({ fields: { text: 5 } }),
    status: 422,
    says: "str type expected",
  },
  {
    what: "NUL in a text",
    name: "bulkCreateRecords",
    send: record({ fields: { text: "a\u0000" } }),
    status: 422,
    says: "NUL characters are not allowed",
  },
  {
    what: "half a character in a text",
    name: "bulkCreateRecords",
    send: record({ fields: { text: "\udc00" } }),
    status: 422,
    says: "lone surrogates are not allowed",
  },
  {
    what: "a vector of the wrong length",
    name: "bulkCreateRecords",
    send: record({ fields: { text: "a" }, vectors: { mini: [1] } }),
    status: 422,
    says: "must have 3 elements, got 1 elements",
  },
  {
    what: "a vector there is not",
    name: "bulkCreateRecords",
    send: record({ fields: { text: "a" }, vectors: { maxi: [1] } }),
    status: 422,
    says: "name=maxi does not exist",
  },
  {
    what: "metadata beyond its bounds",
    name: "bulkCreateRecords",
    send: record({ fields: { text: "a" }, metadata: { year: 2031 } }),
    status: 422,
    says: "'2031' is greater than the maximum value of '2030'",
  },
  {
    what: "a taken external id",
    name: "bulkCreateRecords",
    send: record({ fields: { text: "a" }, external_id: "e-1" }),
    status: 422,
    says: "found records with same external ids: e-1",
  },
  {
    what: "an unknown record",
    name: "getRecord",
    send: () => ({ params: { record_id: NO_ID } }),
    status: 404,
    says: NO_ID,
  },
  // Responses
  {
    what: "a label outside the options",
    name: "createResponse",
    send: answer({ mood: { value: "z" } }),
    status: 422,
    says: "Valid labels are: ['good', 'bad', 'mixed']",
  },
  {
    what: "a rating as text",
    name: "createResponse",
    send: answer({ stars: { value: "2" } }),
    status: 422,
    says: "Valid ratings are: [1, 2, 3]",
  },
  {
    what: "a rating outside the options",
    name: "createResponse",
    send: answer({ stars: { value: 4 } }),
    status: 422,
    says: "Valid ratings are: [1, 2, 3]",
  },
  {
    what: "half a ranking",
    name: "createResponse",
    send: answer({ order: { value: [{ value: "good", rank: 1 }] } }),
    status: 422,
    says: "expects a list containing 3 values, found a list of 1 values",
  },
  {
    what: "the same label twice",
    name: "createResponse",
    send: answer({ tags: { value: ["good", "good"] } }),
    status: 422,
    says: "duplicates were found",
  },
  {
    what: "a question there is not",
    name: "createResponse",
    send: answer({ zz: { value: "a" } }, "draft"),
    status: 422,
    says: "name='zz'",
  },
  {
    what: "a required question left out",
    name: "createResponse",
    send: () => ({ params: { record_id: recordId }, body: { status: "submitted", values: { stars: { value: 1 } } } }),
    status: 422,
    says: "missing response value for required question with name='mood'",
  },
];

async function changesNothing(send: () => Promise<Answer>): Promise<Answer> {
  const before = await everything();
  const reply = await send();
  expect(await everything()).toEqual(before);
  return reply;
}

for (const { what, name, send, status, says } of WRONG) {
  test(`API-31 FSE-28 ${what} (${name}): ${status}, and nothing changes`, async () => {
    const reply = await changesNothing(() => owner.call(name, send()));
    expect(reply.status, JSON.stringify(reply.body)).toBe(status);
    expect(JSON.stringify(reply.body).replaceAll("\\n", " ")).toContain(says);
  });
}

const sendRaw = async (path: string, body: string | Buffer, headers: { [name: string]: string } = {}) => {
  const reply = await fetch(server.url + path, {
    method: "POST",
    body,
    headers: { "x-argilla-api-key": OWNER.apiKey, "content-type": "application/json", ...headers },
  });
  return { status: reply.status, body: await reply.json(), headers: reply.headers };
};

test("API-30 malformed JSON is 422 even without a key", async () => {
  const reply = await changesNothing(() => sendRaw("/api/v1/workspaces", "{broken", { "x-argilla-api-key": "" }));
  expect(reply).toMatchObject({
    status: 422,
    body: { detail: { params: { errors: [{ loc: ["body", 1], type: "json_invalid", input: {} }] } } },
  });
});

test("API-33 a body that is not UTF-8, is of another type, or is nested without end is refused", async () => {
  const bodies: readonly (readonly [string | Buffer, { [name: string]: string }, string])[] = [
    [Buffer.from('{"name": "caf\xe9"}', "latin1"), {}, "not UTF-8"],
    ['{"name": "plain"}', { "content-type": "text/plain" }, "value is not a valid dict"],
    ["name=form", { "content-type": "application/x-www-form-urlencoded" }, "value is not a valid dict"],
    ["[".repeat(1_000_000), {}, "JSON decode error"],
    [`${'{"name":'.repeat(250)}1${"}".repeat(250)}`, {}, "str type expected"],
    [`${'{"name":'.repeat(100_000)}1${"}".repeat(100_000)}`, {}, "JSON may be nested 250 deep"],
  ];
  for (const [body, headers, says] of bodies) {
    const reply = await changesNothing(() => sendRaw("/api/v1/workspaces", body, headers));
    expect(reply.status, says).toBe(422);
    expect(JSON.stringify(reply.body)).toContain(says);
  }
});

test("API-31 metadata that is NaN or nested without end is refused, not failed over", async () => {
  const path = `/api/v1/datasets/${published.datasetId}/records/bulk`;
  const item = (metadata: string) => `{"items": [{"fields": {"text": "a"}, "metadata": {"extra": ${metadata}}}]}`;
  const nan = await changesNothing(() => sendRaw(path, item("NaN")));
  expect([nan.status, JSON.stringify(nan.body)]).toEqual([422, expect.stringContaining("found NaN for key 'extra'")]);
  const deep = await changesNothing(() => sendRaw(path, item("[".repeat(50_000) + "]".repeat(50_000))));
  expect(deep.status).toBe(422);
});

test("API-31 whatever is wrong in one body is told all at once, in the order of the members", async () => {
  const reply = await owner.call("createQuestion", inDraft({ title: "", settings: { type: "rating", options: [] } })());
  expect(reply).toMatchObject({
    status: 422,
    body: {
      detail: {
        params: {
          errors: [
            { loc: ["body", "name"], type: "value_error.missing" },
            { loc: ["body", "title"], type: "value_error.any_str.min_length", ctx: { limit_value: 1 } },
            { loc: ["body", "settings", "options"], type: "value_error.list.min_items", ctx: { limit_value: 2 } },
          ],
        },
      },
    },
  });
});
