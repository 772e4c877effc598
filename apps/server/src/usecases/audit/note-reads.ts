import type { InDataset } from "@postil/domain/accounts/audit";
import { type AuditBy, noteAudit } from "../../storage/audit.ts";
import type { Context } from "../../storage/store.ts";

/** What is read: a feedback dataset by its id, or a task dataset by its names. */
export type ReadDataset = { readonly id: string } | { readonly workspace: string; readonly name: string };

/** That a program read records of a dataset as their manager does, one page after the other. */
export type DatasetRead = { readonly by: AuditBy; readonly of: ReadDataset };

/** Puts reads into the audit trail, which reads themselves cannot write. A dataset that is gone meanwhile is passed over. Not open to requests. */
export async function noteReads(context: Context, reads: readonly DatasetRead[]): Promise<void> {
  for (const { by, of } of reads) {
    const told = "id" in of ? await namesById(context, of.id) : { dataset: of.name, workspace: of.workspace };
    if (told) await noteAudit(context, { kind: "dataset_read", told }, by);
  }
}

const namesById = ({ db }: Context, id: string): Promise<InDataset | undefined> =>
  db
    .selectFrom("dataset")
    .innerJoin("workspace", "workspace.id", "dataset.workspace_id")
    .select(["dataset.name as dataset", "workspace.name as workspace"])
    .where("dataset.id", "=", id)
    .executeTakeFirst();
