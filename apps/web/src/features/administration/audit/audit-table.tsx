import { type AuditEntry, type AuditGroup, auditGroupOf } from "@postil/domain/accounts/audit";
import {
  Building2,
  CircleAlert,
  Download,
  KeyRound,
  LockKeyhole,
  LogIn,
  LogOut,
  type LucideIcon,
  Trash2,
  UserCog,
  UserPlus,
  Users,
} from "lucide-react";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import "../../../lib/i18n/audit-texts.ts";
import { cx } from "../../../ui/cx.ts";
import { Icon } from "../../../ui/icon.tsx";
import { clockText, dayHeading, dayText } from "./days.ts";
import { toldParts } from "./told-text.ts";

const SIGNS: { readonly [group in AuditGroup]: LucideIcon } = {
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
  export: Download,
};

const HEAD = "h-10 px-0 pr-4 text-left font-[450] text-small text-soft";
const CELL = "h-10 border-line border-b py-2 pr-4 align-top max-md:border-0 max-md:h-auto max-md:py-0.5";

/** Entries, the latest first; a day is a line of its own. */
export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  const { t } = useTranslation();
  const now = Date.now();
  const days = Map.groupBy(entries, ({ at }) => dayText(at));
  return (
    <table className="w-full max-w-[1920px] table-fixed border-collapse max-md:block">
      <colgroup>
        <col className="w-20" />
        <col className="w-52" />
        <col className="w-44" />
        <col />
        <col className="w-60" />
      </colgroup>
      <thead className="max-md:sr-only">
        <tr className="border-line border-b">
          {(["time", "who", "kind", "what", "from"] as const).map((column) => (
            <th key={column} scope="col" className={HEAD} {...(column === "time" ? { "aria-sort": "descending" } : {})}>
              {t(`audit.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:block">
        {[...days].map(([day, ofDay]) => (
          <Fragment key={day}>
            <tr className="max-md:block">
              <th
                colSpan={5}
                scope="rowgroup"
                className="h-11 border-line border-b pt-3 text-left font-strong max-md:block"
              >
                <Heading at={ofDay[0]?.at ?? 0} now={now} />
              </th>
            </tr>
            {ofDay.map((entry) => (
              <Row key={entry.key} entry={entry} />
            ))}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

function Heading({ at, now }: { at: number; now: number }) {
  const { t } = useTranslation();
  const { kind, text } = dayHeading(at, now);
  if (kind === "today") return t("audit.today", { date: text });
  return kind === "yesterday" ? t("audit.yesterday") : text;
}

function Row({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation();
  const group = auditGroupOf(entry.event.kind);
  const color = group === "deletion" ? "text-danger" : group === "failed_sign_in" && "text-edited";
  return (
    <tr className="max-md:block max-md:border-line max-md:border-b max-md:py-2">
      <td className={cx(CELL, "text-soft tabular-nums max-md:inline-block")}>{clockText(entry.at)}</td>
      <td className={cx(CELL, "break-words max-md:inline-block")}>
        <Who entry={entry} />
      </td>
      <td className={cx(CELL, color || "text-soft", "max-md:block")}>
        <span className="inline-flex items-center gap-2">
          <Icon of={SIGNS[group]} />
          {t(`audit.group.${group}`)}
        </span>
      </td>
      <td className={cx(CELL, "break-words max-md:block")}>
        {toldParts(t, entry).map(({ at, text, isName }) =>
          isName ? (
            <b key={at} className="font-strong">
              {text}
            </b>
          ) : (
            <Fragment key={at}>{text}</Fragment>
          ),
        )}
      </td>
      <td className={cx(CELL, "break-words text-soft max-md:block")}>
        {[entry.address, entry.program].filter(Boolean).join(", ")}
      </td>
    </tr>
  );
}

function Who({ entry: { actor, event, program } }: { entry: AuditEntry }) {
  const { t } = useTranslation();
  if (actor !== null) return actor.name;
  const named = event.person?.username;
  if (event.kind === "sign_in_failed") return <span className="text-soft">{named ?? t("audit.nobody")}</span>;
  return <span className="text-soft">{t(program === null ? "audit.server" : "audit.commandLine")}</span>;
}
