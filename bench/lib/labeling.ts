import { OWNER, type RunningServer, startServer } from "../../e2e/support/server.ts";
import { type Connection, openConnection } from "./connection.ts";
import { type Filled, fill } from "./fill.ts";
import { readRows } from "./rows.ts";

/** The labeling loop over HTTP: what a person's page asks for, and what it sends. */

export type Stage = {
  readonly server: RunningServer;
  readonly connection: Connection;
  readonly filled: Filled;
  readonly size: number;
};

/** A server, with a dataset of `size` records. */
export async function setUp(size: number, settings: { readonly [name: string]: string } = {}): Promise<Stage> {
  const server = await startServer({ settings });
  const connection = await openConnection(server.port, OWNER.apiKey);
  const filled = await fill(connection, `bench${size}`, readRows(), size);
  return { server, connection, filled, size };
}

const PAGE = "include=responses&include=suggestions&response_status=pending&limit=10";
export const pagePath = ({ filled }: Stage, offset: number): string =>
  `/api/v1/me/datasets/${filled.datasetId}/records?${PAGE}&offset=${offset}`;

export async function mustAsk(connection: Connection, method: string, path: string, body?: unknown): Promise<string> {
  const reply = await connection.ask(method, path, body);
  if (reply.status >= 300) throw new Error(`${method} ${path} answered ${reply.status}: ${reply.body.slice(0, 300)}`);
  return reply.body;
}

/** The IDs of unanswered records from the far end of the queue. The saves go to them one by one. */
export async function pendingIds(stage: Stage, count: number, offset: number): Promise<string[]> {
  const path = `/api/v1/me/datasets/${stage.filled.datasetId}/records?response_status=pending&limit=${count}&offset=${offset}`;
  const { items } = JSON.parse(await mustAsk(stage.connection, "GET", path)) as { items: { id: string }[] };
  return items.map((item) => item.id);
}

/** People with these keys label until a time on the clock of `performance.now()`: page, save, metrics. */
export async function labelUntil(
  stage: Stage,
  keys: readonly string[],
  until: number,
): Promise<{ readonly requests: number; readonly errors: number }> {
  const answer = { status: "submitted", values: { intent: { value: stage.filled.labels[2] } } };
  let requests = 0;
  let errors = 0;
  const count = async (work: Promise<{ status: number; body: string }>) => {
    const reply = await work;
    requests++;
    if (reply.status >= 300) errors++;
    return reply;
  };
  const client = async (key: string) => {
    const connection = await openConnection(stage.server.port, key);
    while (performance.now() < until) {
      const page = await count(connection.ask("GET", pagePath(stage, 0)));
      const { items } = JSON.parse(page.body) as { items: { id: string }[] };
      for (const { id } of items) {
        if (performance.now() >= until) break;
        await count(connection.ask("POST", `/api/v1/records/${id}/responses`, answer));
        await count(connection.ask("GET", `/api/v1/me/datasets/${stage.filled.datasetId}/metrics`));
        await count(connection.ask("GET", pagePath(stage, 5)));
      }
    }
    connection.close();
  };
  await Promise.all(keys.map(client));
  return { requests, errors };
}
