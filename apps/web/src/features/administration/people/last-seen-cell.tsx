import type { Person } from "@postil/domain/accounts/people";
import type { Micros } from "@postil/domain/time";
import { t } from "i18next";
import { Ban, Mail } from "lucide-react";
import { relativeTime, toMilliseconds } from "../../../lib/i18n/times.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Time } from "../../../ui/time.tsx";

const DAY = 24 * 3600 * 1000;
const daysLeft = (until: Micros, now: number): number => Math.round((toMilliseconds(until) - now) / DAY);

/** When somebody was here last; of who cannot come in now, why. */
export function LastSeenCell({ person, now }: { person: Person; now: number }) {
  if (person.state !== "active")
    return (
      <span className="flex items-center gap-2">
        <Icon of={person.state === "deactivated" ? Ban : Mail} size={14} />
        <Standing person={person} now={now} />
      </span>
    );
  if (person.invitedUntil === null) return <LastSeen person={person} now={now} />;
  return (
    <span className="flex flex-col max-[640px]:flex-row max-[640px]:gap-3">
      <LastSeen person={person} now={now} />
      <OpenLink until={person.invitedUntil} now={now} />
    </span>
  );
}

function LastSeen({ person, now }: { person: Person; now: number }) {
  if (person.lastSeen === null) return t("people.never");
  const { at, byKey } = person.lastSeen;
  const ms = toMilliseconds(at);
  const time = relativeTime(ms, Math.max(now, ms));
  return <Time at={at} text={byKey ? t("people.byKey", { time }) : time} />;
}

/** By it somebody who is there can choose another password. */
function OpenLink({ until, now }: { until: Micros; now: number }) {
  const days = daysLeft(until, now);
  return (
    <span className="flex items-center gap-1 text-small">
      <Icon of={Mail} size={12} />
      {days < 1 ? t("people.linkToday") : t("people.link", { count: days })}
    </span>
  );
}

function Standing({ person: { state, invitedUntil }, now }: { person: Person; now: number }) {
  if (state === "deactivated") return t("people.deactivated");
  if (invitedUntil === null) return t("people.invitedOver");
  const days = daysLeft(invitedUntil, now);
  return days < 1 ? t("people.invitedToday") : t("people.invited", { count: days });
}
