import type { SavedView } from "@postil/domain/search/saved-views";
import type { Selectable } from "kysely";
import type { SavedViewTable } from "./tables.ts";

export const savedViewFromRow = (row: Selectable<SavedViewTable>, datasetId: string): SavedView => ({
  id: row.id,
  name: row.name,
  query: row.query,
  datasetId,
  insertedAt: row.inserted_at,
  updatedAt: row.updated_at,
});
