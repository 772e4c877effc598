import type { Person } from "@postil/domain/accounts/people";
import { isOwner } from "@postil/domain/accounts/policies";
import { fullName, isRole } from "@postil/domain/accounts/users";
import { useQuery } from "@tanstack/react-query";
import { t } from "i18next";
import { FileUp, UserRoundPlus } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import "../../../lib/i18n/en/administration.ts";
import "../../../lib/i18n/en/people.ts";
import "../../../lib/i18n/en/lists.ts";
import { api } from "../../../lib/api/api.ts";
import { peopleAnswersQuery, peopleQuery } from "../../../lib/api/queries/administration.ts";
import { workspacesQuery } from "../../../lib/api/queries/dataset.ts";
import { savePersonData } from "../../../lib/person-data.ts";
import type { SessionUser } from "../../../lib/session/store.ts";
import { notify } from "../../../lib/toasts/store.ts";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { FilterButton, FindInput } from "../../../ui/filter-button.tsx";
import { useRowFocus } from "../../../ui/focus.ts";
import type { IconType } from "../../../ui/icon.tsx";
import { usePageTitle } from "../../../ui/layouts/frame.tsx";
import { cardsLook, ListSkeleton, ListTable } from "../../../ui/list-table.tsx";
import { EmptyState } from "../../../ui/no-content.tsx";
import { announce, VisuallyHidden } from "../../../ui/screen-reader.tsx";
import { sayFailure, useRefresh } from "../form-dialog.tsx";
import { barClass, countedAnswers, LoadFailed, useStillOrder, type WeekAnswers } from "../list-parts.tsx";
import { NAMES, usePeopleColumns } from "./people-columns.tsx";
import { type Opened, PeopleDialogs } from "./people-dialogs.tsx";
import { choicesOf, EVERYBODY, isNarrowed, narrowPeople, orderPeople, type PeopleCriteria } from "./people-list.ts";

type PeoplePageProps = {
  user: SessionUser;
  criteria: PeopleCriteria;
  onCriteria: (criteria: PeopleCriteria) => void;
  /** the name of the workspace to add a new user to, which opens the dialog at once; null if this was not requested */
  addTo: string | null;
  /** the dialog is closed, with or without a new user */
  onAdded: () => void;
  onAudit: (person: Person) => void;
  /** to the page that invites people from a file */
  onFile: () => void;
};

const LOOK = cardsLook("max-[640px]:grid-cols-[auto_minmax(0,1fr)_auto]");
const LIVE = "group has-[[aria-expanded=true]]:bg-hover hover:bg-hover focus-within:bg-hover";

/**
 * The users with an account: all for an owner, those of their workspaces for an admin (ROL-12,
 * design/administration.md#people).
 */
export function PeoplePage({ user, criteria, onCriteria, addTo, onAdded, onAudit, onFile }: PeoplePageProps) {
  usePageTitle(t("administration.people"));
  const place = useRef<HTMLDivElement>(null);
  const { data: list, isError, refetch } = useQuery(peopleQuery());
  const people = list?.people ?? null;
  const ask = list?.ask ?? null;
  const counted = useQuery(peopleAnswersQuery());
  const answers: WeekAnswers = counted.isError ? "failed" : (counted.data ?? null);
  /** Loads the current state of a user; null if the user is deleted. */
  const look = async (id: string): Promise<Person | null> => {
    const { data } = await refetch();
    return data?.people.find((person) => person.id === id) ?? null;
  };
  const refresh = useRefresh();
  const owner = isOwner(user);
  // An admin invites into workspaces of their own (ROL-16).
  const mayAdd = owner || user.workspaces.length > 0;
  const { opened, workspaces, open, close } = useOpened(mayAdd ? addTo : null, onAdded);
  const { setOut, withdraw } = useDoneAtOnce(refresh);
  const ordered = useMemo(
    () => orderPeople(narrowPeople(people ?? [], criteria), criteria.sort, countedAnswers(answers)),
    [people, criteria, answers],
  );
  const shown = useStillOrder(ordered, JSON.stringify([criteria, answers === null]));
  const only = owner || user.workspaces.length !== 1 ? null : (user.workspaces[0] ?? null);
  const columns = usePeopleColumns({ user, answers, workspaceName: only, open, setOut, withdraw, onAudit, saveData });
  useRowFocus(place, shown, () => place.current?.querySelector("input")?.focus());
  const clear = () => onCriteria({ ...EVERYBODY, sort: criteria.sort });
  return (
    <div ref={place}>
      <VisuallyHidden>
        <h1>{t("administration.people")}</h1>
      </VisuallyHidden>
      <div className={barClass}>
        <FindInput
          label={t("people.find")}
          value={criteria.search}
          onChange={(search) => onCriteria({ ...criteria, search })}
        />
        <Filters people={people ?? []} criteria={criteria} onChange={onCriteria} onClear={clear} />
        <span className="ml-auto flex flex-wrap items-center justify-end gap-x-4 gap-y-1 max-md:ml-0 max-md:w-full max-md:justify-between md:pl-3">
          <span role="status" className="text-soft tabular-nums">
            {people !== null && countText({ people, shown: shown.length, criteria, answers, only, ask })}
          </span>
          <AddButton mayAdd={mayAdd} ask={ask} icon={FileUp} text={t("people.addFromFile")} onAdd={onFile} />
          <AddButton
            mayAdd={mayAdd}
            ask={ask}
            icon={UserRoundPlus}
            text={t("forms.addPerson")}
            onAdd={() => open({ dialog: "add", workspace: only })}
          />
        </span>
      </div>
      {isError && <LoadFailed message={t("forms.peopleFailed")} onRetry={refresh} />}
      {answers === "failed" && !isError && <LoadFailed message={t("administration.answersFailed")} onRetry={refresh} />}
      {people === null && !isError && (
        <ListSkeleton look={LOOK} columns={columns} rows={NAMES.length} className="pt-9" />
      )}
      {shown.length > 0 && (
        <ListTable
          label={t("administration.people")}
          look={LOOK}
          columns={columns}
          rows={shown}
          rowClass={({ state }) => cx(LIVE, state !== "active" && "text-soft")}
          sort={criteria.sort}
          onSort={(sort) => onCriteria({ ...criteria, sort })}
        />
      )}
      {people !== null && shown.length === 0 && <NobodyShown isNarrowed={isNarrowed(criteria)} onClear={clear} />}
      <PeopleDialogs
        opened={opened}
        people={people}
        reader={user}
        workspaces={workspaces}
        look={look}
        onDeactivate={(person) => void setOut(person, true)}
        onInvite={(person) => open({ dialog: "invite", person })}
        onChanged={refresh}
        onClose={close}
      />
    </div>
  );
}

/** The dialog that is open over the list, with the workspaces that it offers. `addTo`, `onAdded`: from the page. */
function useOpened(addTo: string | null, onAdded: () => void) {
  const { data: workspaces, refetch } = useQuery(workspacesQuery());
  const [chosen, setChosen] = useState<Opened | null>(null);
  // The workspace is ticked once it is loaded.
  const asked: Opened | null = addTo !== null && workspaces ? { dialog: "add", workspace: addTo } : null;
  const open = (opened: Opened) => {
    setChosen(opened);
    // New workspaces may exist since the list was opened.
    if (opened.dialog === "add" || opened.dialog === "change") void refetch();
  };
  const close = () => {
    setChosen(null);
    if (addTo !== null) onAdded();
  };
  return { opened: chosen ?? asked, workspaces: workspaces ?? [], open, close };
}

/** Actions that run at once without a question, because they are quickly undone. */
function useDoneAtOnce(onChanged: () => void) {
  const tellFailure = (error: unknown) => notify({ message: sayFailure(error), type: "error" });
  /** Deactivates or reactivates a user; the message has an undo button. */
  const setOut = async (person: Person, out: boolean): Promise<void> => {
    const call = out ? "deactivatePerson" : "reactivatePerson";
    try {
      await api.call(call, { params: { user_id: person.id } }, { quiet: true });
    } catch (error) {
      tellFailure(error);
      onChanged();
      return;
    }
    onChanged();
    notify({
      message: t(out ? "people.deactivate.done" : "people.reactivate.done", { name: fullName(person) }),
      actions: [{ label: t("words.undo"), run: () => void setOut(person, !out) }],
    });
  };
  /** Ends the link of a user; a new one is quickly created. */
  const withdraw = async (person: Person): Promise<void> => {
    try {
      await api.call("withdrawInvitation", { params: { user_id: person.id } }, { quiet: true });
      notify({ message: t("inviteLinks.withdrawn", { name: fullName(person) }) });
    } catch (error) {
      tellFailure(error);
    }
    onChanged();
  };
  return { setOut, withdraw };
}

/** The download of a large file takes a while, so its beginning is said too (OPD-02). */
async function saveData(person: Person): Promise<void> {
  const name = fullName(person);
  announce(t("people.data.collecting", { name }));
  try {
    await savePersonData(person.username, person.id);
    notify({ message: t("people.data.done", { name }) });
  } catch (error) {
    console.error("The data of a person could not be downloaded", error);
    notify({ message: t("people.data.failed", { name }), type: "error" });
  }
}

type FiltersProps = {
  people: readonly Person[];
  criteria: PeopleCriteria;
  onChange: (criteria: PeopleCriteria) => void;
  onClear: () => void;
};

function Filters({ people, criteria, onChange, onClear }: FiltersProps) {
  const workspaces = choicesOf(people, "workspaces", criteria);
  return (
    <span className="flex flex-wrap items-center gap-1 md:ml-2">
      {(workspaces.length > 1 || criteria.workspaces.length > 0) && (
        <FilterButton
          label={t("forms.workspace")}
          choices={workspaces}
          chosen={criteria.workspaces}
          onChange={(chosen) => onChange({ ...criteria, workspaces: chosen })}
          nameOf={String}
          isNames
        />
      )}
      <FilterButton
        label={t("people.role")}
        choices={choicesOf(people, "roles", criteria)}
        chosen={criteria.roles}
        onChange={(chosen) => onChange({ ...criteria, roles: chosen })}
        nameOf={(role) => (isRole(role) ? t(`common.role.${role}`) : role)}
      />
      {isNarrowed(criteria) && (
        <Button variant="ghost" onClick={onClear}>
          {t("lists.clearFilters")}
        </Button>
      )}
    </span>
  );
}

type Counted = {
  people: readonly Person[];
  shown: number;
  criteria: PeopleCriteria;
  answers: WeekAnswers;
  only: string | null;
  ask: string | null;
};

/** "13 people, 3,002 answers given here this week", filtered "7 of 13 people"; an admin also sees whom to ask. */
function countText({ people, shown, criteria, answers, only, ask }: Counted): string {
  const all = t("words.people", { count: people.length });
  if (isNarrowed(criteria)) return t("people.countSome", { shown, people: all });
  if (ask !== null)
    return `${t("people.countIn", { people: all, workspaces: only ?? t("people.countWorkspaces") })} ${t("people.ask", { name: ask })}`;
  if (answers === null || answers === "failed") return all;
  const count = [...answers.values()].reduce((sum, one) => sum + one, 0);
  return t("people.countAnswers", { people: all, count });
}

type AddButtonProps = { mayAdd: boolean; ask: string | null; icon: IconType; text: string; onAdd: () => void };

/** Inactive for users without the right: a missing button would confuse them (ROL-13). */
function AddButton({ mayAdd, ask, icon, text, onAdd }: AddButtonProps) {
  const tell = () => ask !== null && notify({ message: t("people.ask", { name: ask }), type: "info" });
  return (
    <Button icon={icon} inactive={!mayAdd} onClick={mayAdd ? onAdd : tell}>
      {text}
    </Button>
  );
}

function NobodyShown({ isNarrowed, onClear }: { isNarrowed: boolean; onClear: () => void }) {
  const of = isNarrowed ? "noMatch" : "none";
  return (
    <EmptyState
      isApart
      title={t(`people.${of}.title`)}
      actions={isNarrowed ? <Button onClick={onClear}>{t("lists.clearFilters")}</Button> : undefined}
    >
      {t(`people.${of}.text`)}
    </EmptyState>
  );
}
