import { textOfAnnotation } from "@postil/domain/tasks/annotation-part";
import { storedAs } from "@postil/domain/tasks/record-edit";
import type { ShownTaskRecord } from "@postil/domain/tasks/shown-record";
import { cutText } from "@postil/domain/text/word-diff";
import { t } from "i18next";
import { RecordStatusPill } from "../record-inputs.tsx";

type MeanwhileProps = { record: ShownTaskRecord };

/** A longer annotation is cut here; the history shows all of it. */
const MOST = 500;

/** Shows another user's change of a record before the reader overwrites it (TST-11). Lazily loaded. */
export default function Meanwhile({ record }: MeanwhileProps) {
  const { annotation } = record;
  const said = annotation && textOfAnnotation("text" in record ? record.text : "", annotation);
  return (
    <div
      role="note"
      className="mt-4 flex flex-wrap items-start gap-x-2 border-edited border-l-2 pl-3 text-small leading-6"
    >
      <span className="text-soft">{t("tasks.meanwhile.now")}</span>
      <RecordStatusPill status={storedAs(record).status} />
      <b className="whitespace-pre-line wrap-anywhere">
        <bdi translate="no">{said ? cutText(said, MOST) : t("tasks.meanwhile.nothing")}</bdi>
      </b>
      {annotation !== null && <span className="text-soft">{t("tasks.meanwhile.by", annotation)}</span>}
    </div>
  );
}
