import { annotationPartsInOrder, type GivenSide } from "@postil/domain/tasks/annotation-part";
import { LONGEST_LABEL } from "@postil/domain/tasks/labels";
import type { LoggedVector, SeenRecord } from "@postil/domain/tasks/log-record";
import { flatKeyLength, flatMetadata } from "@postil/domain/tasks/metadata";
import {
  type AnnotationPart,
  type AnnotationParts,
  type ByAgent,
  type Entities,
  type Labels,
  type Sentences,
  SIDES,
  TASK_STATUSES,
  type TaskRecordId,
  type WithAgent,
} from "@postil/domain/tasks/task-record";
import { parseWithForm } from "@postil/domain/text/json-text";
import { pythonFloat, pythonStr } from "@postil/domain/text/python-text";
import { metadataTextOf, metadataValues } from "../feedback/values.ts";
import {
  inexactRefusal,
  integer,
  type LeafRefusal,
  leaf,
  MISSING,
  NO_INTEGER,
  NO_NUMBER,
  NO_TEXT,
  number,
  oneOf,
  type RefusalKind,
  text,
  textRefusal,
  tooShort,
} from "../wire/leaf.ts";
import { timeFromWire } from "../wire/mapping.ts";
import type { Place } from "../wire/place.ts";
import { eventTimestamp, INVALID_TIME } from "../wire/times.ts";

/** Predictions and annotations of the older family in requests (contract api-v0 5.1, 5.2). */

export const assertion = (msg: string, kind?: RefusalKind): LeafRefusal => ({
  ...{ type: "assertion_error", msg },
  ...(kind ? { kind } : {}),
});

const NO_AGENT = assertion("Agent must be defined!", "no agent");
const LONGEST_AGENT = 64;
const agentName = text({ max: LONGEST_AGENT });
export const requiredAgent = text({ min: 1, max: LONGEST_AGENT });
const entityLabel = text({ min: 1, max: LONGEST_LABEL });
const plainText = text();
const offset = integer();
const anyNumber = number();

const LOWEST = 0;
const HIGHEST = 1;
const beyond = (what: string, limit: number, type: string) => ({
  refused: {
    type: `value_error.number.${type}`,
    msg: `ensure this value is ${what} than or equal to ${pythonFloat(limit)}`,
    ctx: { limit_value: limit },
  },
});

const score = leaf<number>(
  (value) => {
    const given = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
    if (typeof given !== "number" || !Number.isFinite(given)) return { refused: NO_NUMBER };
    if (given < LOWEST) return beyond("greater", LOWEST, "not_ge");
    if (given > HIGHEST) return beyond("less", HIGHEST, "not_le");
    return { ok: given };
  },
  { type: "number", minimum: LOWEST, maximum: HIGHEST },
);

/** Numbers and booleans become their text. */
const className = leaf<string>(
  (value) => {
    if (typeof value === "object") return { refused: NO_TEXT };
    const inexact = inexactRefusal(value);
    if (inexact) return { refused: inexact };
    const name = pythonStr(value);
    if (name === "") return { refused: assertion("Class name must not be empty", "no label name") };
    const refused = textRefusal(name);
    if (refused) return { refused };
    const tooLong = textRefusal(name, { max: LONGEST_LABEL });
    return tooLong
      ? { refused: assertion(`Class name '${name}' exceeds max length of ${LONGEST_LABEL}`, "long label name") }
      : { ok: name };
  },
  { type: "string", minLength: 1, maxLength: LONGEST_LABEL },
);

const scoreOf = (place: Place): number => {
  const given = place.member("score");
  return given.value === undefined ? HIGHEST : given.read(score);
};

/** Reads one agent's part for a record of one task; the place must be an object. */
type PartReader<S extends AnnotationPart> = (place: Place) => S;

export const readLabels: PartReader<Labels> = (place) => ({
  labels: place.member("labels").elements((label) => {
    if (!label.isObject()) return { class_label: "", score: HIGHEST };
    const alias = label.member("class_label");
    const named = label.member("class");
    const name = named.value === undefined && alias.isGiven ? alias : named;
    return { class_label: name.read(className), score: scoreOf(label) };
  }),
});

const ENDS_BEFORE =
  "End character cannot be placed before the starting character, it must be at least one character after.";

function readEntity(entity: Place): Entities["entities"][number] {
  if (!entity.isObject()) return { start: 0, end: 1, label: "", score: HIGHEST };
  const start = entity.member("start").read(offset);
  const end = entity.member("end").read(offset);
  // Unreadable values are not numbers here, so the comparison is false.
  if (end <= start) entity.member("end").refuse(assertion(ENDS_BEFORE, "end before start"));
  return { start, end, label: entity.member("label").read(entityLabel), score: scoreOf(entity) };
}

export const readEntities: PartReader<Entities> = (place) => {
  const entities = place.member("entities");
  const whole = place.member("score").readGiven(anyNumber);
  return {
    entities: entities.value === undefined ? [] : entities.elements(readEntity),
    ...(whole === undefined ? {} : { score: whole }),
  };
};

export const readSentences: PartReader<Sentences> = (place) => ({
  sentences: place.member("sentences").elements((sentence) => {
    if (!sentence.isObject()) return { text: "", score: HIGHEST };
    return { text: sentence.member("text").read(plainText), score: scoreOf(sentence) };
  }),
});

/** A main prediction or annotation. A missing agent is reported after everything else is read. */
function readMain<S extends AnnotationPart>(place: Place, readPart: PartReader<S>): WithAgent<S> | undefined {
  if (!place.isGiven || !place.isObject()) return undefined;
  const agent = place.member("agent").readGiven(agentName) ?? "";
  return { ...readPart(place), agent };
}

function readByAgent<S extends AnnotationPart>(place: Place, readPart: PartReader<S>): ByAgent<S> | undefined {
  if (!place.isGiven) return undefined;
  const everybody = place.members((part) => (part.isObject() ? readPart(part) : null));
  const read = Object.entries(everybody).filter((entry): entry is [string, S] => entry[1] !== null);
  return Object.fromEntries(read);
}

/** Both sides as they were sent, before they are put in order. */
type GivenSides<S extends AnnotationPart> = {
  readonly prediction: GivenSide<S>;
  readonly annotation: GivenSide<S>;
};

function readSides<S extends AnnotationPart>(record: Place, readPart: PartReader<S>): GivenSides<S> {
  const [prediction, annotation] = ["prediction", "annotation"].map((name) => readMain(record.member(name), readPart));
  const [predictions, annotations] = ["predictions", "annotations"].map((name) =>
    readByAgent(record.member(name), readPart),
  );
  return {
    prediction: { main: prediction, byAgent: predictions },
    annotation: { main: annotation, byAgent: annotations },
  };
}

/** Puts both sides in order after all was read without errors. Every agent must have a name, and none too long. */
export function sidesInOrder<S extends AnnotationPart>(
  record: Place,
  { prediction, annotation }: GivenSides<S>,
): AnnotationParts<S> {
  for (const { main, byAgent = {} } of [prediction, annotation]) {
    const agents = [...(main ? [main.agent] : []), ...Object.keys(byAgent)];
    if (agents.includes("")) record.refuse(NO_AGENT, ["__root__"]);
    const refused = agents.map((agent) => textRefusal(agent, { max: LONGEST_AGENT })).find((found) => found !== null);
    if (refused) record.refuse(refused, ["__root__", "agent"]);
  }
  return annotationPartsInOrder(prediction, annotation);
}

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
  return { type: "value_error", msg: `an id has at most ${LONGEST_ID} bytes, found ${found}`, kind: "long id" };
}

/** A client could confuse a larger id with another one: the page does, and so do others with 64-bit floats. */
const TOO_LARGE: LeafRefusal = {
  type: "type_error.integer",
  msg: `an id that is a number must lie between ${Number.MIN_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}; write a larger one as a text`,
  kind: "large number",
};

/** A text or a whole number; its type is kept. */
export const recordId = leaf<TaskRecordId>(
  (value) => {
    if (typeof value === "number")
      return Number.isSafeInteger(value)
        ? { ok: value }
        : { refused: Number.isInteger(value) ? TOO_LARGE : NO_INTEGER };
    if (typeof value !== "string") return { refused: NO_TEXT };
    const refused = textRefusal(value, { min: 1, max: LONGEST_ID }) ?? tooManyBytes(value);
    return refused ? { refused } : { ok: value };
  },
  { type: ["string", "integer"] },
);
export const status = oneOf(TASK_STATUSES);
const side = oneOf(SIDES);

const MOST_KEY_CHARACTERS = 1_048_576;

/** Flattened metadata as text, so that its numbers keep their form (domain/text/json-text.ts). */
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
