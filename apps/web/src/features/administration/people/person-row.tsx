import { fullName } from "@postil/domain/accounts/full-name";
import type { Person } from "@postil/domain/accounts/people";
import { opensByProvider } from "@postil/domain/accounts/policies";
import { type TFunction, t } from "i18next";
import { type ComponentType, memo, type ReactNode } from "react";
import { shortDate, toMilliseconds } from "../../../lib/i18n/times.ts";
import { cx } from "../../../ui/cx.ts";
import { rowMark } from "../../../ui/use-row-focus.ts";
import { AnswersCell, type WeekAnswers } from "../answers-cell.tsx";
import { CELLS, type Column, ROW, UNDER_NAME } from "./columns.ts";
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
  return (
    <>
      <bdi translate="no" className={person.state === "active" ? "font-strong" : ""}>
        {fullName(person)}
      </bdi>
      {person.id === context.ownId && <span className="text-soft"> {t("people.you")}</span>}
      {person.provider !== null && opensByProvider(person) && (
        <span className="text-soft"> {t("people.by", { provider: person.provider })}</span>
      )}
      <UnderName person={person} context={context} />
    </>
  );
}

function UnderName({ person, context }: CellProps) {
  const text = [person.username, ...placesOf(person, context, t)].join(" · ");
  return (
    <span className={UNDER_NAME} title={text}>
      {text}
    </span>
  );
}

/** The workspaces as words; an admin of one knows which it is. */
function placesOf({ role, workspaces }: Person, { workspaceName }: RowContext, t: TFunction): readonly string[] {
  if (workspaceName !== null) return [];
  if (role === "owner") return [t("people.allWorkspaces")];
  return workspaces.length === 0 ? [] : [workspaces.map(({ name }) => name).join(", ")];
}

function Role({ person }: CellProps) {
  return t(`common.role.${person.role}`);
}

/** So many badges have room; of more, one less and how many others. */
const BADGES = 3;

function Workspaces({ person }: CellProps) {
  if (person.role === "owner")
    return (
      <span className="text-soft">
        <span className="max-[640px]:hidden">{t("people.everywhere")}</span>
        <span className="min-[641px]:hidden">{t("people.allWorkspaces")}</span>
      </span>
    );
  const names = person.workspaces.map(({ name }) => name);
  const shown = names.length <= BADGES ? names : names.slice(0, BADGES - 1);
  return (
    <span className="flex items-center gap-1 overflow-hidden" title={names.join(", ")}>
      {shown.map((name) => (
        <span
          translate="no"
          key={name}
          className="min-w-0 truncate rounded-key border border-line px-2 text-small text-soft"
        >
          {name}
        </span>
      ))}
      {shown.length < names.length && (
        <span className="flex-none text-small text-soft">
          {t("people.more", { count: names.length - shown.length })}
        </span>
      )}
    </span>
  );
}

function Since({ person, context }: CellProps) {
  const since = person.workspaces[0]?.since;
  return since === undefined ? null : shortDate(toMilliseconds(since), context.now);
}

/** Who has not come in yet cannot have answered. */
function Answers({ person, context }: CellProps) {
  return person.state === "invited" ? null : (
    <>
      <AnswersCell answers={context.answers} id={person.id} />
      <span className="min-[641px]:hidden"> {t("people.onCard")}</span>
    </>
  );
}
