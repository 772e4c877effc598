import { expect } from "vitest";
import { createWorld, type World } from "./fuzz-world.ts";
import { OWNER, startTestServer, type TestServer } from "./start-test-server.ts";

/** Searches over HTTP, by a member and by a manager of the dataset, and the parts of their bodies. */

export const ROUTES = ["me/datasets", "datasets"] as const;

export type SearchSetup = {
  readonly server: TestServer;
  readonly world: World;
  /** A record of the searched dataset without a vector. */
  readonly bare: string;
  /** A record of another dataset. */
  readonly foreign: string;
};

export async function setSearchSetup(): Promise<SearchSetup> {
  // Two reading threads, like the smallest real server.
  const server = await startTestServer({ readers: 2 });
  const world = await createWorld(server);
  const other = await createWorld(server);
  const params = { dataset_id: world.main.datasetId };
  const made = await world.owner.must("bulkCreateRecords", { params, body: { items: [{ fields: { text: "bare" } }] } });
  return { server, world, bare: made.items[0]?.id ?? "", foreign: other.records[0]?.id ?? "" };
}

export type Route = (typeof ROUTES)[number];
export type Found = {
  readonly items: readonly {
    readonly record: { readonly id: string; readonly fields: { readonly text: string } };
    readonly query_score: number | null;
  }[];
  readonly total: number;
};

/** Sends a string body unchanged. */
export async function search({ server, world }: SearchSetup, route: Route, body: unknown, query = "") {
  const reply = await fetch(`${server.url}/api/v1/${route}/${world.main.datasetId}/records/search${query}`, {
    method: "POST",
    headers: { "x-postil-api-key": OWNER.apiKey, "content-type": "application/json" },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return { status: reply.status, body: await reply.json() };
}

/** Makes a search that must succeed. */
export async function find(setup: SearchSetup, route: Route, body: unknown): Promise<Found> {
  const reply = await search(setup, route, body);
  expect(reply.status, JSON.stringify(reply.body).slice(0, 500)).toBe(200);
  return reply.body as Found; // other tests check the shape against the contract
}

export const metadata = (name: string) => ({ entity: "metadata", metadata_property: name });
export const terms = (scope: unknown, values: unknown = ["x"]) => ({ type: "terms", scope, values });
export const range = (bounds: object, scope: unknown = metadata("integer")) => ({ type: "range", scope, ...bounds });
export const filters = (...and: unknown[]) => ({ filters: { and } });
export const sort = (...entries: unknown[]) => ({ sort: entries });
export const by = (scope: unknown, order: unknown = "asc") => sort({ scope, order });
export const text = (query: unknown) => ({ query: { text: query } });
export const vector = (query: object) => ({ query: { vector: { name: "mini", ...query } } });
export const many = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);
export const suggestion = (more: object) => ({ entity: "suggestion", question: "mood", ...more });
export const STATUS = { entity: "response", property: "status" };
