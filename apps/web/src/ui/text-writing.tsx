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

type TextChangesProps = {
  before: string;
  after: string;
  className?: string;
  /** colour of removed words */
  removed?: string;
};

/**
 * The changes of a text, word by word: removed words are crossed out, added words are in ink and underlined
 * (design/questions.md#text).
 */
export function TextChanges({ before, after, className, removed = "text-suggestion" }: TextChangesProps) {
  const pieces = useMemo(() => wordDiff(before, after), [before, after]);
  return (
    <div dir={textDirection(after || before)} className={cx("whitespace-pre-wrap wrap-anywhere", className)}>
      {pieces.map((piece, at) => (
        // The list is rebuilt with every change, and its pieces have no state.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Piece key={at} piece={piece} removed={removed} />
      ))}
    </div>
  );
}

function Piece({ piece: { kind, text }, removed }: { piece: DiffPiece; removed: string }) {
  if (kind === "same")
    return (
      <span translate="no" className="text-soft">
        {text}
      </span>
    );
  const isRemoved = kind === "removed";
  const Tag = isRemoved ? "del" : "ins";
  return (
    <Tag
      className={
        isRemoved ? `line-through decoration-1 ${removed}` : "font-strong underline decoration-1 underline-offset-[3px]"
      }
    >
      <VisuallyHidden>{t(`textWriting.${kind}`)}</VisuallyHidden>
      <span translate="no">{text}</span>
    </Tag>
  );
}
