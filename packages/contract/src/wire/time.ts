import { type Micros, timeFromText } from "@postil/domain/time";

/** The second written last, as text: a page of records holds thousands of times of the same few seconds. */
let lastSecond = { micros: Number.NaN, text: "" };

function secondToWire(micros: Micros): string {
  if (micros !== lastSecond.micros) lastSecond = { micros, text: new Date(micros / 1000).toISOString().slice(0, 19) };
  return lastSecond.text;
}

/**
 * Time on the wire: ISO 8601 in UTC without a zone, six digits of fraction, none when it is zero (contract api-v1 1.1);
 * strict parsers of older Pythons refuse anything else.
 */
export function timeToWire(micros: Micros): string {
  const fraction = micros % 1_000_000;
  const seconds = secondToWire(micros - fraction);
  return fraction === 0 ? seconds : `${seconds}.${String(fraction).padStart(6, "0")}`;
}

/** The inverse of {@link timeToWire}; also reads a zone `Z` and fewer digits. NaN for what is no time. */
export const timeFromWire = (text: string): Micros => timeFromText(text);

/** When an entity was made and changed. */
export const times = (entity: { insertedAt: number; updatedAt: number }) => ({
  inserted_at: timeToWire(entity.insertedAt),
  updated_at: timeToWire(entity.updatedAt),
});

export const timesFromWire = (wire: { inserted_at: string; updated_at: string }) => ({
  insertedAt: timeFromWire(wire.inserted_at),
  updatedAt: timeFromWire(wire.updated_at),
});
