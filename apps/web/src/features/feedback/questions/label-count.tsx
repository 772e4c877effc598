import { useTranslation } from "react-i18next";
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
