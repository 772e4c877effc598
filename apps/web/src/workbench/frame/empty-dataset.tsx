import { t } from "i18next";
import "../../lib/i18n/en/search.ts";
import { textLinkClass } from "../../ui/cx.ts";
import { SheetMessage, SheetMessageText } from "./sheet-message.tsx";

/** The page of the server that describes its calls, also those that add records. */
const HOW_TO_ADD = "/docs";

/**
 * A dataset without records. Users who can add some get a link to instructions; others are told whom to ask (design/states.md,
 * ROL-01).
 */
export default function EmptyDataset({ privileged }: { privileged: boolean }) {
  return (
    <SheetMessage title={t("words.noRecords")}>
      <SheetMessageText>
        {privileged ? (
          <a href={HOW_TO_ADD} className={textLinkClass}>
            {t("emptyDataset.howToAdd")}
          </a>
        ) : (
          t("words.askAdmin")
        )}
      </SheetMessageText>
    </SheetMessage>
  );
}
