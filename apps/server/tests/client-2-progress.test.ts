import { afterAll, beforeAll, expect, test } from "vitest";
import { createPublished, type Draft } from "./support/draft.ts";
import { createPeople, createUser, type People, type Person } from "./support/people.ts";
import { startTestServer, type TestServer } from "./support/start-test-server.ts";

/** What `dataset.progress(with_users_distribution=True)` of client 2.x reads. */

let server: TestServer;
let people: People;
let draft: Draft;
let records: string[];
let leaver: Person;
const params = () => ({ params: { dataset_id: draft.datasetId } });

beforeAll(async () => {
  server = await startTestServer();
  people = await createPeople(server);
  const { owner, admin, annotator } = people.clients;
  draft = await createPublished(owner, people.workspaceId);
  const items = Array.from({ length: 5 }, () => ({ fields: { text: "hello" } }));
  records = (await owner.must("bulkCreateRecords", { ...params(), body: { items } })).items.map(({ id }) => id);
  leaver = await createUser(server, "annotator");
  const member = { params: { workspace_id: people.workspaceId }, body: { user_id: leaver.id } };
  await owner.must("addWorkspaceUser", member);
  const values = { mood: { value: "good" } };
  const answer = (client: typeof owner, at: number, status: string) =>
    client.must("createResponse", { params: { record_id: records[at] ?? "" }, body: { values, status } });
  await answer(admin, 0, "submitted");
  await answer(annotator, 0, "discarded");
  await answer(admin, 1, "submitted");
  await answer(annotator, 1, "draft");
  await answer(annotator, 2, "discarded");
  await answer(annotator, 3, "draft");
  await answer(leaver.client, 4, "submitted");
});
afterAll(() => server.close());

const nameOf = async (who: "admin" | "annotator") => (await people.clients[who].must("getMe")).username;
const ADMIN = {
  completed: { submitted: 2, draft: 0, discarded: 0 },
  pending: { submitted: 0, draft: 0, discarded: 0 },
};
const ANNOTATOR = {
  completed: { submitted: 0, draft: 1, discarded: 1 },
  pending: { submitted: 0, draft: 1, discarded: 1 },
};

test("API-63 progress says what is completed beside the groups of 1.29", async () => {
  expect(await people.clients.annotator.must("getDatasetProgress", params())).toEqual({
    total: 5,
    submitted: 2,
    discarded: 1,
    conflicting: 1,
    pending: 1,
    completed: 3,
  });
});

test("API-63 managers see the answers of everybody by the state of their records, other members their own", async () => {
  const own = { username: await nameOf("annotator"), ...ANNOTATOR };
  const others = { username: leaver.username, ...ADMIN, completed: { submitted: 1, draft: 0, discarded: 0 } };
  const all = [{ username: await nameOf("admin"), ...ADMIN }, own, others];
  for (const who of ["owner", "admin"] as const)
    expect(await people.clients[who].must("listUsersProgress", params())).toEqual({ users: all });
  expect(await people.clients.annotator.must("listUsersProgress", params())).toEqual({ users: [own] });
  expect((await people.clients["admin elsewhere"].call("listUsersProgress", params())).status).toBe(403);
});

test("API-63 a withdrawn answer makes its record pending, and who was deleted is not named", async () => {
  const { owner, admin } = people.clients;
  const [record] = (await admin.must("listMyRecords", { ...params(), query: { include: "responses" } })).items.filter(
    ({ id }) => id === records[1],
  );
  const response_id = record?.responses?.[0]?.id ?? "";
  await admin.must("deleteResponse", { params: { response_id } });
  await owner.must("deleteUser", { params: { user_id: leaver.id } });
  const { users } = await owner.must("listUsersProgress", params());
  expect(users).toEqual([
    { username: await nameOf("admin"), ...ADMIN, completed: { submitted: 1, draft: 0, discarded: 0 } },
    {
      username: await nameOf("annotator"),
      completed: { submitted: 0, draft: 0, discarded: 1 },
      pending: { submitted: 0, draft: 2, discarded: 1 },
    },
  ]);
});

test("API-63 in a dataset without answers nobody is listed", async () => {
  const empty = await createPublished(people.clients.owner, people.workspaceId);
  const of = { params: { dataset_id: empty.datasetId } };
  expect(await people.clients.owner.must("listUsersProgress", of)).toEqual({ users: [] });
});
