import { annotationPartsInOrder, type GivenSide } from "@postil/domain/tasks/annotation-parts-in-order";
import { LONGEST_LABEL } from "@postil/domain/tasks/labels";
import type {
  AnnotationPart,
  AnnotationParts,
  ByAgent,
  Entities,
  Labels,
  Sentences,
  WithAgent,
} from "@postil/domain/tasks/task-record";
import { pythonFloat, pythonStr } from "@postil/domain/text/python-text";
import { inexactRefusal, integer, type LeafRefusal, leaf, number, text, textRefusal } from "../wire/leaf.ts";
import type { Place } from "../wire/place.ts";

/** Predictions and annotations of the older family in requests (contract api-v0 5.1, 5.2). */

export const assertion = (msg: string): LeafRefusal => ({ type: "assertion_error", msg });

const NO_AGENT = assertion("Agent must be defined!");
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
    if (typeof given !== "number" || !Number.isFinite(given))
      return { refused: { type: "type_error.float", msg: "value is not a valid float" } };
    if (given < LOWEST) return beyond("greater", LOWEST, "not_ge");
    if (given > HIGHEST) return beyond("less", HIGHEST, "not_le");
    return { ok: given };
  },
  { type: "number", minimum: LOWEST, maximum: HIGHEST },
);

/** Numbers and booleans become their text. */
const className = leaf<string>(
  (value) => {
    if (typeof value === "object") return { refused: { type: "type_error.str", msg: "str type expected" } };
    const inexact = inexactRefusal(value);
    if (inexact) return { refused: inexact };
    const name = pythonStr(value);
    if (name === "") return { refused: assertion("Class name must not be empty") };
    const refused = textRefusal(name);
    if (refused) return { refused };
    const tooLong = textRefusal(name, { max: LONGEST_LABEL });
    return tooLong
      ? { refused: assertion(`Class name '${name}' exceeds max length of ${LONGEST_LABEL}`) }
      : { ok: name };
  },
  { type: "string", minLength: 1, maxLength: LONGEST_LABEL },
);

const scoreOf = (place: Place): number => {
  const given = place.member("score");
  return given.value === undefined ? HIGHEST : given.read(score);
};

/** Reads one agent's part for a record of one task; the place must be an object. */
export type PartReader<S extends AnnotationPart> = (place: Place) => S;

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
  if (end <= start) entity.member("end").refuse(assertion(ENDS_BEFORE));
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
export type GivenSides<S extends AnnotationPart> = {
  readonly prediction: GivenSide<S>;
  readonly annotation: GivenSide<S>;
};

export function readSides<S extends AnnotationPart>(record: Place, readPart: PartReader<S>): GivenSides<S> {
  const [prediction, annotation] = ["prediction", "annotation"].map((name) => readMain(record.member(name), readPart));
  const [predictions, annotations] = ["predictions", "annotations"].map((name) =>
    readByAgent(record.member(name), readPart),
  );
  return {
    prediction: { main: prediction, byAgent: predictions },
    annotation: { main: annotation, byAgent: annotations },
  };
}

/**
 * Puts both sides in order, after all was read without errors. It checks that every agent has a name, and that none is
 * too long.
 */
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
