import type { Question } from "@postil/domain/entities";
import { type Ref, useDeferredValue, useImperativeHandle, useLayoutEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "../../../ui/cx.ts";

type TextEditorProps = {
  ref: Ref<HTMLTextAreaElement>;
  question: Question;
  text: string;
  className: string;
  /** counts words and characters meanwhile */
  writing: boolean;
  onText: (text: string) => void;
  onFocus: () => void;
  onBlur: () => void;
};

/** The browser grows the box by itself where it can; elsewhere its height is set after each change. */
const GROWS = typeof CSS !== "undefined" && CSS.supports?.("field-sizing", "content") === true;

/** A plain text box that grows with its text up to 60 % of the window. What is pasted loses its format, as in every textarea. */
export function TextEditor({ ref, question, text, className, writing, onText, onFocus, onBlur }: TextEditorProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle<HTMLTextAreaElement | null, HTMLTextAreaElement | null>(ref, () => area.current);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what changes the height.
  useLayoutEffect(() => {
    if (GROWS || area.current === null) return;
    area.current.style.height = "auto";
    area.current.style.height = `${area.current.scrollHeight + 2}px`;
  }, [text]);
  return (
    <div className="relative">
      <textarea
        ref={area}
        dir="auto"
        rows={2}
        aria-label={question.title}
        aria-required={question.required}
        value={text}
        onChange={(event) => onText(event.target.value)}
        onFocus={onFocus}
        onBlur={onBlur}
        className={cx(className, "max-h-[60vh] resize-none overflow-auto [field-sizing:content]")}
      />
      {writing && <TextCount text={text} />}
    </div>
  );
}

/** Words and characters while one writes, in the gap under the box, so that nothing moves. */
function TextCount({ text }: { text: string }) {
  const { t } = useTranslation();
  // Long texts take longer to count than to type in; the count may come a little later.
  const counted = useDeferredValue(text);
  const words = counted.split(/\s+/u).filter(Boolean).length;
  return (
    <p aria-hidden="true" className="absolute top-full right-0 text-small text-soft tabular-nums">
      {t("questions.text.words", { count: words })}, {t("questions.text.characters", { count: [...counted].length })}
    </p>
  );
}
