import { asObject, type JsonObject } from "@postil/domain/json-object";
import type { TypedForDataset } from "@postil/domain/outbox/work-file";
import type { AnswerDraft } from "@postil/domain/records/labeled-record";
import type { TypedRule } from "@postil/domain/tasks/active-rule";
import { useEffect, useState } from "react";
import { keptRows, onKeptForDatasets } from "./kept-values.ts";

// Unsaved work that a user typed for whole datasets: labeling rules, settings and bulk forms.
const [rules, forms, bulk] = [keptRows("rules"), keptRows("forms"), keptRows("bulk")];

/** The layout of stored forms. Forms of another layout are ignored and stay in storage. */
const VERSION = 1;

function inThisLayout(stored: unknown): JsonObject | null {
  const kept = asObject(stored);
  return kept?.version === VERSION ? kept : null;
}

/** Number of rules kept per dataset, the newest ones. */
const MOST_RULES = 20;

/** The unfinished rules of a user for a dataset (`workspace/name`), one for each query, newest last. */
export function keptRules(userId: string, dataset: string): readonly TypedRule[] {
  // An older version stored a single rule per dataset, without a list.
  return [rules.read(userId, dataset)].flat().flatMap((kept) => {
    const { query, labels, description, from } = asObject(kept) ?? {};
    if (typeof query !== "string" || typeof description !== "string" || !Array.isArray(labels)) return [];
    const rule = { query, description, labels: labels.filter((label) => typeof label === "string") };
    return typeof from === "string" ? { ...rule, from } : rule;
  });
}

/** Stores a rule beside those of other queries, which may come from another tab. */
export function keepRule(userId: string, dataset: string, rule: TypedRule): void {
  rules.keep(userId, dataset, [...rulesWithout(userId, dataset, rule.query), rule].slice(-MOST_RULES));
}

/** Removes the rule of a query, or all rules if no query is given. */
export function forgetRule(userId: string, dataset: string, query?: string): void {
  const left = query === undefined ? [] : rulesWithout(userId, dataset, query);
  rules.keep(userId, dataset, left.length === 0 ? null : left);
}

const rulesWithout = (userId: string, dataset: string, query: string) =>
  keptRules(userId, dataset).filter((rule) => rule.query !== query);

/** The text that the user typed into a dataset's settings and has not saved. Null when there is none. */
export function keptForms(userId: string, datasetId: string): JsonObject | null {
  return asObject(inThisLayout(forms.read(userId, datasetId))?.forms);
}

/** Null removes the stored forms. */
export function keepForms(userId: string, datasetId: string, typed: object | null): void {
  forms.keep(userId, datasetId, typed && { version: VERSION, forms: typed });
}

/**
 * The typed texts, for users: per form the texts that differ from before, or all of them if none differs. An emptied form
 * gives "".
 */
export const textsOf = (typed: object): string[] =>
  Object.values(typed).flatMap((one) => {
    const { form, base } = asObject(one) ?? {};
    const texts = leaves(form ?? one);
    const before = new Set(leaves(base));
    const changed = texts.filter((text) => !before.has(text));
    return texts.length === 0 && form === undefined ? [] : [(changed.length > 0 ? changed : texts).join(" · ")];
  });

function leaves(value: unknown): string[] {
  if (typeof value === "string") return value.trim() === "" ? [] : [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(leaves) : [];
}

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

export const datasetsWithKeptBulk = bulk.ids;

/** Null removes the stored form. */
export function keepBulk(userId: string, datasetId: string, form: KeptBulk | null): void {
  bulk.keep(userId, datasetId, form && { version: VERSION, ...form });
}

export function keptBulk(userId: string, datasetId: string): KeptBulk | null {
  const kept = inThisLayout(bulk.read(userId, datasetId));
  const answers = asObject(kept?.answers);
  if (kept === null || answers === null) return null;
  return {
    answers: readAnswers(answers),
    chosen: Array.isArray(kept.chosen) ? kept.chosen.filter((id) => typeof id === "string") : [],
    allMatches: kept.allMatches === true,
    page: textIn(kept.page),
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
  Object.entries(answers).map(([name, { value }]) => `${name}: ${textOfAnswer(value)}`);

/** The text of a ranking item is its value, the text of a span is its label. A damaged value is shown as JSON. */
export function textOfAnswer(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOfAnswer).join(", ");
  const { value: option, label } = asObject(value) ?? {};
  const said = option ?? label ?? value ?? "";
  return typeof said === "object" ? JSON.stringify(said) : String(said);
}

export const typedWork = (userId: string): readonly TypedForDataset[] => [
  ...typedSettings(userId),
  ...typedRules(userId),
  ...typedBulk(userId),
];

const typedSettings = (userId: string) =>
  forms
    .ids(userId)
    .map((datasetId) => ({ kind: "settings" as const, datasetId, texts: textsOf(keptForms(userId, datasetId) ?? {}) }))
    .filter(({ texts }) => texts.length > 0);

const typedRules = (userId: string) =>
  rules
    .ids(userId)
    .flatMap((datasetId) =>
      keptRules(userId, datasetId).map(({ from: _from, ...rule }) => ({ kind: "rule" as const, datasetId, rule })),
    );

const typedBulk = (userId: string) =>
  datasetsWithKeptBulk(userId).flatMap((datasetId) => {
    const form = keptBulk(userId, datasetId);
    if (form === null) return [];
    const { answers, chosen, allMatches, address } = form;
    return [{ kind: "bulk" as const, datasetId, answers, chosen, allMatches, address }];
  });

/** All that was typed, up to date, also from other tabs. */
export function useTypedWork(userId: string): readonly TypedForDataset[] {
  const [typed, setTyped] = useState(() => typedWork(userId));
  useEffect(() => {
    const read = () => setTyped(typedWork(userId));
    // The page before this one may have stored work while it closed.
    read();
    return onKeptForDatasets(read);
  }, [userId]);
  return typed;
}

export function forgetTyped(userId: string, typed: TypedForDataset): void {
  const { datasetId } = typed;
  if (typed.kind === "rule") forgetRule(userId, datasetId, typed.rule.query);
  else (typed.kind === "bulk" ? keepBulk : keepForms)(userId, datasetId, null);
}

/** Removes a user's unsaved work for a dataset that no longer exists. */
export function forgetTypedFor(userId: string, datasetId: string): void {
  forgetRule(userId, datasetId);
  for (const keep of [keepForms, keepBulk]) keep(userId, datasetId, null);
}

/** The work as text for users: one line per form, rule, or question of a bulk form. */
export function textsOfTyped(typed: TypedForDataset): readonly string[] {
  if (typed.kind === "settings") return typed.texts;
  if (typed.kind === "bulk") return textsOfBulk(typed.answers);
  const { query, labels, description } = typed.rule;
  return [[query, ...labels, description].filter((text) => text !== "").join(" · ")];
}
