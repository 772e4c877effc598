import type { Ref } from "react";
import { useTranslation } from "react-i18next";
import { SearchInput } from "../../../ui/search-input.tsx";
import { VisuallyHidden } from "../../../ui/visually-hidden.tsx";
import type { QuestionProps } from "./question-control.ts";

type LabelCountProps = Pick<QuestionProps, "question" | "disabled" | "onAction"> & { count: number };

/** "3 selected" and the way to none. */
export function LabelCount({ question, count, disabled, onAction }: LabelCountProps) {
  const { t } = useTranslation();
  if (count === 0) return null;
  return (
    <>
      <span className="whitespace-nowrap text-small/6 text-soft tabular-nums">
        {t("questions.labels.selected", { count })}
      </span>
      {!disabled && (
        <button
          type="button"
          className="text-accent leading-6 underline-offset-[3px] hover:underline"
          onClick={() => onAction({ type: "clearQuestion", question: question.name })}
        >
          {t("common.clear")}
        </button>
      )}
    </>
  );
}

type LabelSearchProps = {
  ref: Ref<HTMLInputElement>;
  query: string;
  onQuery: (query: string) => void;
  onEnter: () => void;
  onEscape: () => void;
  found: number;
};

/** Finds among all labels, hidden ones too; Enter takes the first (FAN-23, FAN-29). */
export function LabelSearch({ ref, query, onQuery, onEnter, onEscape, found }: LabelSearchProps) {
  const { t } = useTranslation();
  return (
    <>
      <SearchInput
        ref={ref}
        size="compact"
        label={t("questions.labels.find")}
        placeholder={t("questions.labels.find")}
        keys="/"
        value={query}
        onChange={onQuery}
        onEnter={(event) => {
          event.preventDefault();
          onEnter();
        }}
        onEscape={onEscape}
        className="-mt-0.5 ml-auto min-w-35 flex-[0_100000_176px] max-md:mt-0 max-md:basis-full"
      />
      <VisuallyHidden>
        <span role="status">{query.trim() !== "" && t("questions.labels.found", { count: found })}</span>
      </VisuallyHidden>
    </>
  );
}
