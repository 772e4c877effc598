import type { SessionOver } from "@postil/domain/accounts/sessions";
import { t } from "i18next";
import { useEffect } from "react";
import "../../lib/i18n/en/session-ended.ts";
import { hasLocalStorage } from "../../lib/storage.ts";
import { announce } from "../../ui/screen-reader.tsx";

/** The reason why a session ended by itself, and the next step: users who cannot sign in are not asked to. */
export default function WhyEnded({ why }: { why: SessionOver }) {
  const isShut = why === "deactivated" || why === "deleted";
  const kept = isShut ? "waits" : "kept";
  const next = why === "signed_out" ? "signedOut" : hasLocalStorage() ? kept : (`${kept}Unkept` as const);
  const told = t("sessionEnded.told", { why: t(`sessionEnded.by.${why}`), next: t(`sessionEnded.next.${next}`) });
  useEffect(() => announce(told), [told]);
  return told;
}
