import type { QuotedSpan } from "@postil/domain/answers/quoted-spans";
import { spanKey } from "@postil/domain/spans/span-list";
import { useTranslation } from "react-i18next";
import { cx } from "../../../ui/cx.ts";
import { Star } from "../../../ui/star.tsx";
import { VisuallyHidden } from "../../../ui/visually-hidden.tsx";
import { LOOKS } from "../../../workbench/labels/option-look.ts";

type SpanListProps = {
  spans: readonly QuotedSpan[];
  /** the machine's word, which nobody took yet; else a person's */
  suggested: boolean;
  field: string;
  scoreOf: (span: QuotedSpan) => string | undefined;
};

/** Spans to be read: the words, their label, and what the machine gave them. As many as fit, the others by scrolling. */
export function SpanList({ spans, suggested, field, scoreOf }: SpanListProps) {
  const { t } = useTranslation();
  if (spans.length === 0) return null;
  return (
    <ul
      aria-label={t(suggested ? "questions.span.suggested" : "questions.span.answer", { field })}
      // What scrolls must be reached by the keyboard.
      tabIndex={spans.length > IN_SIGHT ? 0 : undefined}
      className={cx(
        "mb-2 max-h-56 overflow-y-auto rounded-control px-3 py-1",
        LOOKS[suggested ? "suggested" : "chosen"],
      )}
    >
      {spans.map((span) => {
        const score = scoreOf(span);
        return (
          <li key={spanKey(span.span)} className="flex min-h-6 items-baseline gap-2">
            <span dir="auto" className="min-w-0 wrap-anywhere">
              {t("questions.span.quoted", { words: span.words })}
            </span>
            <span className={cx("flex-none text-small", !suggested && "text-soft")}>{span.label}</span>
            {score !== undefined && (
              <span className="ml-auto inline-flex flex-none items-center gap-[3px] text-small text-suggestion tabular-nums">
                <Star size={11} />
                <span aria-hidden="true">{score}</span>
                <VisuallyHidden>{t("questions.suggestion.withScore", { score })}</VisuallyHidden>
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Rows of 24 px in the list's greatest height. */
const IN_SIGHT = 8;
