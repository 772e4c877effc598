import { AUDIT_DAYS, AUDIT_NAMES, type AuditGroup } from "@postil/domain/accounts/audit";
import { t } from "i18next";
import "../../../lib/i18n/audit-texts.ts";
import { Button } from "../../../ui/button.tsx";
import { FilterButton } from "../../../ui/filter-button.tsx";
import { SearchInput } from "../../../ui/search-input.tsx";
import { useSlashKey } from "../../../ui/use-slash-key.ts";
import { barClass } from "../bar-class.ts";
import { type AuditCriteria, EVERYTHING, GROUPS, isFiltered, isGroup, isSpan, SPANS } from "./audit-criteria.ts";
import { ExportMenu } from "./export-menu.tsx";
import { GROUP_ICONS } from "./group-icons.ts";

type Counts = {
  readonly found: number;
  readonly total: number;
  readonly groups: readonly { readonly group: AuditGroup; readonly count: number }[];
  readonly people: readonly { readonly username: string; readonly name: string; readonly count: number }[];
};

type AuditBarProps = {
  criteria: AuditCriteria;
  onChange: (criteria: AuditCriteria) => void;
  /** null until they are known */
  counts: Counts | null;
};

/** Search, filters, what they leave, and the way to a file. */
export function AuditBar({ criteria, onChange, counts }: AuditBarProps) {
  const search = useSlashKey();
  return (
    <div className={barClass}>
      <SearchInput
        ref={search}
        keys="/"
        label={t("audit.find")}
        placeholder={t("audit.find")}
        value={criteria.search}
        onChange={(search) => onChange({ ...criteria, search })}
        className="w-[304px] max-w-full max-md:w-full"
      />
      <Filters criteria={criteria} onChange={onChange} counts={counts} />
      {isFiltered(criteria) && (
        <Button variant="ghost" onClick={() => onChange(EVERYTHING)}>
          {t("audit.clear")}
        </Button>
      )}
      <span className="ml-auto flex items-center gap-3 pl-3">
        <span role="status" className="text-soft tabular-nums">
          {counts !== null &&
            (isFiltered(criteria)
              ? t("audit.countSome", { found: counts.found, total: counts.total })
              : t("audit.count", { count: counts.total, days: AUDIT_DAYS }))}
        </span>
        <ExportMenu criteria={criteria} found={counts?.found ?? null} />
      </span>
    </div>
  );
}

function Filters({ criteria, onChange, counts }: AuditBarProps) {
  const people = counts?.people ?? [];
  const countOf = new Map(counts?.groups.map(({ group, count }) => [group, count]));
  const nameOf = (username: string) => people.find((person) => person.username === username)?.name ?? username;
  return (
    <span className="flex flex-wrap items-center gap-1 md:ml-2">
      <FilterButton
        label={t("audit.person")}
        choices={people.map(({ username, count }) => ({ value: username, count }))}
        chosen={criteria.people}
        onChange={(chosen) => onChange({ ...criteria, people: chosen })}
        nameOf={nameOf}
        note={people.length < AUDIT_NAMES ? undefined : t("audit.moreNames", { count: AUDIT_NAMES })}
      />
      <FilterButton
        label={t("audit.kind")}
        choices={GROUPS.map((group) => ({ value: group, count: countOf.get(group) ?? 0 }))}
        chosen={criteria.groups}
        onChange={(chosen) => onChange({ ...criteria, groups: chosen.filter(isGroup) })}
        nameOf={(value) => (isGroup(value) ? t(`audit.group.${value}`) : value)}
        iconOf={(value) => (isGroup(value) ? GROUP_ICONS[value] : undefined)}
      />
      <FilterButton
        label={t("audit.time")}
        choices={SPANS.map((value) => ({ value, count: null }))}
        chosen={criteria.days === null ? [] : [criteria.days]}
        onChange={(chosen) => {
          const days = chosen.at(-1);
          onChange({ ...criteria, days: isSpan(days) ? days : null });
        }}
        nameOf={(value) => (isSpan(value) ? t(`audit.since.${value}`) : value)}
      />
    </span>
  );
}
