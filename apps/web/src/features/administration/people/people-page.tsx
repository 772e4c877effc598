import type { Person } from "@postil/domain/accounts/people";
import { isOwner } from "@postil/domain/accounts/policies";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import "../../../lib/i18n/administration-texts.ts";
import "../../../lib/i18n/people-texts.ts";
import { peopleAnswersQuery, peopleQuery } from "../../../lib/api/queries/people.ts";
import { workspacesQuery } from "../../../lib/api/queries/workspaces.ts";
import type { SessionUser } from "../../../lib/session/store.ts";
import { useNow } from "../../../ui/use-now.ts";
import { usePageTitle } from "../../../ui/use-page-title.ts";
import { VisuallyHidden } from "../../../ui/visually-hidden.tsx";
import { LoadFailed } from "../load-failed.tsx";
import { useRowFocus } from "../use-row-focus.ts";
import { AddPerson } from "./add-person.tsx";
import { columnsFor } from "./columns.ts";
import { narrowPeople, orderPeople } from "./narrow-people.ts";
import { NobodyShown } from "./nobody-shown.tsx";
import { PeopleBar } from "./people-bar.tsx";
import { PeopleCount } from "./people-count.tsx";
import type { PeopleCriteria } from "./people-criteria.ts";
import { type Opened, PeopleDialogs } from "./people-dialogs.tsx";
import { PeopleSkeleton } from "./people-skeleton.tsx";
import { PeopleTable } from "./people-table.tsx";
import type { PersonAction } from "./person-menu.tsx";
import type { RowContext } from "./person-row.tsx";
import { AdminActions, OwnerActions } from "./row-actions.tsx";
import { useDeactivation } from "./use-deactivation.ts";

type PeoplePageProps = {
  user: SessionUser;
  criteria: PeopleCriteria;
  onCriteria: (criteria: PeopleCriteria) => void;
  /** the name of a workspace that somebody new is added to at once, null unless that was asked for */
  addTo: string | null;
  /** that was done, or not */
  onAdded: () => void;
  /** shows what happened to somebody and what they did */
  onAudit: (person: Person) => void;
};

const NONE: ReadonlyMap<string, number> = new Map();

/** Who has an account: everybody for an owner, the people of their workspaces for an admin (ROL-12, design/administration.md#people). */
export function PeoplePage({ user, criteria, onCriteria, addTo, onAdded, onAudit }: PeoplePageProps) {
  const { t } = useTranslation();
  usePageTitle(t("administration.people"));
  const place = useRef<HTMLDivElement>(null);
  const { people, ask, answers, failed, answersFailed, look, refresh } = usePeople();
  const { data: workspaces, refetch: askWorkspaces } = useQuery(workspacesQuery());
  const [chosen, setChosen] = useState<Opened | null>(null);
  const setOpened = (opened: Opened | null) => {
    setChosen(opened);
    // Some may have been made since the list was opened.
    if (opened?.dialog === "add" || opened?.dialog === "change") void askWorkspaces();
  };
  const setOut = useDeactivation(refresh);
  const owner = isOwner(user);
  // The workspace is ticked once it is known.
  const asked: Opened | null = owner && addTo !== null && workspaces ? { dialog: "add", workspace: addTo } : null;
  const shown = useMemo(
    () => orderPeople(narrowPeople(people ?? [], criteria), criteria.sort, answers ?? NONE),
    [people, criteria, answers],
  );
  const only = owner || user.workspaces.length !== 1 ? null : (user.workspaces[0] ?? null);
  const context = useRowContext({
    user,
    only,
    answers: answersFailed ? "failed" : answers,
    setOpened,
    setOut,
    onAudit,
  });
  useRowFocus(place, shown, () => place.current?.querySelector("input")?.focus());
  const close = () => {
    setOpened(null);
    if (addTo !== null) onAdded();
  };
  return (
    <div ref={place}>
      <VisuallyHidden>
        <h1>{t("administration.people")}</h1>
      </VisuallyHidden>
      <PeopleBar
        people={people}
        criteria={criteria}
        onChange={onCriteria}
        count={
          <PeopleCount
            people={people}
            shown={shown.length}
            criteria={criteria}
            answers={answers}
            only={only}
            ask={ask}
          />
        }
        add={<AddPerson mayAdd={owner} ask={ask} onAdd={() => setOpened({ dialog: "add", workspace: null })} />}
      />
      {failed && <LoadFailed message={t("people.failed")} onRetry={refresh} />}
      {answersFailed && !failed && <LoadFailed message={t("people.answersFailed")} onRetry={refresh} />}
      {people === null && !failed && <PeopleSkeleton columns={columnsFor(only !== null)} />}
      {shown.length > 0 && (
        <PeopleTable
          people={shown}
          columns={columnsFor(only !== null)}
          sort={criteria.sort}
          onSort={(sort) => onCriteria({ ...criteria, sort })}
          context={context}
        />
      )}
      {people !== null && shown.length === 0 && <NobodyShown criteria={criteria} onCriteria={onCriteria} />}
      <PeopleDialogs
        opened={chosen ?? asked}
        ownId={user.id}
        workspaces={workspaces ?? []}
        look={look}
        onDeactivate={(person) => void setOut(person, true)}
        onInvite={(person) => setOpened({ dialog: "invite", person })}
        onChanged={refresh}
        onClose={close}
      />
    </div>
  );
}

/** The list and, after it, the figures of the week; what was loaded stays while it is asked for again. */
function usePeople() {
  const client = useQueryClient();
  const list = useQuery(peopleQuery());
  const answers = useQuery(peopleAnswersQuery());
  const refresh = useCallback(() => void client.invalidateQueries({ queryKey: ["people"] }), [client]);
  const look = async (id: string): Promise<Person | null> => {
    const { data } = await list.refetch();
    return data?.people.find((person) => person.id === id) ?? null;
  };
  return {
    people: list.data?.people ?? null,
    ask: list.data?.ask ?? null,
    failed: list.isError,
    answers: answers.data ?? null,
    answersFailed: answers.isError,
    look,
    refresh,
  };
}

type RowContextParts = {
  user: SessionUser;
  only: string | null;
  answers: RowContext["answers"];
  setOpened: (opened: Opened) => void;
  setOut: (person: Person, out: boolean) => Promise<void>;
  onAudit: (person: Person) => void;
};

/** The same for all rows as long as nothing of it changes, so that they are not drawn anew. */
function useRowContext({ user, only, answers, setOpened, setOut, onAudit }: RowContextParts): RowContext {
  const now = useNow();
  const owner = isOwner(user);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is done is the same whichever drawing it is from
  return useMemo(() => {
    const act = (person: Person) => (action: PersonAction) => {
      if (action === "deactivate" || action === "reactivate") void setOut(person, action === "deactivate");
      else if (action === "audit") onAudit(person);
      else setOpened({ dialog: action, person });
    };
    const actions = (person: Person) => {
      const isSelf = person.id === user.id;
      if (owner) return <OwnerActions person={person} isSelf={isSelf} onAction={act(person)} />;
      return (
        <AdminActions person={person} isSelf={isSelf} onTakeOut={() => setOpened({ dialog: "takeOut", person })} />
      );
    };
    return { ownId: user.id, now, answers, workspaceName: only, actions };
  }, [user.id, owner, now, answers, only]);
}
