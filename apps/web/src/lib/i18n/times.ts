import type { Micros } from "@postil/domain/time";
import { LOCALE } from "./locale.ts";

const absolute = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });
const clock = new Intl.DateTimeFormat(LOCALE, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const dayAndMonth = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });
const dayMonthYear = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });
const relative = new Intl.RelativeTimeFormat(LOCALE, { style: "short", numeric: "auto" });

/** Each unit in seconds, the largest first. */
const UNITS = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const;

/**
 * "3 min ago", "yesterday". Less than a minute is "now", and so is a time in the future (a clock that is ahead). Times in ms.
 */
export function relativeTime(at: number, now: number): string {
  const seconds = (now - at) / 1000;
  const [unit, length] = UNITS.find(([, length]) => seconds >= length) ?? ["second", 1];
  if (unit === "second") return relative.format(0, "second");
  return relative.format(-Math.floor(seconds / length), unit).replaceAll(".", "");
}

/** "21 Nov 2026, 14:02" in the user's time zone; ms. */
export function absoluteTime(at: number): string {
  return absolute.format(at);
}

/** "3 Mar", or with its year if that is not the current year: "6 Dec 2025". Times in ms. */
export function shortDate(at: number, now: number): string {
  const thisYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return (thisYear ? dayAndMonth : dayMonthYear).format(at);
}

/** "14:02"; ms. */
export function clockTime(at: number): string {
  return clock.format(at);
}

/** Entities use epoch microseconds, the browser uses milliseconds. */
export function toMilliseconds(at: Micros): number {
  return at / 1000;
}
