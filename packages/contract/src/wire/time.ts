import { type Micros, timeFromText, timeToText } from "@postil/domain/time";

/** Time on the wire: in a form that strict parsers of older Pythons read too. */
export const timeToWire = (micros: Micros): string => timeToText(micros);

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
