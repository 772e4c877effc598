import { annotatedClasses, type ShownTextRecord } from "@postil/domain/tasks/shown-record";
import { t } from "i18next";
import { VisuallyHidden } from "../../../ui/visually-hidden.tsx";
import { AgreementMark } from "./agreement-mark.tsx";

/** In the margin of a row that is only read: what people say of the record, and whether that was predicted (TAN-04). */
export function AnnotatedAs({ record }: { record: ShownTextRecord }) {
  const { answer, answerOrigin } = record;
  if (answerOrigin !== "annotation" && answerOrigin !== "edit") return null;
  const labels = annotatedClasses(answer);
  return (
    <>
      <p className="font-strong wrap-anywhere text-ink">
        <VisuallyHidden>{t("classification.annotatedAs")}</VisuallyHidden>
        <bdi translate="no">{labels.length > 0 ? labels.join(", ") : t("classification.nothing")}</bdi>
      </p>
      <AgreementMark record={record} />
    </>
  );
}
