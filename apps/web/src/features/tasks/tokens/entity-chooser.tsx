import { isQuery } from "@postil/domain/answers/label-search";
import type { GlobalLabel } from "@postil/domain/tasks/labels";
import { t } from "i18next";
import { useCallback } from "react";
import { LabelChooser, type LabelRow } from "../../../workbench/spans/label-chooser.tsx";
import { entitiesFound } from "./entity-order.ts";
import type { FirstChoice } from "./first-choice.ts";
import { useScore } from "./use-score.ts";
import { labelOfPress } from "./use-tagging.ts";

/** From so many entities on they can be searched (design: the task pages). */
const SEARCH_FROM = 10;

type EntityChooserProps = {
  words: string;
  labels: readonly GlobalLabel[];
  /** what Space takes */
  first: FirstChoice | null;
  /** what the words are now */
  current: string | null;
  onTake: (label: string) => void;
  /** null: there is nothing to remove */
  onRemove: (() => void) | null;
  onClose: () => void;
};

/** Which entity the selected words are: by key, by arrows, by pointer (TAN-09, TSE-27). */
export function EntityChooser({ words, labels, first, onTake, ...props }: EntityChooserProps) {
  const rowsOf = useRows(labels, first);
  const onKey = (event: KeyboardEvent) => {
    const label = labelOfPress(event, labels);
    if (label !== null) onTake(label);
    return label !== null;
  };
  return (
    <LabelChooser
      {...props}
      label={t("taskTokens.chooser", { words })}
      rowsOf={rowsOf}
      find={labels.length >= SEARCH_FROM ? t("taskTokens.find") : null}
      none={t("taskTokens.notFound")}
      onTake={onTake}
      onKey={onKey}
    />
  );
}

/** What Space takes, which the dataset need not list, and then all that a query finds. */
function useRows(labels: readonly GlobalLabel[], first: FirstChoice | null) {
  const percent = useScore();
  const [taken, score] = [first?.label, first?.score ?? null];
  return useCallback(
    (query: string): readonly LabelRow[] => {
      const found = entitiesFound(labels, query).map(({ text, colorId, shortcut }) => ({
        ...{ value: text, text, color: colorId, keys: shortcut },
      }));
      if (taken === undefined || isQuery(query)) return found;
      const color = labels.find(({ text }) => text === taken)?.colorId ?? 0;
      const row = { value: taken, text: taken, color, keys: "Space", first: true };
      return [{ ...row, score: score === null ? undefined : percent(score) }, ...found];
    },
    [labels, taken, score, percent],
  );
}
