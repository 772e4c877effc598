import type { ShownText2TextRecord } from "@postil/domain/tasks/shown-record";
import { answerText, sameAsPredicted } from "@postil/domain/tasks/written-text";
import { textDirection } from "@postil/domain/text/text-direction";
import { t } from "i18next";
import { usePercent } from "../../../lib/i18n/use-percent.ts";
import { cx } from "../../../ui/cx.ts";
import { Star } from "../../../ui/star.tsx";
import { VisuallyHidden } from "../../../ui/visually-hidden.tsx";

/** The author of a text: the model, the model with a user's approval, or a user. */
export type TextBy = "machine" | "taken" | "person";

type TargetTextProps = { text: string; by: TextBy; score?: number | undefined };

const RULES: { readonly [By in TextBy]: string } = {
  machine: "before:border-l-2 before:border-suggestion before:border-dotted",
  taken: "before:border-l-[1.5px] before:border-ink",
  person: "before:border-l-[1.5px] before:border-ink",
};

/**
 * The target below its source, behind a line. The line is dotted violet for a model's text, whose own words are in its serif
 * font.
 */
export function TargetText({ text, by, score }: TargetTextProps) {
  const percent = usePercent()(score);
  return (
    <p
      translate="no"
      dir={textDirection(text)}
      className={cx(
        "relative max-w-[612px] ps-4 rtl:ml-auto whitespace-pre-wrap wrap-anywhere before:absolute before:inset-y-0.5 before:start-0",
        RULES[by],
        by === "person" ? "text-[16px]/6" : "font-serif text-[17px]/6 italic",
      )}
    >
      {text}
      {/* A space that stays at the end of its line if the score begins the next line. */}
      {by !== "person" && percent !== undefined && "\u2002"}
      {by !== "person" && percent !== undefined && (
        <span
          dir="ltr"
          className="inline-flex items-center gap-[3px] font-[500] font-ui text-small whitespace-nowrap text-suggestion not-italic tabular-nums"
        >
          <Star size={11} />
          <VisuallyHidden>{t("text2text.predicted", { score: percent })}</VisuallyHidden>
          <span aria-hidden="true">{percent}</span>
        </span>
      )}
    </p>
  );
}

/** The answer of a record, as it would be validated. */
export function AnswerText({ record }: { record: ShownText2TextRecord }) {
  const prediction = sameAsPredicted(record);
  const by = record.answerOrigin === "prediction" ? "machine" : prediction !== null ? "taken" : "person";
  return <TargetText text={answerText(record)} by={by} score={prediction?.score} />;
}
