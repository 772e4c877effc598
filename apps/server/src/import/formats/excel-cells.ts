import { asWhole } from "@postil/domain/text/json-text";

/** What a cell holds. `whole`: the digits of an integer that a number does not hold. */
export type Cell =
  | { readonly value: string | number | boolean | null; readonly whole?: number }
  /** Why the cell cannot be read, to follow its address. */
  | { readonly fault: string; readonly error?: string };

export type WrittenCell = {
  readonly type: string;
  readonly style: number;
  readonly text: string;
  /** False if the file holds no value: no element for it. */
  readonly hasValue: boolean;
  readonly hasFormula: boolean;
};

/** What cells refer to. */
export type Workbook = {
  readonly textAt: (index: number) => string | null;
  /** By the number of a style; null for one that shows no dates. */
  readonly dateStyles: readonly (DateStyle | null)[];
  /** Serial numbers of days begin in 1904, as old Macs had it. */
  readonly since1904: boolean;
};

export function cellOf(cell: WrittenCell, workbook: Workbook): Cell {
  const { type, text, hasValue, hasFormula } = cell;
  // A formula may have an empty text as its value; for other kinds that means that there is none.
  if (hasFormula && (!hasValue || (text === "" && type !== "str")))
    return {
      fault: "has a formula without a value, for no program has computed it: open the file in Excel and save it",
    };
  switch (type) {
    case "s": {
      const shared = hasValue ? workbook.textAt(Number(text)) : "";
      return shared === null ? { fault: "refers to a text that the file does not hold" } : textCell(shared);
    }
    case "inlineStr":
    case "str":
      return textCell(text);
    case "b":
      return hasValue ? { value: text === "1" || text === "true" } : { value: null };
    case "e":
      return { fault: `holds the error ${text}`, error: text };
    case "d":
      return textCell(text);
    default:
      return text === "" ? { value: null } : numberCell(text, workbook.dateStyles[cell.style] ?? null, workbook);
  }
}

const textCell = (text: string): Cell => {
  const read = unescaped(text);
  return { value: read === "" ? null : read };
};

/** Excel writes characters that XML may not hold by their number: `_x000D_`. */
const unescaped = (text: string): string =>
  text.includes("_x")
    ? text.replaceAll(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

function numberCell(text: string, style: DateStyle | null, { since1904 }: Workbook): Cell {
  const number = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isFinite(number)) return { fault: `holds ${JSON.stringify(text.slice(0, 60))}, which is no number` };
  if (style) return dateCell(number, style, since1904);
  const digits = Number.isInteger(number) && !Number.isSafeInteger(number) ? wholeDigits(text) : null;
  return digits === null ? { value: number } : { value: number, whole: asWhole(digits) };
}

/** All digits of an integer, also of one that is written with a power of ten; null if it has a fraction. */
function wholeDigits(text: string): string | null {
  const [, sign = "", before = "", after = "", power = "0"] =
    /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const places = Number(power) - after.replace(/0+$/, "").length;
  if (places < 0) return null;
  const digits = `${before}${after.replace(/0+$/, "")}${"0".repeat(places)}`.replace(/^0+(?=\d)/, "");
  return `${sign === "-" ? "-" : ""}${digits}`;
}

/** Excel computes with 15 digits. A longer integer was made by another program, or is no longer the one that was typed. */
export const isBeyondExcel = (cell: Cell): boolean =>
  "value" in cell && typeof cell.value === "number" && Number.isInteger(cell.value) && Math.abs(cell.value) >= 1e15;

/** Dates are numbers that a format shows as dates. */

/** The parts that a format shows. `elapsed`: hours are not those of a day. */
export type DateStyle = { readonly date: boolean; readonly time: boolean; readonly elapsed: boolean };

const [DATE, TIME, BOTH, ELAPSED]: readonly [DateStyle, DateStyle, DateStyle, DateStyle] = [
  { date: true, time: false, elapsed: false },
  { date: false, time: true, elapsed: false },
  { date: true, time: true, elapsed: false },
  { date: false, time: true, elapsed: true },
];
/** Formats that every program has, by their number. Some of 27 to 58 are only of East Asia. */
const BUILT_IN: ReadonlyMap<number, DateStyle> = new Map([
  ...[14, 15, 16, 17, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map((id) => [id, DATE] as const),
  ...[18, 19, 20, 21, 32, 33, 34, 35, 45, 47, 55, 56].map((id) => [id, TIME] as const),
  [22, BOTH],
  [46, ELAPSED],
]);

/** The parts of a date that a number format shows; null if it shows a number. `code` is null for a built-in format. */
export function dateStyleOf(id: number, code: string | null): DateStyle | null {
  if (code === null) return BUILT_IN.get(id) ?? null;
  const [first = ""] = code.replaceAll(/"[^"]*"|\\.|_.|\*./g, "").split(";");
  const elapsed = /\[(?:h+|m+|s+)\]/i.test(first);
  const bare = first.replaceAll(/\[[^\]]*\]|am\/pm|a\/p|general/gi, "").toLowerCase();
  // Minutes and months have the same letter: minutes are next to hours or seconds.
  const time = elapsed || /[hs]/.test(bare);
  const date = /[dy]/.test(bare) || (/m/.test(bare) && !time);
  return date || time ? { date, time, elapsed } : null;
}

const DAY = 86_400_000;
/** The day before 1 January 1900, and the day 0 of files that count from 1904. */
const [EPOCH_1900, EPOCH_1904] = [Date.UTC(1899, 11, 31), Date.UTC(1904, 0, 1)];
/** Excel counts 29 February 1900 as day 60, though that day never was. */
const LEAP_DAY = 60;
/** 31 December 9999. */
const LAST = 2_958_465;

function dateCell(serial: number, style: DateStyle, since1904: boolean): Cell {
  const total = Math.round(serial * DAY);
  if (style.elapsed && !style.date) return { value: elapsedText(total) };
  const days = Math.floor(total / DAY);
  const rest = total - days * DAY;
  if (!style.date && days === 0) return { value: clock(rest) };
  if (days < (since1904 ? 0 : 1) || days > LAST)
    return { fault: `holds the number ${serial}, which is no date of Excel` };
  const day = !since1904 && days === LEAP_DAY ? "1900-02-29" : isoDay(days, since1904);
  // A time that the format does not show is no less in the file.
  return { value: style.time || rest !== 0 ? `${day}T${clock(rest)}` : day };
}

function isoDay(days: number, since1904: boolean): string {
  const first = since1904 ? EPOCH_1904 : days > LEAP_DAY ? EPOCH_1900 - DAY : EPOCH_1900;
  return new Date(first + days * DAY).toISOString().slice(0, 10);
}

function clock(milliseconds: number): string {
  const iso = new Date(milliseconds).toISOString().slice(11, 23);
  return iso.endsWith(".000") ? iso.slice(0, 8) : iso;
}

function elapsedText(total: number): string {
  const positive = Math.abs(total);
  const hours = Math.floor(positive / 3_600_000);
  return `${total < 0 ? "-" : ""}${String(hours).padStart(2, "0")}${clock(positive % 3_600_000).slice(2)}`;
}
