import type { Question } from "@postil/domain/datasets/question";
import { t } from "i18next";
import { Eye, EyeOff } from "lucide-react";
import { type Ref, useDeferredValue, useEffect, useRef } from "react";
import "../../../lib/i18n/en/text-writing.ts";
import { cx } from "../../../ui/cx.ts";
import { GrowingText } from "../../../ui/growing-text.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Markdown } from "../../../ui/markdown/markdown.tsx";

type TextEditorProps = {
  ref: Ref<HTMLTextAreaElement>;
  question: Question;
  text: string;
  className: string;
  /** counts words and characters meanwhile */
  writing: boolean;
  /** of markdown, whether it is shown rendered under the box while one writes; null for a text without */
  preview: Preview | null;
  onText: (text: string) => void;
  onFocus: () => void;
};

type Preview = { readonly on: boolean; readonly onToggle: () => void };

/** The text of an answer, with what is told of it while one writes. */
export function TextEditor(props: TextEditorProps) {
  const { ref, question, text, className, writing, preview, onText, onFocus } = props;
  return (
    <>
      <div className="relative">
        <GrowingText
          ref={ref}
          label={question.title}
          aria-required={question.required}
          value={text}
          onText={onText}
          onFocus={onFocus}
          // With what is told below it, above the bar.
          className={cx(className, "scroll-mb-12", preview !== null && "pr-9 max-md:pr-12")}
        />
        {writing && preview !== null && <PreviewToggle {...preview} />}
        {writing && <TextCount text={text} />}
      </div>
      {writing && preview?.on && <TextPreview text={text} />}
    </>
  );
}

function PreviewToggle({ on, onToggle }: Preview) {
  return (
    <IconButton
      icon={on ? EyeOff : Eye}
      label={t(on ? "textWriting.hidePreview" : "textWriting.showPreview")}
      size="tiny"
      // A press leaves the focus, and with it the cursor, in the text.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onToggle}
      className="absolute top-1.5 right-1.5 max-md:top-0 max-md:right-0 max-md:size-11"
    />
  );
}

/** The text as it will be read, below the line that counts it. */
function TextPreview({ text }: { text: string }) {
  // Rendering may come a little later than the letters.
  const source = useDeferredValue(text);
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    box.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <section
      ref={box}
      aria-label={t("textWriting.preview")}
      className="mt-7 scroll-mb-3 max-h-[40vh] overflow-auto rounded-control bg-sunken px-3 py-[7px] text-[15px]/6"
    >
      <Markdown headingsFrom={4} text={source} />
    </section>
  );
}

/** Words and characters while one writes, in the gap under the box, so that nothing moves. */
function TextCount({ text }: { text: string }) {
  // Long texts take longer to count than to type in; the count may come a little later.
  const counted = useDeferredValue(text);
  const words = counted.split(/\s+/u).filter(Boolean).length;
  return (
    <p aria-hidden="true" className="absolute top-full right-0 text-small text-soft tabular-nums">
      {t("textWriting.words", { count: words })}, {t("textWriting.characters", { count: [...counted].length })}
    </p>
  );
}
