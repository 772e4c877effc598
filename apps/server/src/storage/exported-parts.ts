import type { Selectable } from "kysely";
import type { ResponseRow } from "./record-rows.ts";
import type { UserTable } from "./tables-of-people.ts";

/** The attachments of records as their stored texts; they are not parsed. */

export type ExportedSuggestion = {
  readonly question: string;
  readonly type: string | null;
  /** JSON, like the score. */
  readonly value: string;
  readonly agent: string | null;
  readonly score: string | null;
};
export type ExportedResponse = {
  /** Null for a user who was deleted. */
  readonly user: string | null;
  readonly status: string;
  /** JSON. */
  readonly values: string | null;
  readonly insertedAt: number;
  readonly updatedAt: number;
};
export type ExportScope = {
  readonly datasetKey: number;
  readonly questions: ReadonlyMap<number, string>;
  readonly vectors: readonly { readonly key: number; readonly name: string; readonly dimensions: number }[];
  readonly withResponses: boolean;
  readonly withSuggestions: boolean;
  readonly withVectors: boolean;
};

type ResponseOfUser = Pick<ResponseRow, "status" | "values" | "inserted_at" | "updated_at"> &
  Pick<Selectable<UserTable>, "username" | "deleted_at">;

export function responseOfRow(row: ResponseOfUser): ExportedResponse {
  const { status, values, inserted_at: insertedAt, updated_at: updatedAt } = row;
  return { user: row.deleted_at === null ? row.username : null, status, values, insertedAt, updatedAt };
}
