import { textDirection } from "@postil/domain/text/text-direction";
import { type DiffPiece, wordDiff } from "@postil/domain/text/word-diff";
import { t } from "i18next";
import { useMemo } from "react";
import "../lib/i18n/en/text-writing.ts";
import { VisuallyHidden } from "./visually-hidden.tsx";

type TextChangesProps = { suggested: string; text: string; className: string };

/**
 * A person's changes to a suggested text: removed words are crossed out, added words are in ink and underlined
 * (design/questions.md#text).
 */
export function TextChanges({ suggested, text, className }: TextChangesProps) {
  const pieces = useMemo(() => wordDiff(suggested, text), [suggested, text]);
  return (
    <div dir={textDirection(text || suggested)} className={`whitespace-pre-wrap [overflow-wrap:anywhere] ${className}`}>
      {pieces.map((piece, at) => (
        // The list is rebuilt with every change, and its pieces have no state.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Piece key={at} piece={piece} />
      ))}
    </div>
  );
}

function Piece({ piece: { kind, text } }: { piece: DiffPiece }) {
  if (kind === "same")
    return (
      <span translate="no" className="text-soft">
        {text}
      </span>
    );
  if (kind === "removed") {
    return (
      <del className="text-suggestion line-through decoration-1">
        <VisuallyHidden>{t("textWriting.removed")}</VisuallyHidden>
        {text}
      </del>
    );
  }
  return (
    <ins className="font-strong underline decoration-1 underline-offset-[3px]">
      <VisuallyHidden>{t("textWriting.added")}</VisuallyHidden>
      {text}
    </ins>
  );
}
