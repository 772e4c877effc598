import type { Flag } from "@postil/domain/records/flags";
import type { WireFlag } from "../entities/flags.ts";
import { timeFromWire, timeToWire } from "../wire/time.ts";

export const flagToWire = (flag: Flag): WireFlag => ({
  record_id: flag.recordId,
  preview: flag.preview,
  flagged_at: timeToWire(flag.flaggedAt),
});

export const flagFromWire = (wire: WireFlag): Flag => ({
  recordId: wire.record_id,
  preview: wire.preview,
  flaggedAt: timeFromWire(wire.flagged_at),
});
