import type { TypedForDataset } from "@postil/domain/outbox/work-file";
import { datasetsWithKeptBulk, keepBulk, keptBulk, textsOfBulk } from "./kept-bulk.ts";
import { datasetsWithKeptForms, keepForms, keptForms, textsOf } from "./kept-forms.ts";
import { datasetsWithKeptRule, forgetRule, keptRules } from "./kept-rule.ts";

/** Unsaved work in this browser that a user typed for whole datasets. */
export const typedWork = (userId: string): readonly TypedForDataset[] => [
  ...typedSettings(userId),
  ...typedRules(userId),
  ...typedBulk(userId),
];

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

const typedSettings = (userId: string) =>
  datasetsWithKeptForms(userId)
    .map((datasetId) => ({ kind: "settings" as const, datasetId, texts: textsOf(keptForms(userId, datasetId) ?? {}) }))
    .filter(({ texts }) => texts.length > 0);

const typedRules = (userId: string) =>
  datasetsWithKeptRule(userId).flatMap((datasetId) =>
    keptRules(userId, datasetId).map(({ from: _from, ...rule }) => ({ kind: "rule" as const, datasetId, rule })),
  );

const typedBulk = (userId: string) =>
  datasetsWithKeptBulk(userId).flatMap((datasetId) => {
    const form = keptBulk(userId, datasetId);
    if (form === null) return [];
    const { answers, chosen, allMatches, address } = form;
    return [{ kind: "bulk" as const, datasetId, answers, chosen, allMatches, address }];
  });
