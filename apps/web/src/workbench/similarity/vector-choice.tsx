import { t } from "i18next";
import type { Choice } from "./choice.ts";
import { ChoiceButton } from "./choice-button.tsx";

type VectorChoiceProps = {
  /** what is compared now, as people call it */
  title: string;
  selected: string;
  choices: readonly Choice<string>[];
  onChoose: (vector: string) => void;
};

/** By which vector records are compared. With one kind there is nothing to choose. */
export function VectorChoice({ title, selected, choices, onChoose }: VectorChoiceProps) {
  if (choices.length < 2)
    return (
      <span translate="no" className="mr-1 truncate text-ink">
        {title}
      </span>
    );
  return (
    <ChoiceButton
      label={t("similaritySearch.bar.vector")}
      name={t("similaritySearch.bar.vectorNow", { vector: title })}
      shrinks
      selected={selected}
      choices={choices}
      onChoose={onChoose}
    >
      {title}
    </ChoiceButton>
  );
}
