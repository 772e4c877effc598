import type { SavedView } from "@postil/domain/search/saved-views";
import { entity, same, TIMES } from "../wire/entity-mapping.ts";
import type { WireSavedView } from "./labeling.ts";

export const { toWire: savedViewToWire, fromWire: savedViewFromWire } = entity<SavedView, WireSavedView>()({
  ...same("id", "name", "query", "datasetId"),
  ...TIMES,
});
