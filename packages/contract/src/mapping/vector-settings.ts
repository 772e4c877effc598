import type { VectorSettings } from "@postil/domain/datasets/vector-settings";
import type { WireVectorSettings } from "../entities/vector-settings.ts";
import { times, timesFromWire } from "../wire/time.ts";

export const vectorSettingsToWire = (settings: VectorSettings): WireVectorSettings => ({
  id: settings.id,
  name: settings.name,
  title: settings.title,
  dimensions: settings.dimensions,
  dataset_id: settings.datasetId,
  ...times(settings),
});

/** FEN-14: without a title, its name is the title. */
export const vectorSettingsFromWire = (
  wire: Omit<WireVectorSettings, "title"> & { readonly title?: string | null },
): VectorSettings => ({
  id: wire.id,
  name: wire.name,
  title: wire.title || wire.name,
  dimensions: wire.dimensions,
  datasetId: wire.dataset_id,
  ...timesFromWire(wire),
});
