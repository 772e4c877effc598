import type { ToldDataset, Touched } from "@postil/domain/webhooks/webhook";
import { compiled } from "../../storage/compiled.ts";
import {
  datasetFromRow,
  loadFields,
  metadataPropertyFromRow,
  vectorSettingsFromRow,
} from "../../storage/dataset-rows.ts";
import type { Db } from "../../storage/tables.ts";
import type { About } from "../../storage/webhooks.ts";
import { loadQuestions } from "./load.ts";

/**
 * What events say of their dataset. Its definition can take a megabyte and seldom changes, so it is read, and kept with the
 * events, once for as long as it stays the same (HOK-17). The times that each answer changes are told by each event.
 */

type Known = { readonly version: string; readonly about: About };
/** By dataset key. */
const TOLD = { make: () => new Map<number, Known>() };
const DATASETS_KEPT = 20;

const withWorkspace = compiled((db, key: number) =>
  db
    .selectFrom("dataset")
    .innerJoin("workspace", "workspace.id", "dataset.workspace_id")
    .leftJoin("dataset_activity as active", "active.dataset_key", "dataset.key")
    .selectAll("dataset")
    .select([
      "active.at as active_at",
      "workspace.name as workspace",
      "workspace.inserted_at as made_at",
      "workspace.updated_at as changed_at",
    ])
    .where("dataset.key", "=", key),
);
/** The times of a part's last change are unique (`loadQuestions`). Those of their creation keep the order. */
const versions = compiled((db, of: string) => {
  const ofPart = (part: "field" | "question" | "metadata_property" | "vector_settings") =>
    db.selectFrom(part).select(["id", "inserted_at", "updated_at"]).where("dataset_id", "=", of);
  return ofPart("field")
    .unionAll(ofPart("question"))
    .unionAll(ofPart("metadata_property"))
    .unionAll(ofPart("vector_settings"));
});

export async function aboutDataset(db: Db, key: number): Promise<{ readonly about: About; readonly touched: Touched }> {
  const [row] = await withWorkspace(db, key);
  if (!row) throw new Error(`There is no dataset ${key} in a workspace.`);
  // Its own metadata is not told.
  const { lastActivityAt, updatedAt, ...dataset } = datasetFromRow({ ...row, metadata: null });
  const touched = { lastActivityAt, updatedAt };
  const workspace = { id: row.workspace_id, name: row.workspace, insertedAt: row.made_at, updatedAt: row.changed_at };
  const version = JSON.stringify([dataset, workspace, await versions(db, dataset.id)]);
  const cache = db.copies.of(TOLD);
  const known = cache.get(key);
  if (known?.version === version) return { about: known.about, touched };
  const told: ToldDataset = { dataset: { ...dataset, ...touched }, workspace, ...(await partsOf(db, dataset.id)) };
  const about = { text: JSON.stringify(told) };
  if (cache.size >= DATASETS_KEPT) cache.clear();
  cache.set(key, { version, about });
  return { about, touched };
}

const partsOf = async (db: Db, id: string) => ({
  fields: await loadFields(db, id),
  questions: (await loadQuestions(db, id)).map(({ key: _, ...question }) => question),
  metadataProperties: (await propertiesOf(db, id)).map(metadataPropertyFromRow),
  vectorsSettings: (await vectorsOf(db, id)).map(vectorSettingsFromRow),
});
const propertiesOf = compiled((db, of: string) =>
  db.selectFrom("metadata_property").selectAll().where("dataset_id", "=", of).orderBy("key"),
);
const vectorsOf = compiled((db, of: string) =>
  db.selectFrom("vector_settings").selectAll().where("dataset_id", "=", of).orderBy("key"),
);
