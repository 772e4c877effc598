import type { TypedForDataset } from "@postil/domain/outbox/work-file";
import { datasetsWithKeptForms, keepForms, keptForms, textsOf } from "./kept-forms.ts";
import { datasetsWithKeptRule, keepRule, keptRule } from "./kept-rule.ts";

/** What somebody has typed for datasets as wholes and not saved, in this browser. */
export const typedWork = (userId: string): readonly TypedForDataset[] => [
  ...typedSettings(userId),
  ...typedRules(userId),
];

export function forgetTyped(userId: string, { kind, datasetId }: TypedForDataset): void {
  if (kind === "rule") keepRule(userId, datasetId, null);
  else keepForms(userId, datasetId, null);
}

/** What somebody has typed for a dataset that is no more. */
export function forgetTypedFor(userId: string, datasetId: string): void {
  keepRule(userId, datasetId, null);
  keepForms(userId, datasetId, null);
}

/** What it says, for people: a line for each form or rule. */
export function textsOfTyped(typed: TypedForDataset): readonly string[] {
  if (typed.kind === "settings") return typed.texts;
  const { query, labels, description } = typed.rule;
  return [[query, ...labels, description].filter((text) => text !== "").join(" · ")];
}

const typedSettings = (userId: string) =>
  datasetsWithKeptForms(userId)
    .map((datasetId) => ({ kind: "settings" as const, datasetId, texts: textsOf(keptForms(userId, datasetId) ?? {}) }))
    .filter(({ texts }) => texts.length > 0);

const typedRules = (userId: string) =>
  datasetsWithKeptRule(userId).flatMap((datasetId) => {
    const rule = keptRule(userId, datasetId);
    return rule === null ? [] : [{ kind: "rule" as const, datasetId, rule }];
  });
