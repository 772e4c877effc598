import { scorePercent } from "@postil/domain/records/suggestion-score";
import type { Similarity } from "@postil/domain/search/record-criteria";
import { t } from "i18next";
import { ScoreRing } from "../../ui/score-ring.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";

export type SimilarPlaceProps = {
  /** from 1 */
  position: number;
  order: Similarity["order"];
  /** how many were found */
  total: number;
  score: number | null;
};

/** "7 of 50 most similar" and how similar this one is, in the running head of the record (design/annotation.md#position). */
export default function SimilarPlace({ position, order, total, score }: SimilarPlaceProps) {
  return (
    <>
      <b className="flex-none text-ink">{t("similarity.place", { position, total })}</b>
      <span className="min-w-0 truncate max-md:hidden">{t(`similarity.${order}`)}</span>
      {score !== null && <span aria-hidden="true" className="size-[3px] flex-none rounded-full bg-edge" />}
      <SimilarityScore score={score} />
    </>
  );
}

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
