import type { RunningServer } from "../../e2e/support/server.ts";
import type { Connection } from "./connection.ts";
import type { Row } from "./rows.ts";
import type { SearchData } from "./search-data.ts";
import { PAGE } from "./search-queries.ts";

/** A server with records to search. The files of this bench use it one after the other. */
export type SearchStage = {
  readonly size: number;
  readonly rows: readonly Row[];
  readonly server: RunningServer;
  readonly connection: Connection;
  readonly data: SearchData;
};

export const label = ({ size }: SearchStage, what: string) => `${size.toLocaleString("en")} records: ${what}`;

export const searchPath = ({ data }: SearchStage, page = PAGE) =>
  `/api/v1/me/datasets/${data.datasetId}/records/search${page}`;

export type Answer = {
  readonly items: readonly {
    readonly record: { readonly id: string; readonly metadata?: unknown };
    readonly query_score: number | null;
  }[];
  readonly total: number;
};

export async function ask(connection: Connection, path: string, body: unknown): Promise<string> {
  const reply = await connection.ask("POST", path, body);
  if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}: ${reply.body.slice(0, 300)}`);
  return reply.body;
}
