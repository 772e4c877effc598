import type { Similarity } from "@postil/domain/search/record-criteria";
import { t } from "i18next";
import { SimilarityScore } from "./similarity-score.tsx";

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
