import type { WorkspaceSummary } from "@postil/domain/accounts/workspace-overview";
import { LOCALE } from "../../../lib/i18n/locale.ts";
import { byText } from "../by-text.ts";
import type { SortedColumn, WorkspacesCriteria } from "./workspaces-criteria.ts";

type Answers = ReadonlyMap<string, number>;

const VALUE: {
  readonly [C in Exclude<SortedColumn, "name">]: (workspace: WorkspaceSummary, answers: Answers) => number;
} = {
  members: ({ members }) => members,
  datasets: ({ datasets }) => datasets,
  records: ({ records }) => records,
  answers: ({ id }, answers) => answers.get(id) ?? 0,
  created: ({ insertedAt }) => insertedAt,
  lastActivity: ({ lastActivityAt }) => lastActivityAt ?? 0,
};

/** Those whose name is so, in an order; equal ones by name. */
export function findWorkspaces(
  workspaces: readonly WorkspaceSummary[],
  { search, sort: { column, descending } }: WorkspacesCriteria,
  answers: Answers,
): readonly WorkspaceSummary[] {
  const wanted = search.trim().toLocaleLowerCase(LOCALE);
  const turn = descending ? -1 : 1;
  const compare = (one: WorkspaceSummary, other: WorkspaceSummary): number => {
    if (column === "name") return turn * byText(one.name, other.name);
    const value = VALUE[column];
    return turn * (value(one, answers) - value(other, answers)) || byText(one.name, other.name);
  };
  return workspaces.filter(({ name }) => name.includes(wanted)).toSorted(compare);
}
