import type { TypedForDataset } from "@postil/domain/outbox/work-file";
import { useState } from "react";
import { datasetsWithKeptForms, keepForms, keptForms, textsOf } from "../../../lib/kept-work/kept-forms.ts";
import { datasetsWithKeptRule, keepRule, keptRule } from "../../../lib/kept-work/kept-rule.ts";

/** What somebody typed for datasets and has not saved, as it was when the page was opened; and the way to let go of it. */
export function useTyped(userId: string): readonly [readonly TypedForDataset[], (of: TypedForDataset) => void] {
  const [typed, setTyped] = useState(() => typedBy(userId));
  const forget = ({ kind, datasetId }: TypedForDataset) => {
    if (kind === "rule") keepRule(userId, datasetId, null);
    else keepForms(userId, datasetId, null);
    setTyped(typedBy(userId));
  };
  return [typed, forget];
}

const typedBy = (userId: string): readonly TypedForDataset[] => [...typedSettings(userId), ...typedRules(userId)];

const typedSettings = (userId: string) =>
  datasetsWithKeptForms(userId)
    .map((datasetId) => ({ kind: "settings" as const, datasetId, texts: textsOf(keptForms(userId, datasetId) ?? {}) }))
    .filter(({ texts }) => texts.length > 0);

const typedRules = (userId: string) =>
  datasetsWithKeptRule(userId).flatMap((datasetId) => {
    const rule = keptRule(userId, datasetId);
    return rule === null ? [] : [{ kind: "rule" as const, datasetId, rule }];
  });
