import type { TextRecord } from "@postil/domain/tasks/shown-record";
import { memo } from "react";
import { FoldedText } from "./folded-text.tsx";
import { RecordText } from "./record-text.tsx";

type RecordInputsProps = {
  record: TextRecord;
  /** what of it is marked; else what the search found */
  keywords?: readonly string[];
};

/** What a record of text classification says: one input as it is, several under their names. */
export const RecordInputs = memo(function RecordInputs({ record, keywords }: RecordInputsProps) {
  const inputs = Object.entries(record.inputs);
  const found = keywords ?? record.searchKeywords;
  return (
    <FoldedText keywords={found}>
      <div className="grid gap-2">
        {inputs.map(([name, text]) => (
          <RecordText
            key={name}
            text={typeof text === "string" ? text : text.join("\n")}
            keywords={found}
            head={inputs.length > 1 && <span className="font-ui text-small text-soft">{name}: </span>}
          />
        ))}
      </div>
    </FoldedText>
  );
});
