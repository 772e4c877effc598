import { flatKeyLength, flatMetadata } from "@postil/domain/tasks/flat-metadata";
import type { LoggedVector } from "@postil/domain/tasks/logged-record";
import type { SeenRecord } from "@postil/domain/tasks/seen-record";
import { type AnnotationPart, SIDES, TASK_STATUSES, type TaskRecordId } from "@postil/domain/tasks/task-record";
import { parseWithForm } from "@postil/domain/text/json-numbers";
import { type LeafRefusal, leaf, MISSING, number, oneOf, text, textRefusal, tooShort } from "../wire/leaf.ts";
import type { Place } from "../wire/place.ts";
import { timeFromWire } from "../wire/time.ts";
import { eventTimestamp, INVALID_TIME } from "./event-timestamp.ts";
import { metadataTextOf, metadataValues } from "./record-parts.ts";
import { type PartReader, readSides } from "./task-annotation-parts.ts";

/** The common parts of logged records of all tasks (contract api-v0 5.1, 5.5 to 5.7). */

/** Refusal of an empty list that needs an element. */
export const NONE_GIVEN = tooShort(1, "items", "value_error.list.min_items");

const LONGEST_ID = 512;
const bytes = new TextEncoder();

function tooManyBytes(id: string): LeafRefusal | null {
  // No character, counted as UTF-16 unit, takes more than three bytes.
  if (id.length * 3 <= LONGEST_ID) return null;
  const found = bytes.encode(id).length;
  if (found <= LONGEST_ID) return null;
  return { type: "value_error", msg: `an id has at most ${LONGEST_ID} bytes, found ${found}` };
}

const NO_INTEGER = "value is not a valid integer";
/**
 * A client that reads a reply could confuse a larger id with another one: the page does, and so do other clients with
 * 64-bit floats.
 */
const TOO_LARGE = `an id that is a number must lie between ${Number.MIN_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}; write a larger one as a text`;

/** A text or a whole number; its type is kept. */
export const recordId = leaf<TaskRecordId>(
  (value) => {
    if (typeof value === "number")
      return Number.isSafeInteger(value)
        ? { ok: value }
        : { refused: { type: "type_error.integer", msg: Number.isInteger(value) ? TOO_LARGE : NO_INTEGER } };
    if (typeof value !== "string") return { refused: { type: "type_error.str", msg: "str type expected" } };
    const refused = textRefusal(value, { min: 1, max: LONGEST_ID }) ?? tooManyBytes(value);
    return refused ? { refused } : { ok: value };
  },
  { type: ["string", "integer"] },
);
export const status = oneOf(TASK_STATUSES);
const side = oneOf(SIDES);
const plainText = text();
const anyNumber = number();

const MOST_KEY_CHARACTERS = 1_048_576;

/** Flattened metadata as text, so that its numbers keep their form (text/json-numbers.ts). */
export function readFlatMetadata(place: Place, keepNulls = false): string | undefined {
  if (!place.isGiven) return undefined;
  const values = place.inside(metadataValues);
  if (!place.sound) return undefined;
  const text = metadataTextOf(values);
  const length = flatKeyLength(values);
  if (length > MOST_KEY_CHARACTERS) {
    const says = `the flattened keys of metadata may have ${MOST_KEY_CHARACTERS} characters in all, found ${length}`;
    return place.refuse({ type: "value_error", msg: says });
  }
  const inForm = text === undefined ? values : (parseWithForm(text) as typeof values); // the text is that of the values
  return JSON.stringify(flatMetadata(inForm, { keepNulls }));
}

function readVector(vector: Place): LoggedVector {
  if (!vector.isObject()) return { value: [] };
  const value = vector.member("value");
  const numbers = value.elements((item) => item.read(anyNumber));
  if (Array.isArray(value.value) && numbers.length === 0) value.refuse(NONE_GIVEN);
  const properties = vector.member("record_properties");
  const model = vector.member("model").readGiven(plainText);
  return {
    value: numbers,
    ...(properties.isGiven ? { record_properties: properties.elements((item) => item.read(plainText)) } : {}),
    ...(model === undefined ? {} : { model }),
  };
}

const readNamed = (sides: Place) => (sides.isGiven ? sides.elements((item) => item.read(side)) : []);

/** A time of a record, in the format of replies. */
const recordTime = leaf<number>(
  (value) => {
    const micros = typeof value === "string" ? timeFromWire(value) : Number.NaN;
    return Number.isNaN(micros) ? { refused: INVALID_TIME } : { ok: micros };
  },
  { type: "string", format: "date-time" },
);

/** A record that was seen must have an id. */
function readSeen(seen: Place, id: Place): SeenRecord | null {
  if (!seen.isGiven || !seen.isObject()) return null;
  if (!id.isGiven) id.refuse(MISSING);
  return { lastUpdated: seen.member("last_updated").read(recordTime), status: seen.member("status").read(status) };
}

/** Reads the common parts of records of all tasks. */
export function readCommon<S extends AnnotationPart>(record: Place, readPart: PartReader<S>) {
  const id = record.member("id").readGiven(recordId) ?? null;
  const metadata = readFlatMetadata(record.member("metadata"));
  const event_timestamp = record.member("event_timestamp").readGiven(eventTimestamp);
  const given = record.member("status").readGiven(status) ?? "Default";
  const sides = readSides(record, readPart);
  const vectors = record.member("vectors");
  const keep = readNamed(record.member("postil_keep"));
  const seen = readSeen(record.member("postil_seen"), record.member("id"));
  const read = {
    id,
    ...(metadata === undefined ? {} : { metadata }),
    ...(event_timestamp === undefined ? {} : { event_timestamp }),
    status: given,
    ...(vectors.isGiven ? { vectors: vectors.members(readVector) } : {}),
    clear: readNamed(record.member("postil_clear")),
    ...(keep.length > 0 ? { keep } : {}),
    ...(seen === null ? {} : { seen }),
  };
  return { read, sides };
}
