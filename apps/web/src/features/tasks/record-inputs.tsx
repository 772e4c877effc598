import type { TextRecord } from "@postil/domain/tasks/shown-record";
import { keywordParts, type TextPart } from "@postil/domain/text/keyword-parts";
import { textDirection } from "@postil/domain/text/text-direction";
import { memo, type ReactNode, useMemo } from "react";
import { FoldedText } from "./folded-text.tsx";

type RecordInputsProps = {
  record: TextRecord;
  /** the words to mark; by default the words that the search found */
  keywords?: readonly string[];
};

/** The content of a text classification record: one input without a name, or several with their names. */
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
  /** words that a search found in the text (TSE-25) */
  keywords?: readonly string[];
  /** on its first line: the kind of the text */
  head?: ReactNode;
};

const NONE: readonly string[] = [];

/** The text of a record as it was sent: line breaks are kept, markup is plain text, and found words are marked. */
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
    // The parts have no state, and change only with the text.
    <mark translate="no" key={at} className="rounded-key bg-match text-current">
      {text}
    </mark>
  ) : (
    text
  );
