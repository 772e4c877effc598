import { wordCount } from "@postil/domain/text/word-count";
import { t } from "i18next";
import { useDeferredValue } from "react";
import "../../../lib/i18n/en/text-writing.ts";
import { GrowingText } from "../../../ui/growing-text.tsx";
import { KeyCap } from "../../../ui/key-cap.tsx";
import type { useTargetWriting } from "./use-target-writing.ts";

type TargetEditorProps = Pick<ReturnType<typeof useTargetWriting>, "editor" | "text" | "type" | "onKeyDown" | "onBlur">;

/** The only box of the sheet; its keys are named below it. */
export function TargetEditor({ editor, text, type, onKeyDown, onBlur }: TargetEditorProps) {
  // Long texts take longer to count than to type in; the count may come a little later.
  const counted = useDeferredValue(text);
  return (
    <div className="mt-4 max-w-[672px]">
      <GrowingText
        ref={editor}
        label={t("text2text.target")}
        value={text}
        onText={type}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
        className="block min-h-16 w-full rounded-control border border-edge bg-surface px-4 py-[11px] text-[16px]/6"
      />
      <p className="mt-2.5 flex flex-wrap items-center gap-x-3 text-small text-soft">
        <span className="flex items-center gap-1.5 max-md:hidden">
          <KeyCap keys="Shift+Enter" ofText />
          {t("text2text.saves")}
        </span>
        <span className="flex items-center gap-1.5 max-md:hidden">
          <KeyCap keys="Escape" ofText />
          {t("text2text.stops")}
        </span>
        <span className="ml-auto tabular-nums">{t("textWriting.words", { count: wordCount(counted) })}</span>
      </p>
    </div>
  );
}
