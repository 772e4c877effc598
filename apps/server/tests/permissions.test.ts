import { type RouteName, routes } from "@postil/contract/routes";
import { expect, test } from "vitest";
import type { Sending } from "./support/client.ts";
import { createPublished } from "./support/draft.ts";
import { startPeople } from "./support/people.ts";

/** Covers what role-matrix.test.ts does not: which error comes first, and what happens to one item of many. */

const { people } = await startPeople();

test("ROL-09 a missing entity is told before a missing right, but for the calls that ask for the right first", async () => {
  const outsider = people.clients["annotator elsewhere"];
  const id = "11111111-2222-4333-8444-555555555555";
  const first: readonly (readonly [RouteName, Sending, number])[] = [
    ["getDataset", { params: { dataset_id: id } }, 404],
    ["updateField", { params: { field_id: id }, body: { title: "Another title" } }, 404],
    ["updateQuestion", { params: { question_id: id }, body: { title: "Another title" } }, 404],
    ["replaceField", { params: { field_id: id }, body: { name: "n", title: "T", settings: { type: "text" } } }, 404],
    [
      "replaceQuestion",
      { params: { question_id: id }, body: { name: "n", title: "T", settings: { type: "text" } } },
      404,
    ],
    ["orderParts", { params: { dataset_id: id }, body: {} }, 404],
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

test("ROL-12 who may not make a call of our own at all is told that before what is wrong with the request", async () => {
  const { owner, admin, annotator } = people.clients;
  const named = ["user_id", "workspace_id", "key_id", "session_id", "upload_id"];
  const ids = Object.fromEntries(named.map((name) => [name, "nonsense"]));
  const nonsense = { params: ids, body: {} };
  const send = (name: RouteName): Sending => (routes[name].method === "GET" ? { params: nonsense.params } : nonsense);
  const names = (Object.keys(routes) as RouteName[]).filter((name) => routes[name].path.startsWith("/api/postil/"));
  const forOwners = names.filter((name) => routes[name].access === "owner");
  const forPrivileged = names.filter((name) => routes[name].access === "privileged");
  expect(forOwners).toContain("deletePerson");
  expect(forPrivileged).toContain("listPeople");
  for (const name of [...forOwners, ...forPrivileged])
    expect((await annotator.call(name, send(name))).status, name).toBe(403);
  for (const name of forOwners) expect((await admin.call(name, send(name))).status, name).toBe(403);
  expect((await admin.call("exportAudit", { query: { format: "nonsense" } })).status).toBe(403);
  expect((await owner.call("deletePerson", nonsense)).status).toBe(422);
  // For calls of the v1 API the reference reports the invalid input first (contract api-v1 1.2).
  expect((await annotator.call("deleteUser", nonsense)).status).toBe(422);
});

test("ROL-11 of answers that are saved at once each is refused that its author may not give, and the others are stored", async () => {
  const { owner, "annotator elsewhere": outsider } = people.clients;
  const recordIn = async (workspaceId: string) => {
    const { datasetId } = await createPublished(owner, workspaceId);
    const { items } = await owner.must("bulkCreateRecords", {
      params: { dataset_id: datasetId },
      body: { items: [{ fields: { text: "a" } }] },
    });
    return items[0]?.id ?? "";
  };
  const answer = { status: "submitted", values: { mood: { value: "good" } } };
  const ids = [await recordIn(people.workspaceId), await recordIn(people.elsewhereId)];
  const body = { items: ids.map((id) => ({ record_id: id, ...answer })) };
  const { items } = await outsider.must("bulkSaveResponses", { body });
  expect(items.map(({ item }) => item?.record_id ?? null)).toEqual([null, ids[1]]);
  expect(items[0]?.error).not.toBeNull();
});
