import type { Person } from "@postil/domain/accounts/people";
import { isOwner } from "@postil/domain/accounts/policies";
import { t } from "i18next";
import { useMemo, useRef } from "react";
import "../../../lib/i18n/administration-texts.ts";
import "../../../lib/i18n/people-texts.ts";
import type { SessionUser } from "../../../lib/session/store.ts";
import { usePageTitle } from "../../../ui/use-page-title.ts";
import { useRowFocus } from "../../../ui/use-row-focus.ts";
import { VisuallyHidden } from "../../../ui/visually-hidden.tsx";
import { countedAnswers } from "../answers-cell.tsx";
import { LoadFailed } from "../load-failed.tsx";
import { useStillOrder } from "../still-order.ts";
import { useRefresh } from "../use-refresh.ts";
import { AddPerson } from "./add-person.tsx";
import { columnsFor } from "./columns.ts";
import { narrowPeople, orderPeople } from "./narrow-people.ts";
import { NobodyShown } from "./nobody-shown.tsx";
import { PeopleBar } from "./people-bar.tsx";
import { PeopleCount } from "./people-count.tsx";
import type { PeopleCriteria } from "./people-criteria.ts";
import { PeopleDialogs } from "./people-dialogs.tsx";
import { PeopleSkeleton } from "./people-skeleton.tsx";
import { PeopleTable } from "./people-table.tsx";
import { useDeactivation } from "./use-deactivation.ts";
import { useOpened } from "./use-opened.ts";
import { usePeople } from "./use-people.ts";
import { useRowContext } from "./use-row-context.tsx";
import { useWithdrawal } from "./use-withdrawal.ts";

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

/** Who has an account: everybody for an owner, the people of their workspaces for an admin (ROL-12, design/administration.md#people). */
export function PeoplePage({ user, criteria, onCriteria, addTo, onAdded, onAudit }: PeoplePageProps) {
  usePageTitle(t("administration.people"));
  const place = useRef<HTMLDivElement>(null);
  const { people, ask, answers, failed, look } = usePeople();
  const refresh = useRefresh();
  const owner = isOwner(user);
  const { opened, workspaces, open, close } = useOpened({ addTo: owner ? addTo : null, onAdded });
  const setOut = useDeactivation(refresh);
  const withdraw = useWithdrawal(refresh);
  const ordered = useMemo(
    () => orderPeople(narrowPeople(people ?? [], criteria), criteria.sort, countedAnswers(answers)),
    [people, criteria, answers],
  );
  const shown = useStillOrder(ordered, JSON.stringify([criteria, answers === null]));
  const only = owner || user.workspaces.length !== 1 ? null : (user.workspaces[0] ?? null);
  const columns = columnsFor(only !== null);
  const context = useRowContext({ user, workspaceName: only, answers, setOpened: open, setOut, withdraw, onAudit });
  useRowFocus(place, shown, () => place.current?.querySelector("input")?.focus());
  return (
    <div ref={place}>
      <VisuallyHidden>
        <h1>{t("administration.people")}</h1>
      </VisuallyHidden>
      <PeopleBar
        people={people}
        criteria={criteria}
        onChange={onCriteria}
        count={<PeopleCount {...{ people, criteria, answers, only, ask }} shown={shown.length} />}
        add={<AddPerson mayAdd={owner} ask={ask} onAdd={() => open({ dialog: "add", workspace: null })} />}
      />
      {failed && <LoadFailed message={t("people.failed")} onRetry={refresh} />}
      {answers === "failed" && !failed && <LoadFailed message={t("administration.answersFailed")} onRetry={refresh} />}
      {people === null && !failed && <PeopleSkeleton columns={columns} />}
      {shown.length > 0 && (
        <PeopleTable
          people={shown}
          columns={columns}
          sort={criteria.sort}
          onSort={(sort) => onCriteria({ ...criteria, sort })}
          context={context}
        />
      )}
      {people !== null && shown.length === 0 && <NobodyShown criteria={criteria} onCriteria={onCriteria} />}
      <PeopleDialogs
        opened={opened}
        people={people}
        ownId={user.id}
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
