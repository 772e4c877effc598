import { type AuditEntry, type AuditGroup, auditGroupOf } from "@postil/domain/accounts/audit";
import { Link } from "@tanstack/react-router";
import { t } from "i18next";
import { Fragment } from "react";
import "../../../lib/i18n/audit-texts.ts";
import { clockTime, toMilliseconds } from "../../../lib/i18n/times.ts";
import { cx } from "../../../ui/cx.ts";
import { Icon } from "../../../ui/icon.tsx";
import { CELLS, ROW } from "./columns.ts";
import { GROUP_ICONS } from "./group-icons.ts";
import { toldParts } from "./told-text.ts";

/** Only these have a colour, and only on their kind. */
const COLORS: { readonly [group in AuditGroup]?: string } = { deletion: "text-danger", failed_sign_in: "text-edited" };

/** An entry: when, who, what, and from where. */
export function AuditRow({ entry }: { entry: AuditEntry }) {
  const group = auditGroupOf(entry.event.kind);
  return (
    <tr className={ROW}>
      <td className={CELLS.time}>{clockTime(toMilliseconds(entry.at))}</td>
      <td className={CELLS.who}>
        <Who entry={entry} />
      </td>
      <td className={cx(CELLS.kind, COLORS[group] ?? "text-soft")}>
        <span className="inline-flex items-center gap-2">
          <Icon of={GROUP_ICONS[group]} />
          {t(`audit.group.${group}`)}
        </span>
      </td>
      <td className={CELLS.what}>
        {toldParts(t, entry).map(({ at, text, isName }) =>
          isName ? (
            <b translate="no" key={at} className="font-strong">
              {text}
            </b>
          ) : (
            <Fragment key={at}>{text}</Fragment>
          ),
        )}
      </td>
      <td className={CELLS.from}>{[entry.address, entry.program].filter(Boolean).join(", ")}</td>
    </tr>
  );
}

/** Leads to the person, while there is one. */
function Who({ entry: { actor, event, program } }: { entry: AuditEntry }) {
  if (actor?.id != null)
    return (
      <Link
        translate="no"
        to="/people"
        search={{ search: encodeURIComponent(actor.username) }}
        className="hover:text-accent"
      >
        {actor.name}
      </Link>
    );
  if (actor !== null) return <span translate="no">{actor.name}</span>;
  const named = event.person?.username;
  if (event.kind === "sign_in_failed") return <span className="text-soft">{named ?? t("audit.nobody")}</span>;
  return <span className="text-soft">{t(program === null ? "audit.server" : "audit.commandLine")}</span>;
}
