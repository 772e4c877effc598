import { t } from "i18next";
import "../../lib/i18n/en/empty-dataset.ts";
import { textLinkClass } from "../../ui/text-link.ts";
import { SheetMessage, SheetMessageText } from "./sheet-message.tsx";

/** Where the server describes its calls, those that add records among them. */
const HOW_TO_ADD = "/docs";

/** A dataset without records: who can add some is told how, others whom to ask (design/states.md, ROL-01). */
export default function EmptyDataset({ privileged }: { privileged: boolean }) {
  return (
    <SheetMessage title={t("emptyDataset.title")}>
      <SheetMessageText>
        {privileged ? (
          <a href={HOW_TO_ADD} className={textLinkClass}>
            {t("emptyDataset.howToAdd")}
          </a>
        ) : (
          t("emptyDataset.askAdmin")
        )}
      </SheetMessageText>
    </SheetMessage>
  );
}
