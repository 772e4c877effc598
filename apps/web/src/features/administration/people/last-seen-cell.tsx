import type { Person } from "@postil/domain/accounts/people";
import { Ban, Mail } from "lucide-react";
import { useTranslation } from "react-i18next";
import { relativeTime, toMilliseconds } from "../../../lib/i18n/times.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Time } from "../../../ui/time.tsx";

const DAY = 24 * 3600 * 1000;

/** When somebody was here last; of who cannot come in now, why. */
export function LastSeenCell({ person, now }: { person: Person; now: number }) {
  const { t } = useTranslation();
  if (person.state !== "active")
    return (
      <span className="flex items-center gap-2">
        <Icon of={person.state === "deactivated" ? Ban : Mail} size={14} />
        <Standing person={person} now={now} />
      </span>
    );
  if (person.lastSeen === null) return t("people.never");
  const { at, byKey } = person.lastSeen;
  const ms = toMilliseconds(at);
  const time = relativeTime(ms, Math.max(now, ms));
  return <Time at={at} text={byKey ? t("people.byKey", { time }) : time} />;
}

function Standing({ person: { state, invitedUntil }, now }: { person: Person; now: number }) {
  const { t } = useTranslation();
  if (state === "deactivated") return t("people.deactivated");
  if (invitedUntil === null) return t("people.invitedOver");
  const days = Math.round((toMilliseconds(invitedUntil) - now) / DAY);
  return days < 1 ? t("people.invitedToday") : t("people.invited", { count: days });
}
