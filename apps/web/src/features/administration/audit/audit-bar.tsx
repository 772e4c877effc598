import { AUDIT_DAYS, AUDIT_NAMES, type AuditGroup } from "@postil/domain/accounts/audit";
import { t } from "i18next";
import {
  Archive,
  Building2,
  ChevronDown,
  CircleAlert,
  Code,
  Download,
  KeyRound,
  List,
  LockKeyhole,
  LogIn,
  LogOut,
  type LucideIcon,
  PencilLine,
  SquareTerminal,
  Trash2,
  UserCog,
  UserPlus,
  Users,
  Webhook,
} from "lucide-react";
import "../../../lib/i18n/en/administration.ts";
import "../../../lib/i18n/en/export.ts";
import { openStream } from "../../../lib/api/open-stream.ts";
import { auditQueryOf } from "../../../lib/api/queries/administration.ts";
import { LOCALE } from "../../../lib/i18n/locale.ts";
import { saveFile } from "../../../lib/save-file.ts";
import { notify } from "../../../lib/toasts/store.ts";
import { Button } from "../../../ui/button.tsx";
import { copyToClipboard } from "../../../ui/copy-to-clipboard.ts";
import { FilterButton, FindInput } from "../../../ui/filter-button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Menu, MenuItem } from "../../../ui/menu.tsx";
import { barClass } from "../list-parts.tsx";
import {
  type AuditCriteria,
  commandOf,
  EVERYTHING,
  filterOf,
  GROUPS,
  isFiltered,
  isGroup,
  isSpan,
  SPANS,
} from "./audit-criteria.ts";

export const GROUP_ICONS: { readonly [group in AuditGroup]: LucideIcon } = {
  sign_in: LogIn,
  failed_sign_in: CircleAlert,
  sign_out: LogOut,
  key: KeyRound,
  password: LockKeyhole,
  role: UserCog,
  membership: Users,
  person: UserPlus,
  workspace: Building2,
  deletion: Trash2,
  change: PencilLine,
  export: Download,
  webhook: Webhook,
  backup: Archive,
};

type Counts = {
  readonly found: number;
  readonly total: number;
  readonly groups: readonly { readonly group: AuditGroup; readonly count: number }[];
  readonly people: readonly { readonly username: string; readonly name: string; readonly count: number }[];
};

type AuditBarProps = {
  criteria: AuditCriteria;
  onChange: (criteria: AuditCriteria) => void;
  /** null until they are loaded */
  counts: Counts | null;
};

export function AuditBar({ criteria, onChange, counts }: AuditBarProps) {
  return (
    <div className={barClass}>
      <FindInput
        label={t("audit.find")}
        value={criteria.search}
        onChange={(search) => onChange({ ...criteria, search })}
        className="w-[304px]"
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
        isNames
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

const FORMATS = [
  { format: "jsonl", icon: Code },
  { format: "csv", icon: List },
] as const;

/** Exports the filtered entries as a file, or shows the command that does it. */
function ExportMenu({ criteria, found }: { criteria: AuditCriteria; found: number | null }) {
  const save = async (format: "jsonl" | "csv") => {
    try {
      const query = { ...auditQueryOf(filterOf(criteria, Date.now())), format };
      const reply = await openStream("exportAudit", { query }, new AbortController().signal);
      saveFile(`audit.${format}`, await new Response(reply.body).blob());
    } catch (error) {
      console.error("The audit trail could not be exported", error);
      notify({ message: t("audit.exportFailed"), type: "error" });
    }
  };
  const copy = async () => {
    const copied = await copyToClipboard(commandOf(criteria));
    const message = t(copied ? "exporting.commandCopied" : "common.copyFailed");
    notify({ message, type: copied ? "success" : "error" });
  };
  const trigger = (
    <Button>
      <Icon of={Download} />
      {t("audit.export")}
      <Icon of={ChevronDown} className="text-soft" />
    </Button>
  );
  return (
    <Menu label={t("audit.export")} trigger={trigger} placement="bottom end">
      {FORMATS.map(({ format, icon }) => (
        <MenuItem
          key={format}
          icon={icon}
          end={found?.toLocaleString(LOCALE)}
          note={t(`audit.note.${format}`)}
          onAction={() => void save(format)}
        >
          {t(`exporting.${format}`)}
        </MenuItem>
      ))}
      <MenuItem icon={SquareTerminal} note={t("audit.note.command")} onAction={() => void copy()}>
        {t("exporting.command")}
      </MenuItem>
    </Menu>
  );
}
