import { INVITATION_DAYS, type InvitationDays } from "@postil/domain/accounts/invitations";
import { t } from "i18next";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";

type InvitationDaysFieldProps = {
  days: InvitationDays;
  onChange: (days: InvitationDays) => void;
  /** until when that is */
  until?: string;
};

/** For how long a link is good. */
export function InvitationDaysField({ days, onChange, until }: InvitationDaysFieldProps) {
  const options = INVITATION_DAYS.map((count) => ({ value: String(count), label: t("inviteLinks.days", { count }) }));
  const choose = (value: string) => {
    const chosen = INVITATION_DAYS.find((count) => String(count) === value);
    if (chosen !== undefined) onChange(chosen);
  };
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <span className="text-soft">{t("inviteLinks.within")}</span>
      <SegmentedControl label={t("inviteLinks.lifetime")} options={options} value={String(days)} onChange={choose} />
      {until !== undefined && <span className="text-soft tabular-nums">{t("inviteLinks.until", { time: until })}</span>}
    </div>
  );
}
