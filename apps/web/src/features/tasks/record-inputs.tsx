import type { TextRecord } from "@postil/domain/tasks/shown-record";
import { keywordParts, type TextPart } from "@postil/domain/text/keyword-parts";
import { textDirection } from "@postil/domain/text/text-direction";
import { memo, type ReactNode, useMemo } from "react";
import { FoldedText } from "./folded-text.tsx";

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

type RecordTextProps = {
  text: string;
  /** what a search found in it (TSE-25) */
  keywords?: readonly string[];
  /** on its first line: what the text is */
  head?: ReactNode;
};

const NONE: readonly string[] = [];

/** A text of a record as it was sent: line breaks kept, nothing of it is markup; what was looked for is marked. */
export const RecordText = memo(function RecordText({ text, keywords = NONE, head }: RecordTextProps) {
  const parts = useMemo(() => keywordParts(text, keywords), [text, keywords]);
  return (
    <p translate="no" dir={textDirection(text)} className="font-record text-record whitespace-pre-wrap wrap-anywhere">
      {head}
      {parts.map(shownPart)}
    </p>
  );
});

const shownPart = ({ text, found }: TextPart, at: number) =>
  found ? (
    // The parts of a text hold nothing, and are made anew with it.
    <mark translate="no" key={at} className="rounded-key bg-match text-current">
      {text}
    </mark>
  ) : (
    text
  );
