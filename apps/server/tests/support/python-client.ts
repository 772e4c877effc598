import { expect } from "vitest";
import { newName } from "./people.ts";
import { OWNER, startForFile } from "./start-test-server.ts";

/**
 * Calls as the Python client of this wire format (1.29) makes them: paths in its own spelling, key and workspace in
 * headers, every optional member of a record as null. The tests check what the client reads of a response.
 */
export type PythonClient = {
  readonly apiKey: string;
  /** Accepts any status. Follows no redirect, as the client does not. */
  send(call: string, body?: unknown): Promise<Sent>;
  /** Makes a call that must succeed. T is the part of the response that the test reads. */
  must<T>(call: string, body?: unknown): Promise<T>;
};
export type Sent = { readonly status: number; readonly body: unknown };

export function pythonClient(url: string, apiKey: string, workspace: string): PythonClient {
  const send = async (call: string, body?: unknown): Promise<Sent> => {
    const [method = "", path = ""] = call.split(" ");
    const response = await fetch(`${url}/api/${path}`, {
      method,
      redirect: "manual",
      headers: {
        "x-argilla-api-key": apiKey,
        "x-argilla-workspace": workspace,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
  };
  const must = async <T>(call: string, body?: unknown): Promise<T> => {
    const sent = await send(call, body);
    expect(sent.status, `${call}: ${JSON.stringify(sent.body)}`).toBe(200);
    return sent.body as T; // as in Python, a missing member fails when it is read
  };
  return { apiKey, send, must };
}

/** Starts a server for a test file, with the owner and an annotator in a workspace, created as scripts do it. */
export async function startPythonPeople() {
  const server = await startForFile();
  const workspace = newName();
  const owner = pythonClient(server.url, OWNER.apiKey, workspace);
  await owner.must("POST workspaces", { name: workspace });
  const user = { username: newName(), password: "long enough", first_name: "Ann", role: "annotator" };
  const { api_key } = await owner.must<{ api_key: string }>("POST users", { ...user, workspaces: [workspace] });
  return { server, workspace, owner, annotator: pythonClient(server.url, api_key, workspace) };
}

const unset = {
  metadata: {},
  event_timestamp: "2024-01-02T03:04:05.678000",
  status: "Default",
  prediction: null,
  annotation: null,
  vectors: null,
  metrics: {},
  search_keywords: null,
};
type Given = { readonly id: string | number; readonly [member: string]: unknown };
export const textRecord = <G extends Given>(given: G) => ({
  ...unset,
  multi_label: false,
  explanation: null,
  ...given,
});
/** Text classification records whose ids are numbers. */
export const numbered = (count: number, from = 0) =>
  Array.from({ length: count }, (_, i) => textRecord({ id: from + i, inputs: { text: `good day ${from + i}` } }));
export const tokenRecord = (given: Given & { readonly text: string }) => ({
  ...unset,
  tokens: given.text.split(" "),
  ...given,
});
export const textToTextRecord = (given: Given) => ({ ...unset, ...given });

export const labels = (agent: string, ...given: readonly (readonly [string, number])[]) => ({
  agent,
  labels: given.map(([label, score]) => ({ class: label, score })),
});

/** Logs records in batches that run at once. Returns the number of accepted records. */
export async function log(
  client: PythonClient,
  name: string,
  task: string,
  records: readonly unknown[],
  batch = 100,
): Promise<number> {
  await client.must("GET _info");
  const none = { id: null, owner: null, workspace: null, created_at: null, last_updated: null };
  const made = await client.send("POST datasets", { ...none, name, task, tags: {}, metadata: {} });
  expect([200, 409]).toContain(made.status);
  const bodies = Array.from({ length: Math.ceil(records.length / batch) }, (_, i) => ({
    tags: {},
    metadata: {},
    records: records.slice(i * batch, (i + 1) * batch),
  }));
  const bulk = `POST datasets/${name}/${task}:bulk`;
  const replies = await Promise.all(bodies.map((body) => client.must<{ processed: number }>(bulk, body)));
  for (const reply of replies) expect(reply).toMatchObject({ dataset: name, failed: 0 });
  return replies.reduce((sum, { processed }) => sum + processed, 0);
}

/** Logs records to a new dataset and returns its name. */
export async function logNew(client: PythonClient, records: readonly unknown[], task = "TextClassification") {
  const name = newName();
  expect(await log(client, name, task, records)).toBe(records.length);
  return name;
}

/** The fields that a load requests. The client sends them in any order. */
const FIELDS = [
  ...["explanation*", "status", "text", "metrics.*", "multi_label", "event_timestamp", "prediction*", "metadata.*"],
  ...["search_keywords", "inputs.*", "tokens", "annotation*"],
];
export type Loading = {
  readonly query?: object;
  readonly sort?: readonly (readonly [string, "asc" | "desc"])[];
  readonly idFrom?: string;
  readonly batch?: number;
  readonly vectors?: boolean;
};

/** The members that tests read. A member that the stored document lacks is absent. */
export type Loaded = {
  readonly id: string;
  readonly inputs: { readonly text: string };
  readonly annotation: { readonly labels: readonly { readonly class_label: string }[] };
};
type Page = { readonly records: readonly Loaded[]; readonly next_idx: string | null; readonly next_page_cfg: string };

/** Makes the calls of one load: reads pages until one is empty. Each page gives the cursor of the next one. */
export async function load(client: PythonClient, name: string, asked: Loading = {}): Promise<Loaded[]> {
  const { query = {}, sort, idFrom, batch = 250, vectors = true } = asked;
  await client.must(`GET datasets/${name}`);
  await client.must("GET _info");
  const body = {
    fields: vectors ? [...FIELDS, "vectors.*"] : FIELDS,
    query,
    ...(sort ? { sort_by: sort.map(([id, order]) => ({ id, order })) } : {}),
  };
  const records: Loaded[] = [];
  let next: object = idFrom === undefined ? {} : { next_idx: idFrom };
  for (;;) {
    const page = await client.must<Page>(`POST datasets/${name}/records/:search?limit=${batch}`, { ...body, ...next });
    if (page.records.length === 0) return records;
    records.push(...page.records);
    next = { ...(sort ? {} : { next_idx: page.next_idx }), next_page_cfg: page.next_page_cfg };
  }
}

export const idsOf = (records: readonly Loaded[]): readonly string[] => records.map(({ id }) => id);
