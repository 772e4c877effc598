import { type Micros, timeFromText, timeToText } from "@postil/domain/time";

/** What the mappings are made of. Nothing here loads a schema, because the page loads the mappings. */

/** A time for the wire, in a form that strict parsers of older Python versions can read. */
export const timeToWire = (micros: Micros): string => timeToText(micros);

/** The inverse of {@link timeToWire}; it also reads the zone `Z` and fewer digits. NaN if the text is no time. */
export const timeFromWire = (text: string): Micros => timeFromText(text);

/** The times at which an entity was created and changed. */
export const times = (entity: { readonly insertedAt: Micros; readonly updatedAt: Micros }) => ({
  inserted_at: timeToWire(entity.insertedAt),
  updated_at: timeToWire(entity.updatedAt),
});
export const timesFromWire = (wire: { readonly inserted_at: string; readonly updated_at: string }) => ({
  insertedAt: timeFromWire(wire.inserted_at),
  updatedAt: timeFromWire(wire.updated_at),
});

/** JSON of an object whose members are in the given order; JavaScript would put names that are numbers first. */
export const objectInOrder = (members: Iterable<readonly [name: string, json: string]>): string =>
  `{${Array.from(members, ([name, json]) => `${JSON.stringify(name)}:${json}`).join()}}`;
