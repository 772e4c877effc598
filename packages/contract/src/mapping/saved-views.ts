import type { SavedView } from "@postil/domain/search/saved-views";
import type { WireSavedView } from "../entities/saved-views.ts";
import { timeFromWire, timeToWire } from "../wire/time.ts";

export const savedViewToWire = (view: SavedView): WireSavedView => ({
  id: view.id,
  name: view.name,
  query: view.query,
  dataset_id: view.datasetId,
  inserted_at: timeToWire(view.insertedAt),
  updated_at: timeToWire(view.updatedAt),
});

export const savedViewFromWire = (wire: WireSavedView): SavedView => ({
  id: wire.id,
  name: wire.name,
  query: wire.query,
  datasetId: wire.dataset_id,
  insertedAt: timeFromWire(wire.inserted_at),
  updatedAt: timeFromWire(wire.updated_at),
});
