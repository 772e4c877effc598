import { asObject } from "@postil/domain/json-object";
import type { AnswerDraft } from "@postil/domain/records/answer-draft";
import { keptForDatasets } from "./kept-for-datasets.ts";
import { BULK } from "./kept-values.ts";

/** The form of a bulk action that was filled and not written: what it answers, and to which records. */
export type KeptBulk = {
  readonly answers: AnswerDraft;
  /** Record ids. */
  readonly chosen: readonly string[];
  readonly allMatches: boolean;
  /** The page on which they were chosen, with what narrows its list. */
  readonly page: string;
  /** The query of the address that leads there; empty: kept before it was noted. */
  readonly address: string;
};

/** The layout of what is kept; what is of another one is left where it is. */
const VERSION = 1;

const bulk = keptForDatasets(BULK);

/** The datasets for which somebody has filled such a form that is kept. */
export const datasetsWithKeptBulk = bulk.datasets;

/** Null: nothing of it is left to lose. */
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

/** What it says, for people: a line for each question. */
export const textsOfBulk = (answers: AnswerDraft): string[] =>
  Object.entries(answers).map(([name, { value }]) => `${name}: ${textOf(value)}`);

/** An item of a ranking has its value, a span its label; what is neither is damaged and told as it is. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(", ");
  const { value: option, label } = asObject(value) ?? {};
  const said = option ?? label ?? value ?? "";
  return typeof said === "object" ? JSON.stringify(said) : String(said);
}
