import { Trans, useTranslation } from "react-i18next";
import { textLinkClass } from "../../../ui/text-link.ts";
import { Standing, StandingText } from "./standing.tsx";

/** Where the server describes its calls, those that add records among them. */
const HOW_TO_ADD = "/docs";

/** A dataset without records: who can add some is told how, others whom to ask (screens 5.12, ROL-01). */
export function EmptyDataset({ privileged }: { privileged: boolean }) {
  const { t } = useTranslation();
  return (
    <Standing title={t("annotation.dataset.emptyTitle")}>
      <StandingText>
        {privileged ? (
          <Trans
            t={t}
            i18nKey="annotation.dataset.emptyAdmin"
            // biome-ignore lint/a11y/useAnchorContent: the text comes with its place in the sentence
            components={{ guide: <a href={HOW_TO_ADD} className={textLinkClass} /> }}
          />
        ) : (
          t("annotation.dataset.emptyAnnotator")
        )}
      </StandingText>
    </Standing>
  );
}
