import type { InDataset } from "@postil/domain/accounts/audit";
import { compiled } from "../../storage/compiled.ts";
import type { Context } from "../../storage/store.ts";

const namesByKey = compiled((db, key: number) =>
  db
    .selectFrom("dataset")
    .innerJoin("workspace", "workspace.id", "dataset.workspace_id")
    .select(["dataset.name as dataset", "workspace.name as workspace"])
    .where("dataset.key", "=", key),
);

/** For the audit trail, which names what may be gone by then. */
export async function namesOfDataset({ db }: Pick<Context, "db">, key: number): Promise<InDataset> {
  const [names] = await namesByKey(db, key);
  if (!names) throw new Error(`There is no dataset ${key}.`);
  return names;
}
