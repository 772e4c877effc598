import type { Person } from "@postil/domain/accounts/people";
import { isOwner, mayGiveRole, opensByProvider } from "@postil/domain/accounts/policies";
import { fullName } from "@postil/domain/accounts/users";
import type { Micros } from "@postil/domain/time";
import { t } from "i18next";
import { Ban, Ellipsis, Mail } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { relativeTime, shortDate, toMilliseconds } from "../../../lib/i18n/times.ts";
import type { SessionUser } from "../../../lib/session/store.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import type { ListColumn } from "../../../ui/list-table.tsx";
import { onDemand } from "../../../ui/on-demand.tsx";
import { Time, useNow } from "../../../ui/time.tsx";
import { AnswersCell, OPEN_TRIGGER, type WeekAnswers } from "../list-parts.tsx";
import type { Opened } from "./people-dialogs.tsx";
import type { SortedColumn } from "./people-list.ts";
import type { PersonAction, PersonMenuProps } from "./person-menu.tsx";

const PersonMenu = onDemand<PersonMenuProps>("menu", () =>
  import("./person-menu.tsx").then((module) => module.PersonMenu),
);

type Column = ListColumn<Person, SortedColumn>;

type ColumnParts = {
  user: SessionUser;
  answers: WeekAnswers;
  /**
   * the name of the workspace for an admin of only one: the rows then show since when a user is a member instead of the name
   */
  workspaceName: string | null;
  open: (opened: Opened) => void;
  setOut: (person: Person, out: boolean) => Promise<void>;
  /** ends a user's link */
  withdraw: (person: Person) => Promise<void>;
  onAudit: (person: Person) => void;
  /** downloads all that is kept about a user */
  saveData: (person: Person) => void;
};

/** px widths for eight skeleton rows */
export const NAMES = [128, 96, 112, 152, 104, 120, 108, 136];
const TEXT = "overflow-hidden whitespace-nowrap text-ellipsis pr-3";
const CARD_LINE = "max-[640px]:col-span-2";

/**
 * Narrow windows hide the least needed columns first. Up to 1280 px, username and workspaces are below the name: as columns,
 * names would be cut beside empty space. Below 640 px a row is a card: name, username, role beside the workspaces, last seen
 * beside the answers, and the actions. The columns stay the same object while nothing in them changes, so that rows do not
 * render again.
 */
export function usePeopleColumns(parts: ColumnParts): readonly Column[] {
  const { user, answers, workspaceName } = parts;
  const now = useNow();
  const owner = isOwner(user);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is done is the same whichever drawing it is from
  return useMemo(() => {
    const sorted = (name: SortedColumn, width: string, cell: string): Omit<Column, "draw"> => {
      const title = t(`people.column.${name}`);
      return { name, title, sorted: name, head: width, cell: `${width} ${cell}` };
    };
    const workspaces = "max-[1280px]:hidden max-[640px]:block max-[640px]:w-auto";
    const since = "max-[1280px]:w-32 max-[1080px]:hidden max-[640px]:hidden";
    const actions = owner ? "w-24 max-[640px]:w-auto" : "w-32 max-[640px]:w-auto";
    return [
      {
        ...sorted("name", "w-60 max-[1340px]:w-46 max-[1280px]:w-auto", `${TEXT} ${CARD_LINE} max-[640px]:order-1`),
        skeletonWidth: NAMES,
        draw: (person) => <Name person={person} isSelf={person.id === user.id} withPlaces={workspaceName === null} />,
      },
      {
        ...sorted(
          "username",
          "w-42 max-[1280px]:hidden max-[640px]:block max-[640px]:w-auto",
          `${TEXT} ${CARD_LINE} text-soft max-[640px]:order-3`,
        ),
        skeletonWidth: 104,
        draw: ({ username }) => <span translate="no">{username}</span>,
      },
      {
        ...sorted(
          "role",
          "w-26 max-[640px]:w-auto",
          `${TEXT} max-[640px]:order-4 max-[640px]:self-center max-[640px]:pr-0`,
        ),
        skeletonWidth: 64,
        draw: ({ role }) => t(`common.role.${role}`),
      },
      workspaceName === null
        ? {
            ...{ name: "workspaces", title: t("people.column.workspaces"), head: workspaces, skeletonWidth: 144 },
            cell: `${workspaces} ${TEXT} max-[640px]:order-5`,
            draw: (person) => <Workspaces person={person} />,
          }
        : {
            ...{
              name: "since",
              title: t("people.column.since", { workspace: workspaceName }),
              head: since,
              skeletonWidth: 48,
            },
            cell: `${since} ${TEXT} text-soft`,
            draw: ({ workspaces: [first] }) => first && shortDate(toMilliseconds(first.since), now),
          },
      {
        ...sorted("lastSeen", "w-50 max-[960px]:w-40 max-[640px]:w-auto", `${TEXT} text-soft max-[640px]:order-6`),
        ...{ descends: true, skeletonWidth: 80 },
        draw: (person) => <LastSeen person={person} now={now} />,
      },
      {
        ...sorted(
          "answers",
          "w-40 text-right min-[641px]:max-[780px]:hidden max-[640px]:w-auto",
          "pr-4 tabular-nums max-[640px]:order-7 max-[640px]:text-soft",
        ),
        ...{ descends: true, right: true, skeletonWidth: 32 },
        draw: (person) => <Answers person={person} answers={answers} />,
      },
      {
        ...{ name: "actions", title: t("people.column.actions"), hidden: true, head: actions },
        cell: `${actions} text-right max-[640px]:order-2 max-[640px]:row-span-4`,
        draw: owner ? ownerActions(parts) : adminActions(parts),
      },
    ];
  }, [user.id, owner, now, answers, workspaceName]);
}

/** `withPlaces`: the workspaces are also below the name; an admin of a single workspace does not need them. */
function Name({ person, isSelf, withPlaces }: { person: Person; isSelf: boolean; withPlaces: boolean }) {
  const { state, username, role, workspaces, provider } = person;
  const places = role === "owner" ? t("people.allWorkspaces") : workspaces.map(({ name }) => name).join(", ");
  const under = withPlaces && places !== "" ? `${username} · ${places}` : username;
  return (
    <>
      <bdi translate="no" className={state === "active" ? "font-strong" : ""}>
        {fullName(person)}
      </bdi>
      {isSelf && <span className="text-soft"> {t("forms.you")}</span>}
      {provider !== null && opensByProvider(person) && (
        <span className="text-soft"> {t("people.by", { provider })}</span>
      )}
      <span
        translate="no"
        className="hidden min-[641px]:max-[1280px]:block overflow-hidden text-ellipsis text-small text-soft"
        title={under}
      >
        {under}
      </span>
    </>
  );
}

/** The maximum number of badges; for more workspaces, one badge less and the number of the others. */
const BADGES = 3;

function Workspaces({ person: { role, workspaces } }: { person: Person }) {
  if (role === "owner")
    return (
      <span className="text-soft">
        <span className="max-[640px]:hidden">{t("people.everywhere")}</span>
        <span className="min-[641px]:hidden">{t("people.allWorkspaces")}</span>
      </span>
    );
  const names = workspaces.map(({ name }) => name);
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

const DAY = 24 * 3600 * 1000;
const daysLeft = (until: Micros, now: number): number => Math.round((toMilliseconds(until) - now) / DAY);

/** The time of the last visit; for a user without access, the reason. */
function LastSeen({ person, now }: { person: Person; now: number }) {
  const { state, invitedUntil } = person;
  if (state !== "active")
    return (
      <span className="flex items-center gap-2">
        <Icon of={state === "deactivated" ? Ban : Mail} size={14} />
        {whyOut(person, now)}
      </span>
    );
  if (invitedUntil === null) return <LastTime person={person} now={now} />;
  const days = daysLeft(invitedUntil, now);
  return (
    <span className="flex flex-col max-[640px]:flex-row max-[640px]:gap-3">
      <LastTime person={person} now={now} />
      {/* With an open link, an existing user can choose another password. */}
      <span className="flex items-center gap-1 text-small">
        <Icon of={Mail} size={12} />
        {days < 1 ? t("people.linkToday") : t("people.link", { count: days })}
      </span>
    </span>
  );
}

function whyOut({ state, invitedUntil }: Person, now: number): string {
  if (state === "deactivated") return t("people.deactivated");
  if (invitedUntil === null) return t("people.invitedOver");
  const days = daysLeft(invitedUntil, now);
  return days < 1 ? t("people.invitedToday") : t("people.invited", { count: days });
}

function LastTime({ person: { lastSeen }, now }: { person: Person; now: number }) {
  if (lastSeen === null) return t("people.never");
  const ms = toMilliseconds(lastSeen.at);
  const time = relativeTime(ms, Math.max(now, ms));
  return <Time at={lastSeen.at} text={lastSeen.byKey ? t("people.byKey", { time }) : time} />;
}

/** Many, while it is not known. */
const countOf = (answers: WeekAnswers, id: string): number =>
  answers === "failed" || answers === null ? 2 : (answers.get(id) ?? 0);

/** An invited user cannot have answered yet. */
function Answers({ person: { state, id }, answers }: { person: Person; answers: WeekAnswers }) {
  return state === "invited" ? null : (
    <>
      <AnswersCell answers={answers} id={id} />
      <span className="min-[641px]:hidden"> {t("people.onCard", { count: countOf(answers, id) })}</span>
    </>
  );
}

/** Shown on hover and focus of the row. */
const HOVERED =
  "opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 focus-visible:opacity-100 has-[[aria-expanded=true]]:opacity-100 pointer-coarse:opacity-100 max-[640px]:opacity-100";

/** The actions for an owner: one button that opens the menu of the row. */
const ownerActions =
  ({ user, open, setOut, withdraw, onAudit, saveData }: ColumnParts) =>
  (person: Person): ReactNode => {
    const label = t("forms.actionsOf", { name: fullName(person) });
    const act = (action: PersonAction) => {
      if (action === "deactivate" || action === "reactivate") void setOut(person, action === "deactivate");
      else if (action === "withdraw") void withdraw(person);
      else if (action === "audit") onAudit(person);
      else if (action === "data") saveData(person);
      else open({ dialog: action, person });
    };
    return (
      <span className={HOVERED}>
        <PersonMenu
          person={person}
          isSelf={person.id === user.id}
          onAction={act}
          trigger={<IconButton icon={Ellipsis} translate="no" label={label} className={OPEN_TRIGGER} />}
        />
      </span>
    );
  };

/**
 * The actions for an admin, never for their own row: remove from the workspace, and another link for a person who was invited
 * and has not come (ROL-16).
 */
const adminActions =
  ({ user, open }: ColumnParts) =>
  (person: Person): ReactNode =>
    person.id !== user.id && (
      <span className={`flex items-center justify-end gap-1 ${HOVERED}`}>
        {person.state === "invited" && mayGiveRole(user, person.role) && (
          <IconButton
            icon={Mail}
            translate="no"
            label={t("people.newLink", { name: fullName(person) })}
            onClick={() => open({ dialog: "invite", person })}
          />
        )}
        <Button
          size="compact"
          aria-label={t("people.takeOut.label", { name: fullName(person) })}
          onClick={() => open({ dialog: "takeOut", person })}
        >
          {t("people.takeOut.action")}
        </Button>
      </span>
    );
