import type { Context } from "../../storage/store.ts";

export type Filled =
  | { readonly table: "dataset"; readonly key: number; readonly id: string }
  | { readonly table: "task_dataset"; readonly key: number; readonly workspace: string; readonly name: string };

/** The dataset that an import fills, or all that are filled. */
export async function listFilled({ db }: Pick<Context, "db">, importId?: string): Promise<Filled[]> {
  const feedback = await db
    .selectFrom("dataset")
    .select(["key", "id"])
    .where("import_id", "is not", null)
    .$if(importId !== undefined, (query) => query.where("import_id", "=", importId ?? ""))
    .execute();
  const tasks = await db
    .selectFrom("task_dataset")
    .innerJoin("workspace", "workspace.id", "task_dataset.workspace_id")
    .select(["key", "task_dataset.name", "workspace.name as workspace"])
    .where("import_id", "is not", null)
    .$if(importId !== undefined, (query) => query.where("import_id", "=", importId ?? ""))
    .execute();
  return [
    ...feedback.map((row) => ({ table: "dataset" as const, ...row })),
    ...tasks.map((row) => ({ table: "task_dataset" as const, ...row })),
  ];
}

export const findFilled = async (context: Context, importId: string): Promise<Filled | null> =>
  (await listFilled(context, importId))[0] ?? null;
