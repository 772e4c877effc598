import { fitEntities } from "./fit-entities.ts";
import type { LoggedRecord, LoggedText, LoggedTokens } from "./logged-record.ts";
import { type Entities, SIDES, type Side, type WithAgent } from "./task-record.ts";
import { type TokenBorders, tokenBorders } from "./token-borders.ts";

/** The fault of a record: its place in the record, and its text. */
export type RecordFault = { readonly at: readonly (string | number)[]; readonly says: string };

/** The record as it can be stored, its entities without white space at their ends, or its fault. */
export type CheckedRecord<R extends LoggedRecord = LoggedRecord> =
  | { readonly record: R }
  | { readonly fault: RecordFault };

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
    return { at: ["status"], says: "a single-label record with status 'Validated' needs an annotation" };
  }
  return null;
}

/**
 * Most characters in all mentions of one side. They are stored with the record, and nested entities can have more than
 * the text itself.
 */
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
