import type { FeedbackResponse } from "@postil/domain/records/record";
import { times, timesFromWire } from "../wire/mapping.ts";
import type { WireResponse } from "./responses.ts";

export const responseToWire = (response: FeedbackResponse): WireResponse => ({
  id: response.id,
  values: response.values,
  status: response.status,
  record_id: response.recordId,
  user_id: response.userId,
  ...times(response),
});

export const responseFromWire = (wire: WireResponse): FeedbackResponse => ({
  id: wire.id,
  values: wire.values,
  status: wire.status,
  recordId: wire.record_id,
  userId: wire.user_id,
  ...timesFromWire(wire),
});
