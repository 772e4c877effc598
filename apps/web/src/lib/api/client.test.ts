import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type ClientSurroundings, createClient, createGetCache, lifetimeOf } from "./client.ts";
import { ApiFailure, RepositoryError } from "./failure.ts";

type Answer = { readonly status?: number; readonly body?: unknown };
type SentRequest = { readonly address: string; readonly init: RequestInit };

const DATASET = "0b8b6f1e-0000-4000-8000-000000000001";
const dataset = { params: { dataset_id: DATASET } };
const keptFor = { cacheControl: "max-age=120" };

let requests: SentRequest[];
let answers: (request: SentRequest) => Answer | Promise<Answer>;

function clientOf(around: Partial<ClientSurroundings> = {}) {
  const surroundings = {
    caller: vi.fn(() => ({ token: "t0ken", user: "u1" }) as { token: string; user: string } | null),
    currentWorkspace: vi.fn((): string | null => null),
    renew: vi.fn(async (_token: string) => {}),
    onUnknownCaller: vi.fn(),
    isOnline: () => true,
    isLost: vi.fn(async () => false),
    report: vi.fn(),
    track: vi.fn(async (request: Promise<unknown>) => request.catch(() => undefined)),
    ...around,
  };
  return { ...createClient(surroundings), ...surroundings };
}

beforeEach(() => {
  requests = [];
  answers = () => ({ body: { items: [] } });
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    requests.push({ address, init });
    const { status = 200, body = null } = await answers({ address, init });
    return new Response(status === 204 ? null : JSON.stringify(body), { status });
  });
});
afterEach(() => vi.unstubAllGlobals());

const headersOf = (request: SentRequest | undefined) => new Headers(request?.init.headers);

describe("requests", () => {
  test("API-01 every call goes to its path under /api, with parameters and query filled in", async () => {
    const { call } = clientOf();
    await call("getDataset", dataset);
    await call("listMyDatasets", { query: { workspace_id: "w 1" } });
    expect(requests.map(({ address }) => address)).toEqual([
      `/api/v1/datasets/${DATASET}`,
      "/api/v1/me/datasets?workspace_id=w+1",
    ]);
  });

  test("API-02 the workspace header goes with a signed-in user on a route with a workspace, else not", async () => {
    const workspace = { currentWorkspace: () => "field-guide" };
    await clientOf(workspace).call("listMyDatasets");
    await clientOf().call("listMyDatasets");
    await clientOf({ ...workspace, caller: () => null }).call("listMyDatasets");
    expect(requests.map((request) => headersOf(request).get("X-Postil-Workspace"))).toEqual([
      "field-guide",
      null,
      null,
    ]);
  });

  test("AUT-03 AUT-04 the token goes as a bearer with every request", async () => {
    await clientOf().call("listMyDatasets");
    await clientOf({ caller: () => null }).call("listMyDatasets");
    expect(requests.map((request) => headersOf(request).get("Authorization"))).toEqual(["Bearer t0ken", null]);
  });

  test("AUT-01 AUT-02 sign-in sends a form", async () => {
    await clientOf().call("createTokenV0", { body: { username: "mara lind", password: "&=" } });
    expect(String(requests[0]?.init.body)).toBe("password=%26%3D&username=mara+lind");
    expect(requests[0]).toMatchObject({ address: "/api/security/token", init: { method: "POST" } });
  });

  test("ERR-10 what writes without a body goes out although the page goes meanwhile; of bodies browsers take few", async () => {
    const client = clientOf();
    await client.call("flagRecord", { params: { record_id: "r1" } });
    await client.call("createTokenV0", { body: { username: "mara", password: "x" } });
    await client.call("listMyDatasets", {});
    expect(requests.map(({ init }) => init.keepalive)).toEqual([true, false, false]);
  });

  test("API-08 the progress line runs during a request and sees its failure, but no abort and no quiet call", async () => {
    const tracked: Promise<unknown>[] = [];
    const client = clientOf({ track: (request) => tracked.push(request) });
    await client.call("listMyDatasets");
    answers = () => ({ status: 500, body: { detail: "broken" } });
    await expect(client.call("listMyDatasets")).rejects.toThrow();
    await expect(client.call("listMyDatasets", {}, { quiet: true })).rejects.toThrow();
    answers = () => new Promise(() => undefined);
    const leaving = new AbortController();
    const left = client.call("listMyDatasets", {}, { signal: leaving.signal });
    leaving.abort();
    await expect(left).rejects.toThrow();
    const outcomes = await Promise.allSettled(tracked);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  });

  test("API-08 API-15 only calls that the table of quiet ones has can be quiet", () => {
    const client = clientOf();
    // @ts-expect-error -- whoever saves settings waits for it, so it does not compile
    const _loud = () => client.call("updateField", { params: { field_id: "f" }, body: {} }, { quiet: true });
    const _quiet = () => client.call("updateView", { params: { view_id: "v" }, body: {} }, { quiet: true });
    expect(requests).toEqual([]);
  });

  test("a request that takes longer than it may is a failure without a status", async () => {
    vi.stubGlobal("fetch", (_: string, { signal }: RequestInit) => {
      return new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
    });
    const failed = clientOf().call("getMeV0", {}, { timeout: 5 });
    await expect(failed).rejects.toMatchObject({ name: "ApiFailure", status: null });
  });
});

describe("GET cache", () => {
  test("API-09 API-12 only a GET with a cache-control header is kept, and the header is sent", async () => {
    const { call } = clientOf();
    await call("listFields", dataset, keptFor);
    await call("listFields", dataset, keptFor);
    expect(requests).toHaveLength(1);
    expect(headersOf(requests[0]).get("Cache-Control")).toBe("max-age=120");
    await call("getDataset", dataset);
    await call("getDataset", dataset);
    expect(requests).toHaveLength(3);
  });

  test("API-09 API-10 the lifetime is max-age, 3 s when the header holds no number", async () => {
    expect([lifetimeOf("max-age=240"), lifetimeOf("private"), lifetimeOf(undefined)]).toEqual([240, 3, 0]);
    let now = 0;
    const cache = createGetCache(() => now);
    const fetch = vi.fn(async () => "answer");
    const get = () => cache.get({ key: "k", lifetime: 3, dataset: null, fetch });
    await get();
    now = 2999;
    await get();
    expect(fetch).toHaveBeenCalledTimes(1);
    now = 3000;
    await get();
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  test("API-13 the key is user, workspace, address and sorted query", async () => {
    const caller = vi.fn(() => ({ token: "a", user: "a" }));
    const currentWorkspace = vi.fn(() => "w1");
    const { call } = clientOf({ caller, currentWorkspace });
    const list = (query: { limit?: number; offset?: number }) => call("listMyRecords", { ...dataset, query }, keptFor);
    await list({ limit: 1, offset: 2 });
    await list({ offset: 2, limit: 1 });
    expect(requests).toHaveLength(1);
    await list({ limit: 1 });
    caller.mockReturnValue({ token: "b", user: "b" });
    await list({ limit: 1 });
    currentWorkspace.mockReturnValue("w2");
    await list({ limit: 1 });
    expect(requests).toHaveLength(4);
  });

  test("API-13 only successful replies are kept", async () => {
    const { call } = clientOf();
    answers = () => ({ status: 500 });
    await expect(call("listFields", dataset, keptFor)).rejects.toThrow();
    answers = () => ({ body: { items: ["now"] } });
    expect(await call("listFields", dataset, keptFor)).toEqual({ items: ["now"] });
  });

  test("API-13 equal GETs at the same time share one request; one caller's abort leaves the other its answer", async () => {
    const { call } = clientOf();
    const leaving = new AbortController();
    const left = call("listMyDatasets", {}, { signal: leaving.signal });
    const stayed = call("listMyDatasets");
    leaving.abort();
    await expect(left).rejects.toMatchObject({ name: "AbortError" });
    expect(await stayed).toEqual({ items: [] });
    expect(requests).toHaveLength(1);
  });

  test("API-13 the request itself ends when nobody waits for it any more", async () => {
    answers = () => new Promise(() => undefined);
    const leaving = new AbortController();
    const left = clientOf().call("listMyDatasets", {}, { signal: leaving.signal });
    leaving.abort();
    await expect(left).rejects.toThrow();
    expect(requests[0]?.init.signal?.aborted).toBe(true);
  });

  test.each([
    ["its address", (client: ReturnType<typeof clientOf>) => client.call("updateDataset", { ...dataset, body: {} })],
    [
      "its reply",
      (client: ReturnType<typeof clientOf>) =>
        client.call("updateQuestion", { params: { question_id: "q" }, body: {} }),
    ],
    [
      "its caller",
      (client: ReturnType<typeof clientOf>) =>
        client.call("deleteResponse", { params: { response_id: "r" } }, { dataset: DATASET }),
    ],
  ])("API-13 a write drops the GETs of the dataset that %s names, and of no other", async (_, write) => {
    const client = clientOf();
    const other = { params: { dataset_id: "0b8b6f1e-0000-4000-8000-000000000002" } };
    await client.call("listQuestions", dataset, keptFor);
    await client.call("listQuestions", other, keptFor);
    answers = ({ address }) => ({ body: address.includes("/questions/") ? { dataset_id: DATASET } : {} });
    await write(client);
    await client.call("listQuestions", dataset, keptFor);
    await client.call("listQuestions", other, keptFor);
    expect(requests).toHaveLength(4);
  });

  test.each([201, 202])("FSE-27 a dataset is deleted when the answer is 200; %i throws its code", async (status) => {
    const { call } = clientOf();
    answers = () => ({ status, body: {} });
    await expect(call("deleteDataset", dataset, { success: 200 })).rejects.toMatchObject({
      response: "ERROR_DELETING_DATASET",
    });
    answers = () => ({ status: 200, body: { id: DATASET } });
    await expect(call("deleteDataset", dataset, { success: 200 })).resolves.toEqual({ id: DATASET });
  });

  test("API-13 a failed write drops nothing", async () => {
    const { call } = clientOf();
    await call("listQuestions", dataset, keptFor);
    answers = () => ({ status: 403 });
    await expect(call("deleteDataset", dataset)).rejects.toThrow();
    await call("listQuestions", dataset, keptFor);
    expect(requests).toHaveLength(2);
  });

  test("API-13 what was asked for before a write is neither kept nor shared after it", async () => {
    const { call } = clientOf();
    let arrive = (_: Answer) => {};
    answers = () =>
      new Promise((resolve) => {
        arrive = resolve;
      });
    const before = call("listQuestions", dataset, keptFor);
    answers = () => ({ body: { items: ["new"] } });
    await call("updateDataset", { ...dataset, body: {} });
    expect(await call("listQuestions", dataset, keptFor)).toEqual({ items: ["new"] });
    arrive({ body: { items: ["old"] } });
    expect(await before).toEqual({ items: ["old"] });
    expect(await call("listQuestions", dataset, keptFor)).toEqual({ items: ["new"] });
  });
});

describe("failures", () => {
  test("API-15 a failed request is shown and rethrown", async () => {
    answers = () => ({ status: 500, body: { detail: "broken" } });
    const { call, report } = clientOf();
    const failed = call("getMeV0");
    await expect(failed).rejects.toBeInstanceOf(ApiFailure);
    await expect(failed).rejects.toMatchObject({ status: 500, body: { detail: "broken" } });
    expect(report).toHaveBeenCalledTimes(1);
  });

  test.each([
    ["listMyDatasets", "DSL-05", "ERROR_FETCHING_FEEDBACK_DATASETS"],
    ["listWorkspacesV0", "DSL-06", "ERROR_FETCHING_WORKSPACES"],
    ["listOauthProviders", "AUT-16", "ERROR_FETCHING_OAUTH_PROVIDERS"],
  ] as const)("API-28 API-29 a failed %s (%s) throws { response: code, cause }", async (name, _, response) => {
    answers = () => ({ status: 500 });
    const failed = clientOf().call(name);
    await expect(failed).rejects.toBeInstanceOf(RepositoryError);
    await expect(failed).rejects.toMatchObject({ response, cause: { status: 500 } });
  });

  test.each([
    ["getDataset", "FEN-04", "ERROR_FETCHING_DATASET_INFO"],
    ["listQuestions", "FEN-11", "ERROR_FETCHING_QUESTIONS"],
    ["listFields", "FEN-13", "ERROR_FETCHING_FIELDS"],
    ["listVectorSettings", "FEN-15", "ERROR_FETCHING_VECTORS"],
    ["listMyMetadataProperties", "FEN-18", "ERROR_FETCHING_METADATA"],
    ["listMyRecords", "FQU-03", "ERROR_FETCHING_RECORDS"],
  ] as const)("API-28 a failed %s (%s) throws its code", async (name, _, response) => {
    answers = () => ({ status: 500 });
    await expect(clientOf().call(name, dataset)).rejects.toMatchObject({ response });
  });

  test("FEN-05 FEN-19 FEN-32 so do the calls on a workspace, a property and a record", async () => {
    answers = () => ({ status: 500 });
    const { call } = clientOf();
    await expect(call("getWorkspace", { params: { workspace_id: "w" } })).rejects.toMatchObject({
      response: "ERROR_FETCHING_WORKSPACE_INFO",
    });
    await expect(call("getMetadataPropertyMetrics", { params: { metadata_property_id: "p" } })).rejects.toMatchObject({
      response: "ERROR_FETCHING_METADATA_METRIC",
    });
    await expect(call("getRecord", { params: { record_id: "r" } })).rejects.toMatchObject({
      response: "ERROR_FETCHING_RECORD_BY_ID",
    });
  });

  test("API-24 a status the caller accepts is an answer: null, nothing shown", async () => {
    answers = () => ({ status: 404 });
    const { call, report } = clientOf();
    expect(await call("getDataset", dataset, { accept: [404] })).toBeNull();
    await expect(call("getDataset", dataset, { accept: [409] })).rejects.toThrow();
    expect(report).toHaveBeenCalledTimes(1);
  });

  test("AUT-09 a 401 ends the session; API-32 a 403 does not", async () => {
    const client = clientOf();
    answers = () => ({ status: 403 });
    await expect(client.call("getDataset", dataset)).rejects.toThrow();
    expect(client.onUnknownCaller).not.toHaveBeenCalled();
    answers = () => ({ status: 401 });
    await expect(client.call("getDataset", dataset, { quiet: true })).rejects.toThrow();
    expect(client.onUnknownCaller).toHaveBeenCalledTimes(1);
  });

  test("AUT-10 a refused sign-in ends no session: there is none", async () => {
    const client = clientOf({ caller: () => null });
    answers = () => ({ status: 401 });
    await expect(client.call("createTokenV0", { body: { username: "a", password: "b" } })).rejects.toThrow();
    expect(client.onUnknownCaller).not.toHaveBeenCalled();
  });

  test("AUT-09 a late 401 of an earlier session neither shows nor ends the new one", async () => {
    const caller = vi.fn(() => ({ token: "old", user: "u1" }));
    const client = clientOf({ caller });
    answers = () => {
      caller.mockReturnValue({ token: "new", user: "u1" });
      return { status: 401 };
    };
    await expect(client.call("getDataset", dataset)).rejects.toThrow();
    expect(client.onUnknownCaller).not.toHaveBeenCalled();
    expect(client.report).not.toHaveBeenCalled();
  });

  test("DSL-12 a quiet call shows nothing and still fails", async () => {
    answers = () => ({ status: 500 });
    const { call, report } = clientOf();
    await expect(call("listMyRecords", dataset, { quiet: true })).rejects.toMatchObject({
      response: "ERROR_FETCHING_RECORDS",
    });
    expect(report).not.toHaveBeenCalled();
  });
});
