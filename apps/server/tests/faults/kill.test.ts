import { RESPONSE_STATUSES, type ResponseStatus } from "@postil/domain/records/labeled-record";
import { expect, test } from "vitest";
import { z } from "zod";
import { createClient } from "../support/client.ts";
import { postgresOfProcess } from "../support/engines.ts";
import { createFuse, expectDoctorFindsNothing, KILLS, unlessBroken } from "../support/kills.ts";
import { API_KEY, homeOfTest, runPostil } from "../support/process.ts";

/**
 * Simulates repeated power failures while eight people write. Everything that the server acknowledged exists afterwards.
 * A write that was in progress is saved as a whole or not at all.
 */

const CLIENTS = 8;
const RECORDS = 400;
/** The minimum number of answered writes before each kill. */
const WRITES = 8 * CLIENTS;

const TASKS = "kill-tasks";
const LABELED = z.object({ labels: z.array(z.object({ class: z.string() })) });

/** A possible stored state of a response: the acknowledged one, or the one that a cut-off write would leave. */
type State = { readonly status: ResponseStatus; readonly value: string } | null;
type Person = {
  readonly apiKey: string;
  readonly may: Map<string, readonly State[]>;
  /** Records that this person made: acknowledged or possibly stored. */
  readonly made: Set<string>;
  /** Task records that this person logged: the possible stored labels by record id. */
  readonly logged: Map<string, readonly (string | null)[]>;
  count: number;
};

type Setup = { readonly datasetId: string; readonly recordIds: readonly string[]; readonly people: readonly Person[] };

async function setUp(url: string): Promise<Setup> {
  const owner = createClient(url, API_KEY);
  const { items } = await owner.must("listMyWorkspaces");
  const workspace_id = items[0]?.id ?? "";
  const { id: datasetId } = await owner.must("createDataset", { body: { name: "kill", workspace_id } });
  const params = { dataset_id: datasetId };
  await owner.must("createField", {
    params,
    body: { name: "text", title: "Text", required: true, settings: { type: "text" } },
  });
  await owner.must("createQuestion", {
    params,
    body: { name: "note", title: "Note", required: true, settings: { type: "text" } },
  });
  await owner.must("publishDataset", { params });
  await owner.must("createTaskDatasetV0", { body: { name: TASKS, task: "TextClassification", workspace: "default" } });
  const records = Array.from({ length: RECORDS }, (_, i) => ({ fields: { text: `text ${i}` } }));
  const made = await owner.must("bulkCreateRecords", { params, body: { items: records } });
  const people: Person[] = [];
  for (let i = 0; i < CLIENTS; i++) {
    const body = { first_name: `P${i}`, username: `person${i}`, password: "a-password", role: "admin" };
    const user = await owner.must("createUser", { body });
    await owner.must("addWorkspaceUser", { params: { workspace_id }, body: { user_id: user.id } });
    people.push({ apiKey: user.api_key, may: new Map(), made: new Set(), logged: new Map(), count: 0 });
  }
  return { datasetId, recordIds: made.items.map((record) => record.id), people };
}

/** True if the response came before the connection broke. Checks the response's status. */
async function posted(url: string, apiKey: string, path: string, status: number, body: unknown): Promise<boolean> {
  const headers = { "x-postil-api-key": apiKey, "content-type": "application/json" };
  const post = async () => {
    const reply = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
    expect([reply.status, await reply.text()]).toEqual([status, expect.any(String)]);
    return true;
  };
  return (await unlessBroken(post())) ?? false;
}

/** Makes one write after the other until the connection breaks. */
async function writeUntilKilled(url: string, setup: Setup, person: Person, answered: () => void): Promise<void> {
  for (;;) {
    const n = person.count++;
    const write = n % 5 === 4 ? makeRecord : n % 5 === 2 ? logRecords : answer;
    const written = await write(url, setup, person, n);
    if (!written) return;
    answered();
  }
}

async function makeRecord(url: string, { datasetId }: Setup, person: Person, n: number): Promise<boolean> {
  const external_id = `${person.apiKey.slice(0, 8)}-${n}`;
  const path = `/api/v1/datasets/${datasetId}/records/bulk`;
  const body = { items: [{ external_id, fields: { text: `new ${n}` } }] };
  const answered = await posted(url, person.apiKey, path, 201, body);
  if (answered) person.made.add(external_id);
  return answered;
}

/** Logs two new task records, and logs one earlier record of this person again with another label. */
async function logRecords(url: string, _: Setup, person: Person, n: number): Promise<boolean> {
  const own = person.apiKey.slice(0, 8);
  const [before = `${own}-first`] = person.logged.keys();
  const ids = [before, `${own}-${n}`, `${own}-${n}-more`];
  const label = `label ${n}`;
  const annotation = { agent: own, labels: [{ class: label }] };
  const records = ids.map((id) => ({ id, inputs: { text: `note ${id}` }, annotation, metadata: { n } }));
  const path = `/api/datasets/${TASKS}/TextClassification:bulk?workspace=default`;
  const answered = await posted(url, person.apiKey, path, 200, { records });
  for (const id of ids) {
    person.logged.set(id, answered ? [label] : [...(person.logged.get(id) ?? [null]), label]);
  }
  return answered;
}

async function loggedLabel(url: string, id: string): Promise<string | null> {
  const reply = await fetch(`${url}/api/datasets/${TASKS}/records/${id}?workspace=default`, {
    headers: { "x-postil-api-key": API_KEY },
  });
  if (reply.status === 404) return null;
  expect(reply.status).toBe(200);
  const { annotation } = z.object({ annotation: LABELED }).parse(await reply.json());
  return annotation.labels[0]?.class ?? null;
}

async function answer(url: string, { recordIds }: Setup, person: Person, n: number): Promise<boolean> {
  const record_id = recordIds[(n * 7) % RECORDS] ?? "";
  const wanted = { status: RESPONSE_STATUSES[n % 3] ?? "draft", value: `note ${n}` } as const;
  const item = { record_id, status: wanted.status, values: { note: { value: wanted.value } } };
  const answered = await posted(url, person.apiKey, "/api/v1/me/responses/bulk", 200, { items: [item] });
  person.may.set(record_id, answered ? [wanted] : [...(person.may.get(record_id) ?? [null]), wanted]);
  return answered;
}

async function storedState(url: string, setup: Setup, person: Person): Promise<ReadonlyMap<string, State>> {
  const stored = new Map<string, State>();
  const client = createClient(url, person.apiKey);
  const params = { dataset_id: setup.datasetId };
  const pages = await Promise.all(
    RESPONSE_STATUSES.map((response_status) =>
      client.must("listMyRecords", { params, query: { include: "responses", limit: "1000", response_status } }),
    ),
  );
  for (const record of pages.flatMap((page) => page.items)) {
    const [response] = record.responses ?? [];
    if (response) stored.set(record.id, { status: response.status, value: String(response.values?.note?.value) });
  }
  return stored;
}

async function externalIds(url: string, datasetId: string): Promise<ReadonlySet<string>> {
  const owner = createClient(url, API_KEY);
  const ids = new Set<string>();
  for (let offset = 0; ; offset += 1000) {
    const query = { limit: "1000", offset: String(offset) };
    const { items } = await owner.must("listRecords", { params: { dataset_id: datasetId }, query });
    for (const { external_id } of items) if (external_id !== null) ids.add(external_id);
    if (items.length < 1000) return ids;
  }
}

async function killWhileAllWrite(kills: number, env: { readonly [name: string]: string }): Promise<void> {
  const home = homeOfTest();
  let server = runPostil(home, [], env);
  const setup = await setUp(await server.address);
  const fuse = createFuse();
  for (let kill = 0; kill < kills; kill++) {
    const url = await server.address;
    const writing = Promise.all(setup.people.map((person) => writeUntilKilled(url, setup, person, fuse.answered)));
    await Promise.race([fuse.burn(WRITES), writing]);
    server.child.kill("SIGKILL");
    await Promise.all([writing, server.ended]);
    server = runPostil(home, [], env);
  }

  const url = await server.address;
  const there = await externalIds(url, setup.datasetId);
  let written = 0;
  for (const person of setup.people) {
    expect([...person.made].filter((id) => !there.has(id))).toEqual([]);
    const stored = await storedState(url, setup, person);
    for (const [recordId, states] of person.may) expect(states).toContainEqual(stored.get(recordId) ?? null);
    for (const [id, labels] of person.logged) expect(labels).toContainEqual(await loggedLabel(url, id));
    written += person.count;
  }
  // Checks that the test did real work.
  expect(written).toBeGreaterThan(kills * WRITES);

  server.child.kill("SIGTERM");
  expect((await server.ended).code).toBe(0);
  await expectDoctorFindsNothing(home, env);
}

const ALL_IS_THERE =
  "under eight writing clients: every acknowledged response and record of both families is there, and all counts are right";
const timeout = 120_000 + KILLS * 30_000;

test(`kill -9 ${KILLS} times ${ALL_IS_THERE}`, { timeout }, () => killWhileAllWrite(KILLS, {}));

const postgres = await postgresOfProcess();
/** Most of the time goes by in starts; what is lost or stays locked shows at the first kill or never. */
const ON_POSTGRES = Math.ceil(KILLS / 2);
test.skipIf(postgres === null)(
  `PGS-32 kill -9 ${ON_POSTGRES} times on PostgreSQL ${ALL_IS_THERE}`,
  { timeout },
  async () => killWhileAllWrite(ON_POSTGRES, { POSTIL_DATABASE_URL: (await postgres?.database()) ?? "" }),
);
