import { randomBytes } from "node:crypto";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import type { PostilStore } from "../src/http/handler.ts";
import { DISK_FULL, StorageFailure } from "../src/storage/failure.ts";
import { createClient } from "./support/client.ts";
import { createDraft, createPublished } from "./support/draft.ts";
import { newName, startPeople } from "./support/people.ts";
import { createTaskDataset } from "./support/task-datasets.ts";

/** Exports whose user loses access meanwhile. */

const PASSWORD = "long enough";
let begun = 0;
let auditsBegun = 0;
let beforeAudit = Promise.resolve();
let notesBegun = 0;
let beforeNote = Promise.resolve();
let foundGone = 0;
/**
 * Wraps the store: it counts requested streams, exports that are to be noted, and lookups that found a right gone. It waits
 * before it reads the audit trail, and before it notes an export.
 */
const watched = (store: PostilStore): PostilStore => ({
  ...store,
  read: (name, ...asked) => {
    if (name === "findCaller" || name === "checkAccess") {
      const answer = store.read(name, ...asked);
      const isGone = (caller: unknown) => name === "findCaller" && caller === null;
      answer.then((caller) => isGone(caller) && foundGone++).catch(() => foundGone++);
      return answer;
    }
    if (name !== "listAudit") return store.read(name, ...asked);
    auditsBegun++;
    return beforeAudit.then(() => store.read(name, ...asked));
  },
  write: (name, ...asked) => {
    if (name !== "noteExport") return store.write(name, ...asked);
    notesBegun++;
    return beforeNote.then(() => store.write(name, ...asked));
  },
  stream: (...asked) => {
    begun++;
    return store.stream(...asked);
  },
});

const { server, people, owner } = await startPeople({ around: watched });
const { datasetId } = await createPublished(owner, people.workspaceId);
// The export is larger than the socket buffers and the parts prepared ahead, so it cannot end unread.
const items = Array.from({ length: 500 }, () => ({ fields: { text: "x".repeat(20_000) } }));
for (let turn = 0; turn < 4; turn++)
  await owner.must("bulkCreateRecords", { params: { dataset_id: datasetId }, body: { items } });
const path = `/api/postil/v1/datasets/${datasetId}/export`;
const { name } = await owner.must("getWorkspace", { params: { workspace_id: people.workspaceId } });
const { at } = await createTaskDataset(people, name, "TextClassification");
const taskPath = `/api/postil/v1/task-datasets/${at.params.name}/export?workspace=${name}`;

async function newAdmin() {
  const body = { first_name: "Ada", username: newName(), role: "admin", password: PASSWORD };
  const admin = await owner.must("createPerson", { body: { ...body, workspace_ids: [people.workspaceId] } });
  const { username, id } = admin;
  const signedIn = { body: { username, password: PASSWORD } };
  const { access_token } = await createClient(server.url, null).must("createToken", signedIn);
  const byToken = { authorization: `Bearer ${access_token}` };
  const first = (await createClient(server.url, null).must("getMe", { headers: byToken })).api_key;
  const named = await createClient(server.url, first).must("createMyApiKey", { body: { name: "robot" } });
  return {
    id,
    username,
    keyId: named.id,
    byToken,
    byFirst: { "x-postil-api-key": first },
    byNamed: { "x-postil-api-key": named.key },
  };
}
type Admin = Awaited<ReturnType<typeof newAdmin>>;
type Headers = { readonly [name: string]: string };

/** Resolves to the response with its body still unread. */
const exporting = (headers: Headers, of = path): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const sent = { method: "POST", headers: { ...headers, "content-type": "application/json" } };
    request(server.url + of, sent, resolve)
      .once("error", reject)
      .end("{}");
  });

/** AUT-45: how the exports of a person ended that the audit trail says to have begun. */
const endsOf = async (username: string) => {
  const { items } = await owner.must("listAudit", { query: { group: "export", person: [username] } });
  return items.flatMap(({ kind, told }) =>
    kind === "export_unfinished" ? [told?.end] : kind === "file_unfinished" ? [`${told?.of} ${told?.end}`] : [],
  );
};

const params = ({ id }: Admin) => ({ params: { user_id: id } });
const WAYS: readonly {
  how: string;
  by: (one: Admin) => Headers;
  status: number;
  send: (one: Admin) => Promise<unknown>;
}[] = [
  { how: "deleted", by: (one) => one.byToken, status: 401, send: (one) => owner.must("deletePerson", params(one)) },
  {
    how: "deactivated",
    by: (one) => one.byNamed,
    status: 401,
    send: (one) => owner.must("deactivatePerson", params(one)),
  },
  { how: "signed out", by: (one) => one.byToken, status: 401, send: (one) => owner.must("signPersonOut", params(one)) },
  {
    how: "an annotator now",
    by: (one) => one.byFirst,
    status: 403,
    send: (one) => owner.must("changePerson", { ...params(one), body: { role: "annotator" } }),
  },
  {
    how: "out of the workspace",
    by: (one) => one.byFirst,
    status: 403,
    send: ({ id }) => owner.must("removeWorkspaceUser", { params: { workspace_id: people.workspaceId, user_id: id } }),
  },
  {
    how: "without the key",
    by: (one) => one.byNamed,
    status: 401,
    send: ({ id, keyId }) => owner.must("revokePersonKey", { params: { user_id: id, key_id: keyId } }),
  },
];

test.each(WAYS)(
  "EXP-01 ROL-09 who is $how takes nothing more out: what runs is cut off, what waits is refused",
  async ({ by, status, send }) => {
    const admin = await newAdmin();
    const before = begun;
    const running = await exporting(by(admin));
    expect(running.statusCode).toBe(200);
    const waiting = [exporting(by(admin)), exporting(by(admin), taskPath)];
    await expect.poll(() => begun - before).toBe(3);
    await send(admin);
    await expect(text(running)).rejects.toThrow("aborted");
    await expect.poll(() => endsOf(admin.username)).toEqual(["refused"]);
    for (const reply of await Promise.all(waiting)) {
      expect(reply.statusCode).toBe(status);
      reply.resume();
    }
  },
);

const FILES: readonly { file: string; at: () => string }[] = [
  { file: "a file of many parts", at: () => path },
  { file: "a file of one part", at: () => taskPath },
];

test.each(WAYS.flatMap((way) => FILES.map((one) => ({ ...way, ...one }))))(
  "EXP-01 ROL-09 who is $how when their turn has come gets no byte of $file, and hears why",
  async ({ by, status, send, at }) => {
    const admin = await newAdmin();
    const { promise, resolve } = Promise.withResolvers<void>();
    beforeNote = promise;
    const notes = notesBegun;
    const exported = exporting(by(admin), at());
    await expect.poll(() => notesBegun - notes).toBe(1);
    const gone = foundGone;
    await send(admin);
    await expect.poll(() => foundGone - gone).toBe(1);
    resolve();
    const refused = await exported;
    expect({ status: refused.statusCode, body: await text(refused) }).toMatchObject({ status });
    expect(refused.headers["x-postil-export"]).toBeUndefined();
    await expect.poll(() => endsOf(admin.username)).toEqual(["refused"]);
  },
);

// Without an end, the next one would begin after a minute.
test("EXP-05 an export that could not be noted ends, and the next one of the same person begins", async () => {
  const { byNamed } = await newAdmin();
  const { promise, reject } = Promise.withResolvers<void>();
  beforeNote = promise;
  const notes = notesBegun;
  const failed = exporting(byNamed);
  await expect.poll(() => notesBegun - notes).toBe(1);
  reject(new StorageFailure(DISK_FULL));
  (await failed).resume();
  expect((await failed).statusCode).toBe(507);
  beforeNote = Promise.resolve();
  const next = await exporting(byNamed, taskPath);
  expect(next.statusCode).toBe(200);
  await text(next);
}, 20_000);

/** Makes the admin's key and sessions expire in `ms`. Any change makes the server look them up again. */
async function expireIn(ms: number, admin: Admin) {
  const { id, keyId } = admin;
  const at = (Date.now() + ms) * 1000;
  await server.sql("update api_key set expires_at = ? where id = ?", at, keyId);
  await server.sql("update session set expires_at = ? where user_id = ?", at, id);
  await owner.must("changePerson", { ...params(admin), body: { first_name: "Augusta" } });
}

const SHOWN: readonly { what: string; by: (one: Admin) => Headers }[] = [
  { what: "key", by: (one) => one.byNamed },
  { what: "session", by: (one) => one.byToken },
];

test.each(SHOWN)(
  "EXP-01 ROL-09 whose $what expires takes nothing more out: what runs is cut off, what waits is refused",
  async ({ by }) => {
    const admin = await newAdmin();
    await expireIn(2000, admin);
    const running = await exporting(by(admin));
    expect(running.statusCode).toBe(200);
    // The server refuses at that moment, not before.
    const refused = await exporting(by(admin), taskPath);
    expect({ status: refused.statusCode, body: await text(refused) }).toMatchObject({ status: 401 });
    await expect(text(running)).rejects.toThrow("aborted");
  },
);

test("ROL-12 AUT-45 the audit trail goes on to nobody who is no owner any more", async () => {
  const made = await newAdmin();
  await owner.must("changePerson", { ...params(made), body: { role: "owner" } });
  const from = { address: "192.0.2.1", userAgent: "", session: null };
  const told = { how: "password" } as const;
  // Enough entries for more than one part of the file.
  await Promise.all(
    Array.from({ length: 600 }, (_, turn) =>
      server.store.write("noteFailedSignIn", null, { username: `nobody${turn}`, told, from }),
    ),
  );
  const { promise, resolve } = Promise.withResolvers<void>();
  beforeAudit = promise;
  const before = auditsBegun;
  const reply = fetch(`${server.url}/api/postil/v1/audit/export?format=jsonl`, { headers: made.byFirst });
  await expect.poll(() => auditsBegun - before).toBe(1);
  await owner.must("changePerson", { ...params(made), body: { role: "admin" } });
  resolve();
  expect((await reply).status).toBe(200);
  await expect((await reply).text()).rejects.toThrow("terminated");
  await expect.poll(() => endsOf(made.username)).toEqual(["audit refused"]);
});

test("EXP-01 what others become, names, and a dataset that is deleted itself cut off nobody's export", async () => {
  const admin = await newAdmin();
  const running = await exporting(admin.byToken);
  const other = await newAdmin();
  await owner.must("deleteDataset", { params: { dataset_id: datasetId } });
  await owner.must("deletePerson", params(other));
  await owner.must("changePerson", { ...params(admin), body: { first_name: "Augusta" } });
  expect((await text(running)).trimEnd().split("\n")).toHaveLength(2000);
});

/** Datasets of either family and a snapshot, each too large to be sent while nobody reads. */
async function exportedPlaces(): Promise<{ readonly [what: string]: string }> {
  const text = "x".repeat(20_000);
  const { name } = await owner.must("getWorkspace", { params: { workspace_id: people.workspaceId } });
  const { at } = await createTaskDataset(people, name, "TextClassification");
  const { datasetId: dataset_id } = await createPublished(owner, people.workspaceId);
  const records = Array.from({ length: 400 }, (_, id) => ({ id, inputs: { text } }));
  const items = records.map(({ inputs }) => ({ fields: inputs }));
  for (let turn = 0; turn < 4; turn++) {
    const again = records.map(({ id, ...record }) => ({ ...record, id: `${turn}-${id}` }));
    await owner.must("logTextRecordsV0", { ...at, body: { records: again } });
    await owner.must("bulkCreateRecords", { params: { dataset_id }, body: { items } });
  }
  const { id } = await owner.must("takeSnapshot", { body: { dataset_id, name: "whole" } });
  const taken = async () => (await owner.must("listSnapshots", { query: { dataset_id } })).items[0]?.taken ?? null;
  await expect.poll(taken, { timeout: 20_000 }).not.toBeNull();
  return {
    dataset: `/api/postil/v1/datasets/${dataset_id}/export`,
    "task dataset": `/api/postil/v1/task-datasets/${at.params.name}/export?workspace=${name}`,
    snapshot: `/api/postil/v1/snapshots/${id}/export`,
  };
}

test("AUT-45 whatever is exported, an end that is no whole file is in the audit trail: the client left, or the right was lost", async () => {
  for (const [what, of] of Object.entries(await exportedPlaces())) {
    const admin = await newAdmin();
    const leaving = await exporting(admin.byFirst, of);
    leaving.destroy();
    await expect.poll(() => endsOf(admin.username), { message: what }).toEqual(["stopped"]);
    const refused = await exporting(admin.byFirst, of);
    await owner.must("changePerson", { ...params(admin), body: { role: "annotator" } });
    await expect(text(refused)).rejects.toThrow("aborted");
    await expect.poll(() => endsOf(admin.username), { message: what }).toEqual(["refused", "stopped"]);
  }
}, 60_000);

test("AUT-45 OPD-01 a file of a person that is not whole is in the audit trail too", async () => {
  const admin = await newAdmin();
  const { datasetId: dataset_id } = await createDraft(owner, people.workspaceId);
  const params = { dataset_id };
  const note = { name: "note", title: "Note", required: false, settings: { type: "text" } } as const;
  await owner.must("createQuestion", { params, body: note });
  await owner.must("publishDataset", { params });
  // Noise, because the file is packed.
  const said = () => ({ mood: { value: "good" }, note: { value: randomBytes(15_000).toString("base64") } });
  const items = Array.from({ length: 400 }, () => ({
    fields: { text: "short" },
    responses: [{ user_id: admin.id, status: "submitted" as const, values: said() }],
  }));
  await owner.must("bulkCreateRecords", { params, body: { items } });
  const asked = await new Promise<IncomingMessage>((resolve, reject) => {
    request(`${server.url}/api/postil/v1/me/data`, { headers: admin.byFirst }, resolve).once("error", reject).end();
  });
  expect(asked.statusCode).toBe(200);
  asked.destroy();
  await expect.poll(() => endsOf(admin.username)).toEqual(["person stopped"]);
}, 60_000);
