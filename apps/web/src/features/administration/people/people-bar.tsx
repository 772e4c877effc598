import type { Person } from "@postil/domain/accounts/people";
import { isRole } from "@postil/domain/accounts/users";
import { t } from "i18next";
import type { ReactNode } from "react";
import "../../../lib/i18n/lists-texts.ts";
import { Button } from "../../../ui/button.tsx";
import { FilterButton } from "../../../ui/filter-button.tsx";
import { SearchInput } from "../../../ui/search-input.tsx";
import { useSlashKey } from "../../../ui/use-slash-key.ts";
import { barClass } from "../bar-class.ts";
import { choicesOf } from "./narrow-people.ts";
import { EVERYBODY, isNarrowed, type PeopleCriteria } from "./people-criteria.ts";

type PeopleBarProps = {
  /** null while they load */
  people: readonly Person[] | null;
  criteria: PeopleCriteria;
  onChange: (criteria: PeopleCriteria) => void;
  /** what the list comes to */
  count: ReactNode;
  add: ReactNode;
};

/** Search, filters, what they leave, and who can be added. */
export function PeopleBar({ people, criteria, onChange, count, add }: PeopleBarProps) {
  const search = useSlashKey();
  return (
    <div className={barClass}>
      <SearchInput
        ref={search}
        label={t("people.find")}
        placeholder={t("people.find")}
        value={criteria.search}
        onChange={(text) => onChange({ ...criteria, search: text })}
        keys="/"
        className="w-[400px] max-w-full max-md:w-full"
      />
      <span className="flex flex-wrap items-center gap-1 md:ml-2">
        <Filters people={people ?? []} criteria={criteria} onChange={onChange} />
        {isNarrowed(criteria) && (
          <Button variant="ghost" onClick={() => onChange({ ...EVERYBODY, sort: criteria.sort })}>
            {t("lists.clearFilters")}
          </Button>
        )}
      </span>
      <span className="ml-auto flex flex-wrap items-center justify-end gap-x-4 gap-y-1 max-md:ml-0 max-md:w-full max-md:justify-between md:pl-3">
        <span role="status" className="text-soft tabular-nums">
          {count}
        </span>
        {add}
      </span>
    </div>
  );
}

type FiltersProps = Pick<PeopleBarProps, "criteria" | "onChange"> & { people: readonly Person[] };

function Filters({ people, criteria, onChange }: FiltersProps) {
  const workspaces = choicesOf(people, "workspaces", criteria);
  const roleName = (role: string) => (isRole(role) ? t(`common.role.${role}`) : role);
  return (
    <>
      {(workspaces.length > 1 || criteria.workspaces.length > 0) && (
        <FilterButton
          label={t("people.workspace")}
          choices={workspaces}
          chosen={criteria.workspaces}
          onChange={(chosen) => onChange({ ...criteria, workspaces: chosen })}
          nameOf={String}
        />
      )}
      <FilterButton
        label={t("people.role")}
        choices={choicesOf(people, "roles", criteria)}
        chosen={criteria.roles}
        onChange={(chosen) => onChange({ ...criteria, roles: chosen })}
        nameOf={roleName}
      />
    </>
  );
}
