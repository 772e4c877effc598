import { t } from "i18next";
import "../../lib/i18n/en/administration.ts";
import { LOCALE } from "../../lib/i18n/locale.ts";
import { SkeletonBar } from "../../ui/skeleton.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";

/** The answers of the last seven days, by id; null while they load, "failed" if counting failed. */
export type WeekAnswers = ReadonlyMap<string, number> | "failed" | null;

const NONE: ReadonlyMap<string, number> = new Map();

/** The answers known so far, for sorting a list. */
export const countedAnswers = (answers: WeekAnswers): ReadonlyMap<string, number> =>
  answers === null || answers === "failed" ? NONE : answers;

/** The number of answers for one id; an id without answers has no entry and counts as 0. */
export function AnswersCell({ answers, id }: { answers: WeekAnswers; id: string }) {
  if (answers === "failed")
    return (
      <>
        <span aria-hidden="true">–</span>
        <VisuallyHidden>{t("administration.notCounted")}</VisuallyHidden>
      </>
    );
  if (answers === null)
    return (
      <span className="inline-block">
        <SkeletonBar width={32} />
      </span>
    );
  return (answers.get(id) ?? 0).toLocaleString(LOCALE);
}
