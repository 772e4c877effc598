import { MEMBER_NAME, MOST_CHANGES } from "@postil/domain/preferences/members";
import { z } from "zod";
import { anything, number, text } from "../wire/leaf.ts";
import { list } from "../wire/shape.ts";
import { toldTime } from "./told-time.ts";

const ChangedPreference = z.object({
  name: text({ ...MEMBER_NAME, strict: true }),
  value: anything.nullish(),
  age: number({ ge: 0 }).nullish(),
  seen: toldTime.nullish(),
});
export type ChangedPreference = z.output<typeof ChangedPreference>;

export const ChangedPreferences = z.object({ items: list(ChangedPreference, { max: MOST_CHANGES }) });
