import { textDirection } from "@postil/domain/text/text-direction";
import { type DiffPiece, wordDiff } from "@postil/domain/text/word-diff";
import { t } from "i18next";
import { type ComponentProps, type Ref, useImperativeHandle, useLayoutEffect, useMemo, useRef } from "react";
import { cx } from "./cx.ts";
import { VisuallyHidden } from "./screen-reader.tsx";
import "../lib/i18n/en/text-writing.ts";

type GrowingTextProps = Omit<ComponentProps<"textarea">, "ref" | "value" | "onChange"> & {
  ref: Ref<HTMLTextAreaElement>;
  label: string;
  value: string;
  onText: (text: string) => void;
};

/** The browser grows the box itself if it can. Otherwise its height is set after each change. */
const GROWS = typeof CSS !== "undefined" && CSS.supports?.("field-sizing", "content") === true;

/** A plain text box that grows with its text, up to 60 % of the window. Pasted text loses its format, as in every textarea. */
export function GrowingText({ ref, label, value, onText, className, ...rest }: GrowingTextProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle<HTMLTextAreaElement | null, HTMLTextAreaElement | null>(ref, () => area.current);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what changes the height.
  useLayoutEffect(() => {
    if (GROWS || area.current === null) return;
    area.current.style.height = "auto";
    area.current.style.height = `${area.current.scrollHeight + 2}px`;
  }, [value]);
  return (
    <textarea
      ref={area}
      dir={textDirection(value)}
      rows={2}
      aria-label={label}
      value={value}
      onChange={(event) => onText(event.target.value)}
      className={cx(className, "max-h-[60vh] resize-none overflow-auto [field-sizing:content]")}
      {...rest}
    />
  );
}

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
