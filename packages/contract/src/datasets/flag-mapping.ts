import type { Flag } from "@postil/domain/records/record-preview";
import { entity, same, time } from "../wire/entity-mapping.ts";
import type { WireFlag } from "./labeling.ts";

export const { toWire: flagToWire, fromWire: flagFromWire } = entity<Flag, WireFlag>()({
  ...same("recordId", "preview"),
  flaggedAt: time("flagged_at"),
});
