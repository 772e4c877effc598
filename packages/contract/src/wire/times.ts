import { leaf } from "./leaf.ts";
import { timeFromWire } from "./mapping.ts";

/**
 * The time of the event that a record describes: an ISO date and time, which keeps its zone, or epoch seconds or
 * milliseconds (contract api-v0 5.1). The result has Python's format: six digits of fraction or none, the zone as an
 * offset.
 */
export const eventTimestamp = leaf<string>(
  (value) => {
    const epoch =
      typeof value === "number" || (typeof value === "string" && NUMERIC.test(value)) ? Number(value) : null;
    const read = epoch === null ? (typeof value === "string" ? fromText(value) : null) : fromEpoch(epoch);
    return read === null ? { refused: INVALID_TIME } : { ok: read };
  },
  { type: "string", format: "date-time" },
);

export const INVALID_TIME = { type: "value_error.datetime", msg: "invalid datetime format" };
const NUMERIC = /^\s*-?\d{1,17}(?:\.\d{1,9})?\s*$/;
const TEXT =
  /^(\d{4})-(\d\d?)-(\d\d?)[T ](\d\d?):(\d\d?)(?::(\d\d?)(?:\.(\d{1,6})\d{0,6})?)?(Z|z|[+-]\d\d(?::?\d\d)?)?$/;

function fromText(text: string): string | null {
  const found = TEXT.exec(text);
  if (!found) return null;
  const [, year = "", month = "", day = "", hour = "", minute = "", second = "0", fraction = "", zone = ""] = found;
  const numbers = [Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second)] as const;
  const at = new Date(0);
  at.setUTCFullYear(numbers[0], numbers[1], numbers[2]);
  at.setUTCHours(numbers[3], numbers[4], numbers[5]);
  const isReal =
    numbers[0] > 0 &&
    at.getUTCMonth() === numbers[1] &&
    at.getUTCDate() === numbers[2] &&
    at.getUTCHours() === numbers[3];
  if (!isReal || numbers[4] > 59 || numbers[5] > 59) return null;
  const offset = offsetOf(zone);
  return offset === null ? null : `${at.toISOString().slice(0, 19)}${fractionOf(fraction)}${offset}`;
}

const fractionOf = (digits: string): string => (Number(digits) === 0 ? "" : `.${digits.padEnd(6, "0")}`);

/** The offset of a zone; null if it is more than a day. */
function offsetOf(zone: string): string | null {
  if (zone === "") return "";
  if (zone === "Z" || zone === "z") return "+00:00";
  const [hours, minutes] = [zone.slice(1, 3), zone.slice(3).replace(":", "") || "00"];
  return Number(hours) < 24 && Number(minutes) < 60 ? `${zone[0]}${hours}:${minutes}` : null;
}

/** Numbers below this are seconds; larger ones are milliseconds or smaller units. */
const SECONDS_BELOW = 2e10;

function fromEpoch(number: number): string | null {
  if (!Number.isFinite(number)) return null;
  let seconds = number;
  while (Math.abs(seconds) > SECONDS_BELOW) seconds /= 1000;
  const micros = Math.round(seconds * 1_000_000);
  const fraction = ((micros % 1_000_000) + 1_000_000) % 1_000_000;
  const text = new Date((micros - fraction) / 1000).toISOString().slice(0, 19);
  return `${text}${fractionOf(String(fraction).padStart(6, "0"))}+00:00`;
}

/** A time in the server's format. */
export const toldTime = leaf<string>(
  (value) =>
    typeof value === "string" && !Number.isNaN(timeFromWire(value)) ? { ok: value } : { refused: INVALID_TIME },
  { type: "string", format: "date-time" },
);
