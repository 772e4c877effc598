import type { Selectable } from "kysely";
import { rowsOf } from "../storage/statements.ts";
import type { Db } from "../storage/tables.ts";
import type { UserTable } from "../storage/tables-of-people.ts";

/** A file that a person sent, which waits for its import. */
export type SentFile = { readonly file: string; readonly bytes: number; readonly state: string };

/** A dataset as the rows of a person name it. */
export type DatasetOfRows = {
  readonly family: "dataset" | "task_dataset";
  readonly name: string;
  readonly workspace: string;
  /** True if it can be restored. */
  readonly isDeleted: boolean;
  /** True for records of a dataset that can be restored. No counts or bitmaps have them. */
  readonly isHidden: boolean;
  /** The next record's number. */
  readonly size: number;
  /** True if the person may read its records. */
  readonly isSeen: boolean;
};

/** What the rows of a person's data are read from. */
export type PersonRows = {
  readonly db: Db;
  readonly person: Selectable<UserTable>;
  readonly datasets: ReadonlyMap<number, DatasetOfRows>;
  readonly files: readonly SentFile[];
};

/** Null stands for rows that were passed over. */
export type Rows = AsyncGenerator<object | null, void>;

export type Place = { readonly dataset: string; readonly workspace: string; readonly deleted?: true };

/** All datasets of both families by key, also those and the records that can be restored. Texts of records are for members only. */
export async function datasetsFor(db: Db, person: Selectable<UserTable>): Promise<PersonRows["datasets"]> {
  const memberships = await rowsOf(db, "membership", { user_id: person.id }).select("workspace_id").execute();
  const own = new Set(memberships.map(({ workspace_id }) => workspace_id));
  const found = new Map<number, DatasetOfRows>();
  for (const family of ["dataset", "task_dataset"] as const) {
    const rows = await db
      .selectFrom(family)
      .innerJoin("workspace", "workspace.id", "workspace_id")
      .select(["key", `${family}.name`, "workspace_id", "workspace.name as workspace", "next_seq as size"])
      .execute();
    for (const { key, name, workspace_id, workspace, size } of rows) {
      const isSeen = person.role === "owner" || own.has(workspace_id);
      found.set(key, { family, name, workspace, size, isDeleted: false, isHidden: false, isSeen });
    }
  }
  const deleted = await db
    .selectFrom("deleted_dataset")
    .select(["key", "family", "name", "workspace", "size"])
    .execute();
  for (const { key, ...dataset } of deleted)
    found.set(key, { ...dataset, isDeleted: true, isHidden: false, isSeen: false });
  const hidden = await db.selectFrom("deleted_records").select(["key", "dataset_key"]).execute();
  for (const { key, dataset_key } of hidden) {
    const dataset = found.get(dataset_key);
    if (dataset) found.set(key, { ...dataset, isDeleted: true, isHidden: true, isSeen: false });
  }
  return found;
}
