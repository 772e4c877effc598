import { daysLeft, type KeyUse, keyState } from "@postil/domain/accounts/api-keys";
import type { Micros } from "@postil/domain/time";
import { t } from "i18next";
import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { shortDate, toMilliseconds } from "../../lib/i18n/times.ts";
import { Button } from "../button.tsx";
import { Icon } from "../icon.tsx";
import { VisuallyHidden } from "../screen-reader.tsx";
import { RelativeTime } from "../time.tsx";
import "../../lib/i18n/en/key-table.ts";

/** On a phone these columns are hidden, because the name cell shows them. */
const NARROW_IN_NAME = new Set<string>(["ending", "used"]);

/** A table of keys. A row starts with `KeyFactsCells`, then come the end date and the actions. */
export function KeyTable({ children }: { children: ReactNode }) {
  return (
    // The keyboard scrolls the table through its buttons.
    <div className="overflow-x-auto">
      <table className="w-full border-collapse md:min-w-140 [&_td:last-child]:pr-0 [&_td]:border-line [&_td]:border-b [&_td]:py-2 [&_td]:pr-3 [&_th]:border-line [&_th]:border-b [&_th]:py-1.5 [&_th]:pr-3 [&_th]:text-left [&_th]:font-body [&_th]:text-small [&_th]:text-soft">
        <thead>
          <tr>
            {(["name", "ending", "used", "expires"] as const).map((head) => (
              <th key={head} scope="col" className={NARROW_IN_NAME.has(head) ? "max-md:hidden" : undefined}>
                {t(`keyTable.${head}`)}
              </th>
            ))}
            <th scope="col">
              <VisuallyHidden>{t("keyTable.actions")}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

type KeyFacts = { readonly name: string; readonly ending: string; readonly rests?: boolean; readonly use: KeyUse };

/** Cells for a key's name, its last characters and its last use. On a phone all are in one cell. */
export function KeyFactsCells({ name, ending, rests = false, use }: KeyFacts) {
  return (
    <>
      <td className="[overflow-wrap:anywhere]">
        <span className={rests ? "text-soft" : "font-strong"}>{name}</span>
        <span className="block text-small text-soft md:hidden">
          <span className="font-mono">…{ending}</span>, <LastUse of={use} />
        </span>
      </td>
      <td className="font-mono text-small text-soft max-md:hidden">…{ending}</td>
      <td className="text-soft max-md:hidden">
        <LastUse of={use} />
      </td>
    </>
  );
}

/** Revokes a key, or removes one that has expired. */
export function EndKey({ name, expired, onPress }: { name: string; expired: boolean; onPress: () => void }) {
  const action = expired ? "remove" : "revoke";
  return (
    <Button variant="quiet" size="compact" aria-label={t(`keyTable.${action}Named`, { name })} onClick={onPress}>
      {t(`keyTable.${action}`)}
    </Button>
  );
}

/** "2 min ago, Python client" */
function LastUse({ of: { lastUsedAt, lastUsedBy } }: { of: KeyUse }) {
  return (
    <>
      {lastUsedAt === null ? t("keyTable.notUsed") : <RelativeTime at={lastUsedAt} />}
      {lastUsedBy !== null && `, ${lastUsedBy}`}
    </>
  );
}

/** The end date of a key. If it is near, shows the days left. */
export function Expiry({ at, now }: { at: Micros | null; now: Micros }) {
  if (at === null) return <td>{t("keyTable.never")}</td>;
  const state = keyState(at, now);
  const date = shortDate(toMilliseconds(at), toMilliseconds(now));
  if (state === "good") return <td>{date}</td>;
  if (state === "expired") return <td className="text-soft">{t("keyTable.expired", { date })}</td>;
  return (
    <td>
      <span title={date} className="inline-flex items-center gap-2 text-edited">
        <Icon of={TriangleAlert} />
        {t("keyTable.ends", { count: daysLeft(at, now) })}
      </span>
    </td>
  );
}
