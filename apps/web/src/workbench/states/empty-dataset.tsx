import { t } from "i18next";
import "../../lib/i18n/en/empty-dataset.ts";
import { textLinkClass } from "../../ui/text-link.ts";
import { Standing, StandingText } from "./standing.tsx";

/** Where the server describes its calls, those that add records among them. */
const HOW_TO_ADD = "/docs";

/** A dataset without records: who can add some is told how, others whom to ask (design/states.md, ROL-01). */
export default function EmptyDataset({ privileged }: { privileged: boolean }) {
  return (
    <Standing title={t("emptyDataset.title")}>
      <StandingText>
        {privileged ? (
          <a href={HOW_TO_ADD} className={textLinkClass}>
            {t("emptyDataset.howToAdd")}
          </a>
        ) : (
          t("emptyDataset.askAdmin")
        )}
      </StandingText>
    </Standing>
  );
}
