import type { SessionOver } from "@postil/domain/accounts/sessions";
import { t } from "i18next";
import { useEffect } from "react";
import "../../lib/i18n/en/session.ts";
import { useSession } from "../../lib/session/use-session.ts";
import { hasLocalStorage } from "../../lib/storage.ts";
import { Plain } from "../../ui/layouts/plain.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { announce } from "../../ui/live-region.tsx";
import { Mark } from "../../ui/mark.tsx";
import { usePageTitle } from "../../ui/use-page-title.ts";
import { IntroPanel } from "./intro-panel.tsx";
import { Providers } from "./providers.tsx";
import { SignInForm } from "./sign-in-form.tsx";
import { useSignInLink } from "./use-sign-in-link.ts";
import { WorkLeftHere } from "./work-left-here.tsx";

const WhyEnded = lazyPart(() => import("./why-ended.tsx"));
const nothing = () => undefined;

type SignInPageProps = {
  /** the code of a one-time link, null without one */
  code: string | null;
  onSignedIn: () => void;
};

/** Two halves: the form, and a panel of text (design/sign-in.md). */
export function SignInPage({ code, onSignedIn }: SignInPageProps) {
  usePageTitle(t("session.signIn.title"));
  const link = useSignInLink(code, onSignedIn);
  const session = useSession();
  const over = session.status === "anonymous" && session.ended ? session : null;
  const refused = link === "refused";
  return (
    <Plain>
      <div className="grid min-h-dvh min-[768px]:grid-cols-2">
        <div className="grid grid-cols-[minmax(0,1fr)] grid-rows-[96px_minmax(0,1fr)_96px] items-center justify-items-center px-12 max-md:px-4">
          <p className="flex items-center gap-3 justify-self-start font-strong text-lead">
            <Mark />
            {t("common.product")}
          </p>
          {/* From a line of its own downwards: what comes later, as the providers do, moves nothing that somebody types in. */}
          <div className="w-full max-w-[340px] self-start pt-[12dvh] pb-6 max-md:pt-6">
            <h1 id="sign-in-title" className="mb-6 font-strong text-title">
              {t("session.signIn.title")}
            </h1>
            {link === "exchanging" ? (
              <p>{t("session.signIn.sending")}</p>
            ) : (
              <>
                {(refused || over !== null) && <Notice refused={refused} why={refused ? undefined : over?.why} />}
                <SignInForm onSignedIn={onSignedIn} />
                <Providers onSignedIn={onSignedIn} />
                <WorkLeftHere why={over?.why} />
              </>
            )}
          </div>
        </div>
        <IntroPanel />
      </div>
    </Plain>
  );
}

/** Why the form is here, when that needs saying: a link that no longer works, a session that ended by itself. */
function Notice({ refused, why }: { refused: boolean; why: SessionOver | undefined }) {
  const ended = hasLocalStorage() ? "ended" : "endedUnkept";
  const told = t(`session.signIn.${refused ? "linkUsed" : ended}`);
  const isWhole = why === undefined;
  useEffect(() => {
    if (isWhole) announce(told);
  }, [isWhole, told]);
  return (
    <p className="mb-4 rounded-control bg-edited-fill px-3 py-2 text-edited fill-ring">
      {isWhole ? told : <WhyEnded why={why} meanwhile={told} whenMissing={nothing} />}
    </p>
  );
}
