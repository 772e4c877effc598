import { fullName } from "@postil/domain/accounts/full-name";
import type { Person } from "@postil/domain/accounts/people";
import { opensByProvider } from "@postil/domain/accounts/policies";
import { type ComponentType, memo, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { shortDate, toMilliseconds } from "../../../lib/i18n/times.ts";
import { cx } from "../../../ui/cx.ts";
import { AnswersCell, type WeekAnswers } from "../answers-cell.tsx";
import { rowMark } from "../use-row-focus.ts";
import { CELLS, type Column, ROW } from "./columns.ts";
import { LastSeenCell } from "./last-seen-cell.tsx";

/** What all rows are drawn with. */
export type RowContext = {
  /** the reader */
  readonly ownId: string;
  /** ms; what "ago" counts from */
  readonly now: number;
  readonly answers: WeekAnswers;
  /** of an admin of one workspace alone */
  readonly workspaceName: string | null;
  /** what can be done with a person */
  readonly actions: (person: Person) => ReactNode;
};

type CellProps = { person: Person; context: RowContext };
type RowProps = CellProps & {
  columns: readonly Column[];
  /** its place among all rows, from 2, when only those in view are drawn */
  index?: number | undefined;
};

const CONTENTS: { readonly [Name in Column]: ComponentType<CellProps> } = {
  name: Name,
  username: ({ person }) => person.username,
  role: Role,
  workspaces: Workspaces,
  since: Since,
  lastSeen: ({ person, context }) => <LastSeenCell person={person} now={context.now} />,
  answers: Answers,
  actions: ({ person, context }) => context.actions(person),
};

export const PersonRow = memo(function PersonRow({ person, columns, context, index }: RowProps) {
  return (
    <tr
      aria-rowindex={index}
      {...rowMark(person.id)}
      className={cx(
        "group has-[[aria-expanded=true]]:bg-hover hover:bg-hover focus-within:bg-hover",
        ROW,
        person.state !== "active" && "text-soft",
      )}
    >
      {columns.map((column) => {
        const Cell = CONTENTS[column];
        return (
          <td key={column} className={CELLS[column]}>
            <Cell person={person} context={context} />
          </td>
        );
      })}
    </tr>
  );
});

function Name({ person, context }: CellProps) {
  const { t } = useTranslation();
  return (
    <>
      <span className={person.state === "active" ? "font-strong" : ""}>{fullName(person)}</span>
      {person.id === context.ownId && <span className="text-soft"> {t("people.you")}</span>}
      {person.provider !== null && opensByProvider(person) && (
        <span className="text-soft"> {t("people.by", { provider: person.provider })}</span>
      )}
    </>
  );
}

function Role({ person }: CellProps) {
  const { t } = useTranslation();
  return t(`common.role.${person.role}`);
}

function Workspaces({ person }: CellProps) {
  const { t } = useTranslation();
  if (person.role === "owner") return <span className="text-soft">{t("people.everywhere")}</span>;
  const names = person.workspaces.map(({ name }) => name);
  return (
    <span className="flex gap-1 overflow-hidden" title={names.join(", ")}>
      {names.map((name) => (
        <span key={name} className="rounded-key border border-line px-2 text-small text-soft">
          {name}
        </span>
      ))}
    </span>
  );
}

function Since({ person, context }: CellProps) {
  const since = person.workspaces[0]?.since;
  return since === undefined ? null : shortDate(toMilliseconds(since), context.now);
}

/** Who has not come in yet cannot have answered. */
function Answers({ person, context }: CellProps) {
  return person.state === "invited" ? null : <AnswersCell answers={context.answers} id={person.id} />;
}
