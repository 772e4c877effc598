import { expect, test } from "vitest";
import type { Client } from "./support/client.ts";
import { createPublished } from "./support/draft.ts";
import { createUser, newName, startPeople } from "./support/people.ts";
import { SUBMITTED } from "./support/records.ts";

const { server, people, owner } = await startPeople();

const newWorkspace = async () => owner.must("createWorkspace", { body: { name: newName() } });
const at = (id: string) => ({ params: { workspace_id: id } });
const renamed = (id: string, name: string) => ({ ...at(id), body: { name } });

test("ROL-12 an owner sees every workspace, an admin their own, an annotator is refused", async () => {
  const listed = async (client: Client) => (await client.must("listWorkspaces")).items.map(({ id }) => id);
  const all = await listed(owner);
  expect(all).toEqual(expect.arrayContaining([people.workspaceId, people.elsewhereId]));
  expect(await listed(people.clients.admin)).toEqual([people.workspaceId]);
  expect((await people.clients.annotator.call("listWorkspaces")).status).toBe(403);
});

test("ROL-12 members and the datasets of both families are counted, with what is done of them", async () => {
  const { id, name } = await newWorkspace();
  const made = await owner.must("listWorkspaces");
  expect(made.items.find((one) => one.id === id)).toMatchObject({
    members: 0,
    datasets: 0,
    records: 0,
    last_activity_at: null,
  });
  const members = [];
  for (const role of ["admin", "annotator", "annotator", "annotator"] as const) {
    const user = await createUser(server, role);
    members.push(user);
    await owner.must("addWorkspaceUser", { ...at(id), body: { user_id: user.id } });
  }
  const another = await createUser(server, "owner");
  await owner.must("addWorkspaceUser", { ...at(id), body: { user_id: another.id } });
  const feedback = await createPublished(owner, id);
  const items = ["a", "b", "c"].map((text) => ({ fields: { text } }));
  await owner.must("createRecords", { params: { dataset_id: feedback.datasetId }, body: { items } });
  const { items: records } = await owner.must("listRecords", { params: { dataset_id: feedback.datasetId } });
  await owner.must("createResponse", {
    params: { record_id: records[0]?.id ?? "" },
    body: { status: "discarded" },
  });
  await owner.must("createResponse", { params: { record_id: records[1]?.id ?? "" }, body: SUBMITTED });
  const task = newName();
  await owner.must("createTaskDatasetV0", { body: { name: task, task: "Text2Text", workspace: name } });
  const logged = [1, 2].map((n) => ({ id: n, text: "t", status: n === 1 ? "Discarded" : "Default" }));
  await owner.must("logText2TextRecordsV0", {
    params: { name: task },
    query: { workspace: name },
    body: { records: logged },
  });

  const { items: listed } = await owner.must("listWorkspaces");
  const summary = listed.find((one) => one.id === id);
  expect(summary).toMatchObject({ members: 4, datasets: 2, records: 5, last_activity_at: expect.any(String) });
  expect(summary?.first_members.map(({ username }) => username)).toEqual(
    members.slice(0, 3).map((one) => one.username),
  );
  const answers = await owner.must("countAnswersOfWorkspaces");
  expect(answers.items.find((one) => one.workspace_id === id)).toEqual({ workspace_id: id, answers: 1 });
  expect((await owner.must("countAnswersInWorkspace", at(id))).items).toEqual([
    { user_id: server.ownerId, answers: 1 },
  ]);
  const overview = await owner.must("getWorkspaceOverview", at(id));
  expect(overview.members.map(({ username, role }) => [username, role])).toEqual(
    members.map(({ username }, index) => [username, index === 0 ? "admin" : "annotator"]),
  );
  expect(overview.datasets).toEqual([
    { id: feedback.datasetId, name: expect.any(String), task: "FeedbackTask", records: 3, answered: 2 },
    { id: `${name}.${task}`, name: task, task: "Text2Text", records: 2, answered: 1 },
  ]);
});

test("ROL-12 a workspace with feedback datasets is renamed, and they are found in it as before", async () => {
  const { id } = await newWorkspace();
  const { datasetId } = await createPublished(owner, id);
  const name = newName();
  expect(await owner.must("renameWorkspace", renamed(id, name))).toMatchObject({ id, name });
  expect((await owner.must("getWorkspace", at(id))).name).toBe(name);
  expect((await owner.must("getDataset", { params: { dataset_id: datasetId } })).workspace_id).toBe(id);
  const admin = await createUser(server, "admin");
  await owner.must("addWorkspaceUser", { ...at(id), body: { user_id: admin.id } });
  const again = newName();
  await admin.client.must("getMeV0");
  await owner.must("renameWorkspace", renamed(id, again));
  expect((await admin.client.must("getMeV0")).workspaces).toEqual([again]);
});

test("ROL-12 a workspace with task datasets keeps its name, for their ids begin with it: they are named", async () => {
  const { id, name } = await newWorkspace();
  await owner.must("createTaskDatasetV0", { body: { name: "notes", task: "TextClassification", workspace: name } });
  expect(await owner.call("renameWorkspace", renamed(id, newName()))).toMatchObject({
    status: 409,
    body: {
      detail: `Workspace \`${name}\` cannot be renamed: the ids of its task datasets begin with its name (\`${name}.notes\`)`,
    },
  });
  await owner.must("renameWorkspace", renamed(id, name));
  await owner.must("deleteTaskDatasetV0", { params: { name: "notes" }, query: { workspace: name } });
  await owner.must("renameWorkspace", renamed(id, newName()));
});

test("ROL-12 a name that another workspace has, or that no workspace may have, is refused", async () => {
  const [one, other] = [await newWorkspace(), await newWorkspace()];
  expect(await owner.call("renameWorkspace", renamed(one.id, other.name))).toMatchObject({
    status: 409,
    body: { detail: `Workspace name \`${other.name}\` is not unique` },
  });
  for (const name of ["Upper", "with space", "-dash", ""])
    expect((await owner.call("renameWorkspace", renamed(one.id, name))).status, name).toBe(422);
});

test("ROL-12 members are no obstacle to deleting a workspace: they lose it and keep their account", async () => {
  const { id } = await newWorkspace();
  const user = await createUser(server, "annotator");
  await owner.must("addWorkspaceUser", { ...at(id), body: { user_id: user.id } });
  await owner.must("deleteWorkspace", at(id));
  expect((await user.client.must("getMeV0")).workspaces).toEqual([]);
});
