import type { SessionOver } from "@postil/domain/accounts/sessions";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import "../../lib/i18n/session-ended-texts.ts";
import { announce } from "../../ui/live-region.tsx";

/** What ended a session by itself, and the way on: nobody is asked to sign in who cannot. */
export default function WhyEnded({ why }: { why: SessionOver }) {
  const { t } = useTranslation();
  const isShut = why === "deactivated" || why === "deleted";
  const next = isShut ? "waits" : why === "signed_out" ? "signedOut" : "kept";
  const told = t("sessionEnded.told", { why: t(`sessionEnded.by.${why}`), next: t(`sessionEnded.next.${next}`) });
  useEffect(() => announce(told), [told]);
  return told;
}
