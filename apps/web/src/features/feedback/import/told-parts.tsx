import type { WireUnderstanding } from "@postil/contract/datasets/uploads";
import { t } from "i18next";
import { Badge } from "../../../ui/settings/form-rows.tsx";
import { Step } from "./parts.tsx";
import { factsOf } from "./shown-question.ts";

/** An export of Postil says itself what the dataset is: there are no columns, and nothing can be said of its parts. */
export const isSelfDescribing = ({ columns, dataset, fault }: WireUnderstanding): boolean =>
  columns.length === 0 && (dataset !== null || fault === null);

/** The parts of a dataset that comes back as it was exported. */
export function ToldParts({ shown: { dataset } }: { shown: WireUnderstanding }) {
  if (dataset === null) return null;
  return (
    <>
      <Step number={2} title={t("importing.columns.title")} said={t("importing.columns.told")} />
      <Step number={3} title={t("importing.questions.title")} said={t("importing.questions.told")}>
        <ol aria-label={t("importing.questions.title")}>
          {dataset.questions.map((question) => (
            <li key={question.name} className="flex min-h-11 flex-wrap items-center gap-2 border-line border-b py-1.5">
              <bdi translate="no" className="font-strong wrap-anywhere">
                {question.title}
              </bdi>
              <Badge>{t(`importing.questions.type.${question.type}`)}</Badge>
              <span className="text-small text-soft">{factsOf(question, question.options)}</span>
            </li>
          ))}
        </ol>
      </Step>
    </>
  );
}
