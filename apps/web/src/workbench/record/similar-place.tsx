import { scorePercent } from "@postil/domain/records/suggestion-score";
import type { Similarity } from "@postil/domain/search/record-criteria";
import { t } from "i18next";
import { ScoreRing } from "../../ui/progress-bar.tsx";
import { VisuallyHidden } from "../../ui/screen-reader.tsx";

export type SimilarPlaceProps = {
  /** from 1 */
  position: number;
  order: Similarity["order"];
  /** number of records found */
  total: number;
  score: number | null;
};

/** "7 of 50 most similar" and the score of this record, in the head of the record (design/annotation.md#position). */
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

/** The similarity score of a record: a ring and "91.4 %". Empty for a record without a score, or with a negative one. */
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
