import { scorePercent } from "@postil/domain/answers/suggestion-score";
import { t } from "i18next";
import { ScoreRing } from "../../ui/score-ring.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";

/** How similar a record is: a ring and "91.4 %". Nothing for a record that was not compared, or for a negative score. */
export function SimilarityScore({ score }: { score: number | null }) {
  const percent = score === null ? undefined : scorePercent(score);
  if (percent === undefined) return null;
  return (
    <span
      title={t("similarity.score")}
      className="inline-flex flex-none items-center gap-1.5 whitespace-nowrap text-ink tabular-nums"
    >
      <ScoreRing percent={percent} />
      <VisuallyHidden>{t("similarity.score")} </VisuallyHidden>
      {t("questions.percent", { value: percent })}
    </span>
  );
}
