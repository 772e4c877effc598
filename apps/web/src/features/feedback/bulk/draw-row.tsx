import type { FeedbackRecord } from "@postil/domain/records/record";
import type { DrawRow } from "../../../workbench/bulk/row-drawing.ts";
import { RecordMenu } from "../../../workbench/record/record-menu.tsx";
import type { DatasetParts } from "../page/dataset-parts.ts";
import { recordAsText } from "../record/shown-fields.ts";
import { RowSuggestions } from "./row-suggestions.tsx";
import { isOneLine, RowText } from "./row-text.tsx";

/** The records of a feedback dataset in the rows of the list. */
export function rowsOf(parts: DatasetParts, linkTo: (recordId: string) => string): DrawRow<FeedbackRecord> {
  const { fields, questions, properties } = parts;
  return (record, fixed) => ({
    oneLine: isOneLine(fields, record),
    text: <RowText record={record} fields={fields} fixed={fixed} />,
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
