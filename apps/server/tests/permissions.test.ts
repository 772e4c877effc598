import type { Access } from "@postil/contract/route";
import { type RouteName, routes } from "@postil/contract/routes";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Sending } from "./support/client.ts";
import { createDraft, type Draft } from "./support/draft.ts";
import { createPeople, createUser, newName, type People, SPEAKERS, type Speaker } from "./support/people.ts";
import { startTestServer, type TestServer } from "./support/start-test-server.ts";

/**
 * Every call on accounts, workspaces, datasets and their parts, made by everybody, against the matrix of contract api-v1
 * section 2. Each is made on a draft of its own, so that what one may delete the next still finds.
 */

const ANYBODY = SPEAKERS.filter((speaker) => speaker !== "nobody");
const OWNER: readonly Speaker[] = ["owner"];
const MEMBER: readonly Speaker[] = ["owner", "admin", "annotator"];
const MANAGER: readonly Speaker[] = ["owner", "admin"];

type Setup = { readonly people: People; readonly draft: Draft; readonly strangerId: string };
type Row = {
  readonly ids: string;
  readonly name: RouteName;
  readonly allowed: readonly Speaker[];
  readonly send?: (setup: Setup) => Sending;
};

const inDataset =
  (body?: (setup: Setup) => unknown) =>
  (setup: Setup): Sending => ({
    params: { dataset_id: setup.draft.datasetId },
    ...(body ? { body: body(setup) } : {}),
  });
const part =
  (parameter: string, id: keyof Draft, body?: unknown) =>
  ({ draft }: Setup): Sending => ({ params: { [parameter]: draft[id] }, ...(body === undefined ? {} : { body }) });
const inWorkspace =
  (body?: (setup: Setup) => unknown) =>
  (setup: Setup): Sending => ({
    params: { workspace_id: setup.people.workspaceId },
    ...(body ? { body: body(setup) } : {}),
  });
const user = ({ strangerId }: Setup): Sending => ({ params: { user_id: strangerId } });
const stranger = ({ people, strangerId }: Setup): Sending => ({
  params: { workspace_id: people.workspaceId, user_id: strangerId },
});
const newUser = (): Sending => ({ body: { first_name: "A", username: newName(), password: "long enough" } });
const titled = { title: "Another title" };
const newField = () => ({ name: "more", title: "More", settings: { type: "text" } });

const ROWS: readonly Row[] = [
  { ids: "AUT-05", name: "getMe", allowed: ANYBODY },
  { ids: "AUT-05 AUT-06", name: "getMeV0", allowed: ANYBODY },
  { ids: "DSL-06", name: "listMyWorkspaces", allowed: ANYBODY },
  { ids: "DSL-06", name: "listWorkspacesV0", allowed: ANYBODY },
  { ids: "DSL-05", name: "listMyDatasets", allowed: ANYBODY },
  { ids: "DSL-02", name: "listTaskDatasetsV0", allowed: ANYBODY },
  {
    ids: "ROL-09",
    name: "listMyDatasets",
    allowed: MEMBER,
    send: ({ people }) => ({ query: { workspace_id: people.workspaceId } }),
  },
  { ids: "ROL-12", name: "listUsers", allowed: OWNER },
  { ids: "ROL-12", name: "listUsersV0", allowed: OWNER },
  { ids: "ROL-12", name: "getUser", allowed: OWNER, send: user },
  { ids: "ROL-12", name: "listUserWorkspaces", allowed: OWNER, send: user },
  { ids: "ROL-12", name: "createUser", allowed: OWNER, send: newUser },
  { ids: "ROL-12", name: "createUserV0", allowed: OWNER, send: newUser },
  { ids: "ROL-12", name: "deleteUser", allowed: OWNER, send: user },
  { ids: "ROL-12", name: "deleteUserV0", allowed: OWNER, send: user },
  { ids: "ROL-09 FEN-05", name: "getWorkspace", allowed: MEMBER, send: inWorkspace() },
  { ids: "ROL-12", name: "createWorkspace", allowed: OWNER, send: () => ({ body: { name: newName() } }) },
  { ids: "ROL-12", name: "createWorkspaceV0", allowed: OWNER, send: () => ({ body: { name: newName() } }) },
  { ids: "ROL-12", name: "listWorkspaceUsers", allowed: MANAGER, send: inWorkspace() },
  { ids: "ROL-12", name: "listWorkspaceUsersV0", allowed: MANAGER, send: inWorkspace() },
  {
    ids: "ROL-12",
    name: "addWorkspaceUser",
    allowed: OWNER,
    send: inWorkspace(({ strangerId }) => ({ user_id: strangerId })),
  },
  { ids: "ROL-12", name: "addWorkspaceUserV0", allowed: OWNER, send: stranger },
  {
    ids: "ROL-10",
    name: "createDataset",
    allowed: MANAGER,
    send: ({ people }) => ({ body: { name: newName(), workspace_id: people.workspaceId } }),
  },
  { ids: "ROL-09 FEN-04", name: "getDataset", allowed: MEMBER, send: inDataset() },
  { ids: "ROL-10 FSE-22", name: "updateDataset", allowed: MANAGER, send: inDataset(() => ({ guidelines: "Read." })) },
  { ids: "ROL-10", name: "publishDataset", allowed: MANAGER, send: inDataset() },
  { ids: "ROL-10 ROL-06 FSE-27", name: "deleteDataset", allowed: MANAGER, send: inDataset() },
  { ids: "ROL-09", name: "getMyDatasetMetrics", allowed: MEMBER, send: inDataset() },
  { ids: "ROL-10 FSE-29", name: "countDatasetResponses", allowed: MANAGER, send: inDataset() },
  { ids: "ROL-10 EXP-01", name: "exportDataset", allowed: MANAGER, send: inDataset(() => ({})) },
  { ids: "ROL-10 EXP-04", name: "sizeUpExport", allowed: MANAGER, send: inDataset(() => ({})) },
  { ids: "ROL-09 DSL-14", name: "getDatasetProgress", allowed: MEMBER, send: inDataset() },
  { ids: "ROL-09 FEN-13", name: "listFields", allowed: MEMBER, send: inDataset() },
  { ids: "ROL-10", name: "createField", allowed: MANAGER, send: inDataset(newField) },
  { ids: "ROL-10 FSE-23", name: "updateField", allowed: MANAGER, send: part("field_id", "fieldId", titled) },
  { ids: "ROL-10", name: "deleteField", allowed: MANAGER, send: part("field_id", "fieldId") },
  { ids: "ROL-09 FEN-11", name: "listQuestions", allowed: MEMBER, send: inDataset() },
  { ids: "ROL-10", name: "createQuestion", allowed: MANAGER, send: inDataset(newField) },
  { ids: "ROL-10 FSE-24", name: "updateQuestion", allowed: MANAGER, send: part("question_id", "questionId", titled) },
  { ids: "ROL-10", name: "deleteQuestion", allowed: MANAGER, send: part("question_id", "questionId") },
  { ids: "ROL-09 FEN-18", name: "listMyMetadataProperties", allowed: MEMBER, send: inDataset() },
  {
    ids: "ROL-10",
    name: "createMetadataProperty",
    allowed: MANAGER,
    send: inDataset(() => ({ name: "more", title: "More", settings: { type: "integer" } })),
  },
  {
    ids: "ROL-10 FSE-26",
    name: "updateMetadataProperty",
    allowed: MANAGER,
    send: part("metadata_property_id", "propertyId", titled),
  },
  {
    ids: "ROL-10",
    name: "deleteMetadataProperty",
    allowed: MANAGER,
    send: part("metadata_property_id", "propertyId"),
  },
  {
    // The property of the draft is hidden from annotators.
    ids: "ROL-04 FEN-19",
    name: "getMetadataPropertyMetrics",
    allowed: MANAGER,
    send: part("metadata_property_id", "propertyId"),
  },
  { ids: "ROL-09 FEN-15", name: "listVectorSettings", allowed: MEMBER, send: inDataset() },
  {
    ids: "ROL-10",
    name: "createVectorSettings",
    allowed: MANAGER,
    send: inDataset(() => ({ name: "more", title: "More", dimensions: 2 })),
  },
  {
    ids: "ROL-10 FSE-25",
    name: "updateVectorSettings",
    allowed: MANAGER,
    send: part("vector_settings_id", "vectorSettingsId", titled),
  },
  {
    ids: "ROL-10",
    name: "deleteVectorSettings",
    allowed: MANAGER,
    send: part("vector_settings_id", "vectorSettingsId"),
  },
];

const ALLOWED: { readonly [A in Access]?: readonly Speaker[] } = {
  "signed-in": ANYBODY,
  member: MEMBER,
  manager: MANAGER,
  owner: OWNER,
};

/** Hidden from annotators is the one property of the draft, and a list without a workspace is everybody's own. */
const NARROWER = new Set(["getMetadataPropertyMetrics", "listMyDatasets"]);

test("ROL-09 ROL-10 ROL-12 the table of routes says who may ask as the matrix does", () => {
  for (const { name, allowed } of ROWS.filter((row) => !NARROWER.has(row.name)))
    expect(ALLOWED[routes[name].access], name).toEqual(allowed);
});

const FORBIDDEN = {
  detail: { code: "argilla.api.errors::ForbiddenOperationError", params: { detail: "Operation not allowed" } },
};
const UNKNOWN = {
  detail: {
    code: "argilla.api.errors::UnauthorizedError",
    params: { detail: "Could not validate credentials" },
  },
};

let server: TestServer;
let people: People;
beforeAll(async () => {
  server = await startTestServer();
  people = await createPeople(server);
});
afterAll(() => server.close());

async function setup(): Promise<Setup> {
  const draft = await createDraft(people.clients.owner, people.workspaceId);
  const { id } = await createUser(server, "annotator");
  return { people, draft, strangerId: id };
}

for (const { ids, name, allowed, send } of ROWS) {
  test(`${ids} ${name}${send ? "" : " (no arguments)"}: ${allowed.join(", ")}`, async () => {
    for (const speaker of SPEAKERS) {
      const { status, body } = await people.clients[speaker].call(name, send?.(await setup()));
      if (allowed.includes(speaker)) expect(status, `${speaker}: ${JSON.stringify(body)}`).toBeLessThan(300);
      else expect({ status, body }, speaker).toEqual(denied(speaker));
    }
  });
}

const denied = (speaker: Speaker) =>
  speaker === "nobody" ? { status: 401, body: UNKNOWN } : { status: 403, body: FORBIDDEN };

for (const name of ["removeWorkspaceUser", "removeWorkspaceUserV0"] as const) {
  test(`ROL-12 ${name}: owner, admin`, async () => {
    for (const speaker of SPEAKERS) {
      const at = await setup();
      await people.clients.owner.must("addWorkspaceUser", inWorkspace(() => ({ user_id: at.strangerId }))(at));
      const { status, body } = await people.clients[speaker].call(name, stranger(at));
      if (MANAGER.includes(speaker)) expect(status, speaker).toBe(200);
      else expect({ status, body }, speaker).toEqual(denied(speaker));
    }
  });
}

test("ROL-12 deleteWorkspace: owner", async () => {
  for (const speaker of SPEAKERS) {
    const { id } = await people.clients.owner.must("createWorkspace", { body: { name: newName() } });
    const { status, body } = await people.clients[speaker].call("deleteWorkspace", { params: { workspace_id: id } });
    if (speaker === "owner") expect(status).toBe(200);
    else expect({ status, body }, speaker).toEqual(denied(speaker));
  }
});

test("API-05 open calls answer without a key", async () => {
  const { nobody } = people.clients;
  for (const name of [
    "getVersion",
    "getStatus",
    "getSettings",
    "getInfoV0",
    "getStatusV0",
    "listOauthProviders",
  ] as const)
    expect((await nobody.call(name)).status, name).toBe(200);
});

test("ROL-09 a missing entity is told before a missing right, but for the calls that ask for the right first", async () => {
  const outsider = people.clients["annotator elsewhere"];
  const id = "11111111-2222-4333-8444-555555555555";
  const first: readonly (readonly [RouteName, Sending, number])[] = [
    ["getDataset", { params: { dataset_id: id } }, 404],
    ["updateField", { params: { field_id: id }, body: titled }, 404],
    ["updateQuestion", { params: { question_id: id }, body: titled }, 404],
    ["deleteMetadataProperty", { params: { metadata_property_id: id } }, 404],
    ["deleteVectorSettings", { params: { vector_settings_id: id } }, 404],
    ["deleteUser", { params: { user_id: id } }, 404],
    ["removeWorkspaceUser", { params: { workspace_id: id, user_id: id } }, 404],
    ["getUser", { params: { user_id: id } }, 403],
    ["listUserWorkspaces", { params: { user_id: id } }, 403],
    ["getWorkspace", { params: { workspace_id: id } }, 403],
    ["deleteWorkspace", { params: { workspace_id: id } }, 403],
    ["listWorkspaceUsers", { params: { workspace_id: id } }, 403],
    ["addWorkspaceUser", { params: { workspace_id: id }, body: { user_id: id } }, 403],
    ["createDataset", { body: { name: "new", workspace_id: id } }, 403],
  ];
  for (const [name, sending, status] of first) expect((await outsider.call(name, sending)).status, name).toBe(status);
});
