import { isPrivileged } from "@postil/domain/accounts/policies";
import { Link } from "@tanstack/react-router";
import { t } from "i18next";
import "../../lib/i18n/en/guidelines.ts";
import { useUser } from "../../lib/session/use-session.ts";
import { textLinkClass } from "../../ui/text-link.ts";

/**
 * Instead of guidelines that nobody has written; who may write them is led to where they are written
 * (design/annotation.md#foot).
 */
export function NoGuidelines({ datasetId }: { datasetId: string }) {
  const user = useUser();
  return (
    <>
      <p>{t("guidelinesDrawer.none")}</p>
      {user !== null && isPrivileged(user) && (
        <Link to="/dataset/{-$id}/settings" params={{ id: datasetId }} className={textLinkClass}>
          {t("guidelinesDrawer.write")}
        </Link>
      )}
    </>
  );
}
