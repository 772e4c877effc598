import type { HistoryPerson } from "@postil/domain/records/response-history";
import { t } from "i18next";
import { useUser } from "../../lib/session/use-session.ts";

/** "You", "ada"; null is a user who is deleted. */
export function useActorName(actor: HistoryPerson | null): string {
  const user = useUser();
  if (actor === null) return t("recordHistory.deletedUser");
  return actor.id === user?.id ? t("recordHistory.you") : actor.username;
}
