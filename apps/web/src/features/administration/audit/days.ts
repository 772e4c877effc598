import type { Micros } from "@postil/domain/time";

/** Days and times of the reader's place, as the page's language writes them. */

const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric" });
const weekday = new Intl.DateTimeFormat("en-GB", { weekday: "long", day: "numeric", month: "long" });
const short = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long" });
const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const DAY = 86_400_000;

export const dayText = (at: Micros): string => day.format(at / 1000);
export const clockText = (at: Micros): string => clock.format(at / 1000);

/** The day of a time as its heading says it; within a year without the year. */
export function dayHeading(
  at: Micros,
  now: number,
): { readonly kind: "today" | "yesterday" | "day"; readonly text: string } {
  const on = (ms: number) => day.format(ms);
  const ms = at / 1000;
  if (on(ms) === on(now)) return { kind: "today", text: short.format(ms) };
  if (on(ms) === on(now - DAY)) return { kind: "yesterday", text: short.format(ms) };
  return { kind: "day", text: now - ms < 330 * DAY ? weekday.format(ms) : day.format(ms) };
}
