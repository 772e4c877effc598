import { keywordParts, type TextPart } from "@postil/domain/text/keyword-parts";
import { textDirection } from "@postil/domain/text/text-direction";
import { memo, type ReactNode, useMemo } from "react";

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
