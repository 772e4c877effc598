import { leaf } from "../wire/leaf.ts";
import { timeFromWire } from "../wire/time.ts";
import { INVALID_TIME } from "./event-timestamp.ts";

/** A time in the server's format. */
export const toldTime = leaf<string>(
  (value) =>
    typeof value === "string" && !Number.isNaN(timeFromWire(value)) ? { ok: value } : { refused: INVALID_TIME },
  { type: "string", format: "date-time" },
);
