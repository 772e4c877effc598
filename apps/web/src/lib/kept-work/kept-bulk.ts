import { asObject } from "@postil/domain/json-object";
import type { AnswerDraft } from "@postil/domain/records/labeled-record";
import { keptForDatasets } from "./kept-for-datasets.ts";
import { BULK } from "./kept-values.ts";

/** A bulk form that was filled in but not written: its answers and the chosen records. */
export type KeptBulk = {
  readonly answers: AnswerDraft;
  /** Record ids. */
  readonly chosen: readonly string[];
  readonly allMatches: boolean;
  /** The page of the list on which they were chosen, with its filters. */
  readonly page: string;
  /** The query of the address that leads there. Empty: the form was stored before this was recorded. */
  readonly address: string;
};

/** The layout of the stored form. A form of another layout is ignored and stays in storage. */
const VERSION = 1;

const bulk = keptForDatasets(BULK);

/** The datasets with a stored bulk form of the user. */
export const datasetsWithKeptBulk = bulk.datasets;

/** Null removes the stored form. */
export function keepBulk(userId: string, datasetId: string, form: KeptBulk | null): void {
  bulk.keep(userId, datasetId, form && { version: VERSION, ...form });
}

export function keptBulk(userId: string, datasetId: string): KeptBulk | null {
  const kept = asObject(bulk.read(userId, datasetId));
  const answers = asObject(kept?.answers);
  if (kept?.version !== VERSION || answers === null) return null;
  const chosen = Array.isArray(kept.chosen) ? kept.chosen.filter((id) => typeof id === "string") : [];
  return {
    ...{ answers: readAnswers(answers), chosen, allMatches: kept.allMatches === true, page: textIn(kept.page) },
    address: textIn(kept.address),
  };
}

const textIn = (kept: unknown): string => (typeof kept === "string" ? kept : "");

const readAnswers = (answers: object): AnswerDraft =>
  Object.fromEntries(
    Object.entries(answers).map(([name, answer]) => [name, { value: asObject(answer)?.value ?? null, untouched: [] }]),
  );

/** The answers as text for users: one line per question. */
export const textsOfBulk = (answers: AnswerDraft): string[] =>
  Object.entries(answers).map(([name, { value }]) => `${name}: ${textOf(value)}`);

/** The text of a ranking item is its value, the text of a span is its label. A damaged value is shown as JSON. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(", ");
  const { value: option, label } = asObject(value) ?? {};
  const said = option ?? label ?? value ?? "";
  return typeof said === "object" ? JSON.stringify(said) : String(said);
}
