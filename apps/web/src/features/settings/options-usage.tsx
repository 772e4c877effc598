import type { Question, QuestionSettings } from "@postil/domain/datasets/question";
import { useQuery } from "@tanstack/react-query";
import { t } from "i18next";
import { questionUsageQuery } from "../../lib/api/queries/settings.ts";
import { InlineError } from "../../ui/inline-error.tsx";
import { OptionCount } from "./option-count.tsx";

type OptionsUsageProps = {
  question: Question;
  settings: Extract<QuestionSettings, { readonly type: "rating" | "ranking" }>;
};

/** The options of a question whose options never change, with the number of answers that use them. */
export function OptionsUsage({ question, settings }: OptionsUsageProps) {
  const usage = useQuery(questionUsageQuery(question));
  return (
    <>
      <ul className="columns-2 gap-6 pt-0.5 max-md:columns-1">
        {settings.options.map((option) => (
          <li key={option.value} className="flex h-7 break-inside-avoid items-center gap-2">
            <span translate="no" dir="auto" className="truncate">
              {"text" in option ? option.text : option.value}
            </span>
            <OptionCount usage={usage.data} value={option.value} />
          </li>
        ))}
      </ul>
      {usage.isError && (
        <InlineError message={t("datasetSettings.questions.usageFailed")} onRetry={() => void usage.refetch()} />
      )}
    </>
  );
}
