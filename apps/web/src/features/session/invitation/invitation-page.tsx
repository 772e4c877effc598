import { t } from "i18next";
import "../../../lib/i18n/en/invitation.ts";
import { underBase } from "../../../lib/base-path.ts";
import { InlineError } from "../../../ui/inline-error.tsx";
import { Plain } from "../../../ui/layouts/plain.tsx";
import { Mark } from "../../../ui/mark.tsx";
import { Skeleton, SkeletonBar } from "../../../ui/skeleton.tsx";
import { ChoosePassword } from "./choose-password.tsx";
import { InvitationFailed } from "./invitation-failed.tsx";
import { useInvitation } from "./use-invitation.ts";

type InvitationPageProps = {
  /** null: the address has none */
  code: string | null;
  onSignedIn: () => void;
};

/** Where the link of an invitation leads: a password is chosen, or it is said why not (design/sign-in.md#invitations). */
export function InvitationPage({ code, onSignedIn }: InvitationPageProps) {
  const { seen, look } = useInvitation(code);
  return (
    <Plain>
      <div className="px-12 pt-9 pb-12 max-md:px-4">
        <a href={underBase("/")} className="inline-flex items-center gap-3 font-strong text-lead">
          <Mark />
          {t("common.product")}
        </a>
        <div className="mx-auto mt-28 w-[640px] max-w-full max-md:mt-16">
          {seen.status === "reading" && (
            <Skeleton label={t("invitation.reading")} className="space-y-4">
              <SkeletonBar width={240} height={20} />
              <SkeletonBar width={400} />
              <SkeletonBar width={340} height={40} />
            </Skeleton>
          )}
          {seen.status === "unread" && <InlineError message={t("invitation.unread")} onRetry={look} />}
          {seen.status === "failed" && <InvitationFailed {...seen} onRetry={look} />}
          {seen.status === "open" && code !== null && (
            <ChoosePassword code={code} invitation={seen.invitation} onSignedIn={onSignedIn} onOver={look} />
          )}
        </div>
      </div>
    </Plain>
  );
}
