import { compiled } from "../../storage/compiled.ts";
import type { Context } from "../../storage/store.ts";

const touch = compiled((db, key: number, at: number) =>
  db.updateTable("dataset").set({ last_activity_at: at, updated_at: at }).where("key", "=", key),
);

/** A response came, changed or went: the dataset's times say so (contract api-v1 10.4). */
export async function touchDataset({ db, now }: Pick<Context, "db" | "now">, datasetKey: number): Promise<void> {
  await touch(db, datasetKey, now());
}
