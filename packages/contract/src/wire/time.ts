import { type Micros, timeFromText, timeToText } from "@postil/domain/time";

/** A time for the wire, in a form that strict parsers of older Python versions can read. */
export const timeToWire = (micros: Micros): string => timeToText(micros);

/** The inverse of {@link timeToWire}; it also reads the zone `Z` and fewer digits. NaN if the text is no time. */
export const timeFromWire = (text: string): Micros => timeFromText(text);

/** The times at which an entity was created and changed. */
export const times = (entity: { insertedAt: number; updatedAt: number }) => ({
  inserted_at: timeToWire(entity.insertedAt),
  updated_at: timeToWire(entity.updatedAt),
});

export const timesFromWire = (wire: { inserted_at: string; updated_at: string }) => ({
  insertedAt: timeFromWire(wire.inserted_at),
  updatedAt: timeFromWire(wire.updated_at),
});
