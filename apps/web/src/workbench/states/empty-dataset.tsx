import { useTranslation } from "react-i18next";
import { textLinkClass } from "../../ui/text-link.ts";
import { Standing, StandingText } from "./standing.tsx";

/** Where the server describes its calls, those that add records among them. */
const HOW_TO_ADD = "/docs";

/** A dataset without records: who can add some is told how, others whom to ask (design/states.md, ROL-01). */
export function EmptyDataset({ privileged }: { privileged: boolean }) {
  const { t } = useTranslation();
  return (
    <Standing title={t("annotation.dataset.emptyTitle")}>
      <StandingText>
        {t(privileged ? "annotation.dataset.emptyAdmin" : "annotation.dataset.emptyAnnotator")}
      </StandingText>
      {privileged && (
        <a href={HOW_TO_ADD} className={textLinkClass}>
          {t("annotation.dataset.howToAdd")}
        </a>
      )}
    </Standing>
  );
}
