import { MEMBER_NAME, MOST_CHANGES } from "@postil/domain/preferences/members";
import { z } from "zod";
import { anything, leaf, number, text } from "../wire/leaf.ts";
import { list } from "../wire/shape.ts";
import { timeFromWire } from "../wire/time.ts";
import { INVALID_TIME } from "./event-timestamp.ts";

/** A time that the server told. */
const toldTime = leaf<string>(
  (value) =>
    typeof value === "string" && !Number.isNaN(timeFromWire(value)) ? { ok: value } : { refused: INVALID_TIME },
  { type: "string", format: "date-time" },
);

const ChangedPreference = z.object({
  name: text({ ...MEMBER_NAME, strict: true }),
  value: anything.nullish(),
  age: number({ ge: 0 }).nullish(),
  seen: toldTime.nullish(),
});
export type ChangedPreference = z.output<typeof ChangedPreference>;

export const ChangedPreferences = z.object({ items: list(ChangedPreference, { max: MOST_CHANGES }) });
