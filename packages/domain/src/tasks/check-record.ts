import type { LoggedRecord, LoggedText, LoggedTokens } from "./log-record.ts";
import { type Entities, type Entity, SIDES, type Side, type WithAgent } from "./task-record.ts";
import { type TokenBorders, tokenBorders } from "./token-borders.ts";

/** `kind`: where people read other words than scripts. */
type RecordFault = {
  readonly at: readonly (string | number)[];
  readonly says: string;
  readonly kind?: "needs annotation";
};

/** The record as it can be stored, its entities without white space at their ends, or its fault. */
type CheckedRecord<R extends LoggedRecord = LoggedRecord> = { readonly record: R } | { readonly fault: RecordFault };

/** The checks that a schema cannot do (contract api-v0 5.3, TST-17). */
export function checkRecord(record: LoggedRecord): CheckedRecord {
  if ("inputs" in record) {
    const fault = textFault(record);
    return fault ? { fault } : { record };
  }
  return "tokens" in record ? checkTokens(record) : { record };
}

/** Largest sum of the scores of a single-label prediction: 1 plus a margin for rounding. */
const MOST_IN_SUM = 1.001;

function textFault({ inputs, multi_label, prediction, annotation, status }: LoggedText): RecordFault | null {
  if (Object.keys(inputs).length === 0) return { at: ["inputs"], says: "a record needs at least one input" };
  if (multi_label) return null;
  const sum = prediction?.labels.reduce((total, { score }) => total + score, 0) ?? 0;
  if (sum > MOST_IN_SUM) {
    const says = `the scores of a single-label prediction may sum up to 1, found ${Number(sum.toFixed(6))}`;
    return { at: ["prediction", "labels"], says };
  }
  if (annotation && annotation.labels.length !== 1) {
    const says = `a single-label record is annotated with exactly 1 label, found ${annotation.labels.length}`;
    return { at: ["annotation", "labels"], says };
  }
  if (status === "Validated" && !annotation) {
    const says = "a single-label record with status 'Validated' needs an annotation";
    return { at: ["status"], says, kind: "needs annotation" };
  }
  return null;
}

/** Most characters of all mentions of one side, which are stored: nested ones can exceed the text. */
const MOST_MENTIONED = 1_000_000;

function checkTokens(record: LoggedTokens): CheckedRecord<LoggedTokens> {
  const borders = tokenBorders(record.text, record.tokens);
  if ("missing" in borders) {
    const says = `token ${borders.missing} does not stand in the text behind the tokens before it`;
    return { fault: { at: ["tokens", borders.missing], says } };
  }
  let checked = record;
  for (const side of SIDES) {
    const part = record[side];
    if (!part) continue;
    const fitted = fitSide(record.text, borders, side, part);
    if ("fault" in fitted) return fitted;
    checked = withEntities(checked, side, fitted.part);
  }
  return { record: checked };
}

type Fitted = { readonly part: WithAgent<Entities> } | { readonly fault: RecordFault };

function fitSide(text: string, borders: TokenBorders, side: Side, part: WithAgent<Entities>): Fitted {
  const fitted = fitEntities(text, borders, part.entities);
  if ("misfit" in fitted) {
    const entity = part.entities[fitted.misfit];
    const says = `the entity from ${entity?.start} to ${entity?.end} does not begin and end with a token`;
    return { fault: { at: [side, "entities", fitted.misfit], says } };
  }
  const mentioned = fitted.entities.reduce((sum, { start, end }) => sum + end - start, 0);
  if (mentioned > MOST_MENTIONED) {
    const says = `the entities of one side may span ${MOST_MENTIONED} characters in all, found ${mentioned}`;
    return { fault: { at: [side, "entities"], says } };
  }
  return { part: { ...part, entities: fitted.entities } };
}

/** Replaces the entities in both places of the record. */
function withEntities(record: LoggedTokens, side: Side, part: WithAgent<Entities>): LoggedTokens {
  const { agent, ...bare } = part;
  const everybody = side === "prediction" ? record.predictions : record.annotations;
  return side === "prediction"
    ? { ...record, prediction: part, predictions: { ...everybody, [agent]: bare } }
    : { ...record, annotation: part, annotations: { ...everybody, [agent]: bare } };
}

/** The entities as they are stored, or the index of the first one that does not fit the tokens. */
type FittedEntities = { readonly entities: readonly Entity[] } | { readonly misfit: number };

/**
 * Fits entities to tokens: each must begin and end with a token. If one does not, it is limited to the text, loses the
 * white space at its ends, and is tried again (contract api-v0 5.3). Repeated, nested and overlapping ones are fine.
 */
export function fitEntities(text: string, { starts, ends }: TokenBorders, given: readonly Entity[]): FittedEntities {
  const fits = ({ start, end }: Entity) => end > start && starts.has(start) && ends.has(end);
  let trim: ((entity: Entity) => Entity) | null = null;
  const entities: Entity[] = [];
  for (const [index, entity] of given.entries()) {
    if (fits(entity)) {
      entities.push(entity);
      continue;
    }
    trim ??= createTrim(text);
    const trimmed = trim(entity);
    if (!fits(trimmed)) return { misfit: index };
    entities.push(trimmed);
  }
  return { entities };
}

const BLANK = /^[ \t\n\r\v\f]$/;

/** Trims with lookup tables instead of loops, because many entities may span the same long gap. */
function createTrim(text: string): (entity: Entity) => Entity {
  const characters = Array.from(text);
  const { length } = characters;
  /**
   * For each place: the first character at or after it that is no white space, and the end of the last one before it.
   */
  const nextInk = new Int32Array(length + 1).fill(length);
  const lastInkEnd = new Int32Array(length + 1);
  for (let i = length - 1; i >= 0; i--) nextInk[i] = BLANK.test(characters[i] ?? "") ? (nextInk[i + 1] ?? length) : i;
  for (let i = 0; i < length; i++) lastInkEnd[i + 1] = BLANK.test(characters[i] ?? "") ? (lastInkEnd[i] ?? 0) : i + 1;
  return (entity) => ({
    ...entity,
    start: nextInk[Math.min(Math.max(entity.start, 0), length)] ?? length,
    end: lastInkEnd[Math.min(Math.max(entity.end, 0), length)] ?? 0,
  });
}
