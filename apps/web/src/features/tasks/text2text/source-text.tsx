import type { ShownText2TextRecord } from "@postil/domain/tasks/shown-record";
import { t } from "i18next";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { FoldedText } from "../folded-text.tsx";
import { RecordText } from "../record-text.tsx";

/** The text that another one is written from, with the way to copy it. */
export function SourceText({ record }: { record: ShownText2TextRecord }) {
  return (
    <div className="group relative">
      <FoldedText keywords={record.searchKeywords}>
        <RecordText text={record.text} keywords={record.searchKeywords} />
      </FoldedText>
      <CopyButton
        text={record.text}
        what={t("text2text.source")}
        onHover
        className="absolute -top-1 left-full ml-1 max-md:right-0 max-md:left-auto"
      />
    </div>
  );
}
