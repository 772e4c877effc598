import type { Micros } from "@postil/domain/time";
import { toMilliseconds } from "../../../lib/i18n/times.ts";

/** Days of the reader's place, as the page's language writes them. */

const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric" });
const weekday = new Intl.DateTimeFormat("en-GB", { weekday: "long", day: "numeric", month: "long" });
const short = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long" });
const DAY = 86_400_000;
/** Days after which the year is said: of the same day a year ago it would be missed. */
const YEAR_SAID_FROM = 330;

export const dayText = (at: Micros): string => day.format(toMilliseconds(at));

/** The day of a time as its heading says it; of the last months without the year. `now` in ms. */
export function dayHeading(
  at: Micros,
  now: number,
): { readonly kind: "today" | "yesterday" | "day"; readonly text: string } {
  const ms = toMilliseconds(at);
  const on = day.format(ms);
  if (on === day.format(now)) return { kind: "today", text: short.format(ms) };
  if (on === day.format(now - DAY)) return { kind: "yesterday", text: short.format(ms) };
  return { kind: "day", text: now - ms < YEAR_SAID_FROM * DAY ? weekday.format(ms) : on };
}
