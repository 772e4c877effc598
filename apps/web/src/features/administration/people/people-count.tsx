import type { Person } from "@postil/domain/accounts/people";
import { t } from "i18next";
import type { WeekAnswers } from "../answers-cell.tsx";
import { isNarrowed, type PeopleCriteria } from "./people-criteria.ts";

type PeopleCountProps = {
  people: readonly Person[] | null;
  shown: number;
  criteria: PeopleCriteria;
  answers: WeekAnswers;
  /** the one workspace of an admin */
  only: string | null;
  ask: string | null;
};

/** "13 people, 3,002 answers this week", narrowed "7 of 13 people"; an admin is told whom to ask. */
export function PeopleCount({ people, shown, criteria, answers, only, ask }: PeopleCountProps) {
  if (people === null) return null;
  const all = t("people.count", { count: people.length });
  if (isNarrowed(criteria)) return t("people.countSome", { shown, people: all });
  if (ask !== null)
    return `${t("people.countIn", { people: all, workspaces: only ?? t("people.countWorkspaces") })} ${t("people.ask", { name: ask })}`;
  if (answers === null || answers === "failed") return all;
  const count = [...answers.values()].reduce((sum, one) => sum + one, 0);
  return t("people.countAnswers", { people: all, count });
}
