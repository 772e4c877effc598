/**
 * Dates in cells, as whole numbers that filters can range over: `YYYYMMDD`, or `YYYYMMDDhhmmss` for a column with times. The
 * order of such numbers is the order of the dates, and people can read them.
 */

/** What comes first where the year comes last: `31.12.2026` or `12/31/2026`. */
export type DateOrder = "day" | "month";

/** How the dates of a column are read. */
export type DateForm = { readonly order: DateOrder | null; readonly hasTime: boolean };

const ZONE = String.raw`\s*(?<zone>Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?`;
const TIME = String.raw`(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?<part>[.,]\d+)?)?\s*(?<half>[AaPp]\.?[Mm]\.?)?${ZONE}`;
const WHEN = String.raw`(?:(?:T|,?\s+)${TIME})?$`;
const YEAR_FIRST = new RegExp(String.raw`^(?<year>\d{4})(?<sign>[-/.])(?<one>\d{1,2})\k<sign>(?<two>\d{1,2})${WHEN}`);
const YEAR_LAST = new RegExp(String.raw`^(?<one>\d{1,2})(?<sign>[-/.])(?<two>\d{1,2})\k<sign>(?<year>\d{4})${WHEN}`);
const LONGEST = 40;

type Cell = {
  readonly year: number;
  readonly one: number;
  readonly two: number;
  readonly isYearFirst: boolean;
  /** Seconds after midnight in UTC; null: the cell has no time. */
  readonly seconds: number | null;
  readonly isCut: boolean;
  readonly hasZone: boolean;
};

function cellOf(text: string): Cell | null {
  if (text.length > LONGEST) return null;
  const first = YEAR_FIRST.exec(text)?.groups;
  const groups = first ?? YEAR_LAST.exec(text)?.groups;
  if (!groups) return null;
  const { year, one, two, hour, part = "", zone } = groups;
  const seconds = hour === undefined ? null : secondsOf(groups);
  if (Number.isNaN(seconds)) return null;
  return {
    ...{ year: Number(year), one: Number(one), two: Number(two), isYearFirst: first !== undefined, seconds },
    isCut: /[1-9]/.test(part),
    hasZone: zone !== undefined,
  };
}

/** NaN: no time of a day. */
function secondsOf({ hour, minute, second = "0", half, zone = "" }: { readonly [part: string]: string | undefined }) {
  const [h, m, s] = [Number(hour), Number(minute), Number(second)];
  if (m > 59 || s > 59 || (half === undefined ? h > 23 : h < 1 || h > 12)) return Number.NaN;
  const hours = half === undefined ? h : (h % 12) + (/^p/i.test(half) ? 12 : 0);
  const [, sign, zoneHours = "0", zoneMinutes = "0"] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? [];
  if (Number(zoneHours) > 23 || Number(zoneMinutes) > 59) return Number.NaN;
  const offset = (Number(zoneHours) * 60 + Number(zoneMinutes)) * (sign === "-" ? -60 : 60);
  return hours * 3600 + m * 60 + s - offset;
}

/** The number of a date, or null: the text is no date of the calendar in this form. */
export function dateNumber(text: string, { order, hasTime }: DateForm): number | null {
  const cell = cellOf(text);
  if (cell === null || !(cell.isYearFirst || order !== null)) return null;
  const { year, one, two, seconds } = cell;
  const [month, day] = cell.isYearFirst || order === "month" ? [one, two] : [two, one];
  const midnight = new Date(0);
  midnight.setUTCFullYear(year, month - 1, day);
  if (midnight.getUTCMonth() !== month - 1 || midnight.getUTCDate() !== day || year === 0) return null;
  const moment = new Date(midnight.getTime() + (seconds ?? 0) * 1000);
  // Its zone may lie in a year that has no four digits.
  if (moment.getUTCFullYear() < 1 || moment.getUTCFullYear() > 9999) return null;
  const digits = moment.toISOString().replaceAll(/\D/g, "");
  return Number(digits.slice(0, hasTime ? 14 : 8));
}

/** What the dates of a column look like. */
export class DatesSeen {
  count = 0;
  /** With a time. */
  times = 0;
  zones = 0;
  /** Where the year comes last: the dates whose first number can only be a day, or only a month. */
  dayFirst = 0;
  monthFirst = 0;
  /** The first date that can be read both ways. */
  unclear: string | null = null;
  /** The first one with a part of a second. */
  isCut: string | null = null;
  first: string | null = null;

  add(text: string): void {
    const cell = cellOf(text);
    if (cell === null) return;
    this.count++;
    this.first ??= text;
    if (cell.seconds !== null) this.times++;
    if (cell.hasZone) this.zones++;
    if (cell.isCut) this.isCut ??= text;
    if (cell.isYearFirst) return;
    if (cell.one > 12) this.dayFirst++;
    else if (cell.two > 12) this.monthFirst++;
    else if (cell.one !== cell.two) this.unclear ??= text;
  }

  /** The form as far as the dates tell it. `order` null: they tell none, or all of them begin with the year. */
  form(said: DateOrder | null): DateForm & { readonly told: DateOrder | null } {
    const told =
      this.dayFirst > 0 && this.monthFirst === 0 ? "day" : this.monthFirst > 0 && this.dayFirst === 0 ? "month" : null;
    const isPlain = this.dayFirst === 0 && this.monthFirst === 0 && this.unclear === null;
    const order = said ?? told ?? (isPlain ? "day" : null);
    return { order, told: said ?? told, hasTime: this.times > 0 };
  }
}
