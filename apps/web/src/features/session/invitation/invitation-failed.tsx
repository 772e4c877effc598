import { t } from "i18next";
import { CircleAlert } from "lucide-react";
import { underBase } from "../../../lib/base-path.ts";
import { absoluteTime, toMilliseconds } from "../../../lib/i18n/times.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { usePageTitle } from "../../../ui/use-page-title.ts";
import type { InvitationFailure } from "./use-invitation.ts";

type InvitationFailedProps = {
  reason: InvitationFailure;
  expiresAt: number | null;
  onRetry: () => void;
};

/** Why a link lets nobody in, and the ways on. */
export function InvitationFailed({ reason, expiresAt, onRetry }: InvitationFailedProps) {
  const heading = t(`invitation.failures.${reason}.title`);
  usePageTitle(heading);
  const time = expiresAt === null ? "" : absoluteTime(toMilliseconds(expiresAt));
  return (
    <>
      <p className="mb-2 flex items-center gap-2 text-danger">
        <Icon of={CircleAlert} />
        {t("invitation.failed")}
      </p>
      <h1 className="font-strong text-title">{heading}</h1>
      <p role="alert" className="mt-2 max-w-[560px] text-lead text-soft">
        {t(`invitation.failures.${reason}.text`, { time })}
      </p>
      <div className="mt-6 flex flex-wrap gap-2">
        {reason === "waiting" ? (
          <Button variant="primary" size="large" className="px-4" onClick={onRetry}>
            {t("errors.retry")}
          </Button>
        ) : (
          <a href={underBase("/sign-in")} className={buttonClass("primary", "large", "px-4")}>
            {t("invitation.toSignIn")}
          </a>
        )}
        <a href={underBase("/")} className={buttonClass("ghost", "large", "px-4")}>
          {t("errors.home")}
        </a>
      </div>
    </>
  );
}
