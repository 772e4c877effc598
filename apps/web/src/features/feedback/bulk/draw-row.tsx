import type { FeedbackRecord } from "@postil/domain/records/record";
import type { OwnResponse } from "@postil/domain/records/record-status";
import type { DrawRow } from "../../../workbench/bulk/bulk-row.tsx";
import { RecordMenu } from "../../../workbench/record/record-menu.tsx";
import type { DatasetParts } from "../page/dataset-parts.ts";
import { isSpanQuestion } from "../questions/question-control.ts";
import { recordAsText } from "../record/shown-fields.ts";
import { RowSpans } from "./row-spans.tsx";
import { RowSuggestions } from "./row-suggestions.tsx";
import { isOneLine, RowText } from "./row-text.tsx";

/** The records of a feedback dataset in the rows of the list. */
export function rowsOf(
  parts: DatasetParts,
  linkTo: (recordId: string) => string,
  responseOf: (recordId: string) => OwnResponse | null,
): DrawRow<FeedbackRecord> {
  const { fields, questions, properties } = parts;
  const asked = questions.filter(isSpanQuestion);
  const textOf = (record: FeedbackRecord, fixed: boolean) => (
    <RowText record={record} fields={fields} fixed={fixed} spans={asked} />
  );
  return (record, fixed) => ({
    oneLine: asked.length === 0 && isOneLine(fields, record),
    text:
      asked.length === 0 ? (
        textOf(record, fixed)
      ) : (
        <RowSpans record={record} response={responseOf(record.id)}>
          {textOf(record, fixed)}
        </RowSpans>
      ),
    suggested: <RowSuggestions record={record} questions={questions} />,
    menu: (
      <RecordMenu
        record={record}
        text={() => recordAsText(fields, record)}
        properties={properties}
        link={() => linkTo(record.id)}
      />
    ),
  });
}
