import { indexLabels, searchLabels } from "@postil/domain/answers/label-search";
import { pickKeyOf } from "@postil/domain/tasks/labels";
import { t } from "i18next";
import { useMemo, useState } from "react";
import { useCommands } from "../../../lib/commands/commands-provider.tsx";
import { useTakenLetters } from "../../../lib/commands/keys-here.ts";
import { useLatest } from "../../../lib/use-latest.ts";
import { type RuleLabel, useRulesMode } from "./rules-mode.ts";

/** So many labels stand there before one asks for more, and have digits for keys; a chosen one stands there always. */
const FEW = 10;
/** More are found by their names alone. */
const MOST = 200;
/** The keys of the sample's marks; labels that have them otherwise have none meanwhile. */
const MARK_KEYS = ["Y", "N"];

/** The labels that a rule may give, those that are shown of them, and how one is chosen: by pointer, key or name. */
export function useRuleLabels() {
  const mode = useRulesMode();
  const { active, place } = mode;
  const chosen = active?.labels ?? NONE;
  const offered = useOffered(mode.labels, chosen);
  const [all, setAll] = useState(false);
  const [sought, setSought] = useState("");
  const found = useFound(offered, sought);
  const pick = useLatest((text: string) => mode.toggleLabel(text));
  const isChosen = ({ text }: RuleLabel) => chosen.includes(text);
  const most = all || sought !== "" ? MOST : FEW;
  const shown = found.filter((label, at) => at < most || isChosen(label));
  const keysOf = (label: RuleLabel) => {
    if (label.shortcut === null) return null;
    const keys = pickKeyOf(label.shortcut, shown.includes(label));
    return place === "sample" && MARK_KEYS.includes(keys ?? "") ? null : keys;
  };
  useLabelKeys(offered, keysOf, active === null ? null : pick);
  const first = sought === "" ? undefined : found[0];
  const takeFirst = () => {
    if (first === undefined) return;
    pick(first.text);
    setSought("");
  };
  return {
    ...{ shown, isChosen, keysOf, pick, sought, setSought, first, takeFirst, all },
    isMany: offered.length > FEW,
    hidden: offered.length - shown.length,
    toggleAll: () => setAll(!all),
  };
}

const NONE: readonly string[] = [];

/** Those of the dataset; a stored rule may have others, which can be seen and given up. */
function useOffered(labels: readonly RuleLabel[], chosen: readonly string[]): readonly RuleLabel[] {
  return useMemo(() => {
    const known = new Set(labels.map(({ text }) => text));
    const strangers = chosen.filter((text) => !known.has(text));
    return strangers.length === 0 ? labels : [...labels, ...strangers.map((text) => ({ text, shortcut: null }))];
  }, [labels, chosen]);
}

function useFound(labels: readonly RuleLabel[], sought: string): readonly RuleLabel[] {
  const index = useMemo(
    () => indexLabels(labels.map(({ text }) => ({ value: text, text, description: null }))),
    [labels],
  );
  return useMemo(() => {
    const byText = new Map(labels.map((label) => [label.text, label]));
    return searchLabels(index, sought).flatMap(({ value }) => byText.get(value) ?? []);
  }, [index, labels, sought]);
}

function useLabelKeys(
  labels: readonly RuleLabel[],
  keysOf: (label: RuleLabel) => string | null,
  pick: ((text: string) => void) | null,
): void {
  const picks = labels.flatMap((label) => {
    const keys = keysOf(label);
    return keys === null ? [] : [{ keys, text: label.text }];
  });
  useTakenLetters(picks.map(({ keys }) => keys));
  useCommands(
    picks.map(({ keys, text }) => ({
      id: `rule.label.${text}`,
      label: t("taskRules.label", { label: text }),
      shortcuts: [{ keys, alone: true }],
      mayRun: () => pick !== null,
      run: () => pick?.(text),
    })),
  );
}
