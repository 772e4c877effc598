import { t } from "i18next";
import { absoluteTime } from "../../../lib/i18n/times.ts";
import { textLinkClass } from "../../../ui/text-link.ts";

type KeptEditsProps = {
  /** epoch ms */
  at: number;
  onTake: (type: "restoreKept" | "forgetKept") => void;
};

/**
 * Above the form of an answered record, which shows what was sent: edits of an earlier visit that were not
 * (design/annotation.md#drafts).
 */
export function KeptEdits({ at, onTake }: KeptEditsProps) {
  return (
    <p role="status" className="mb-4 flex flex-wrap gap-x-3 gap-y-1 text-small">
      <span className="text-edited">{t("annotation.kept.text", { date: absoluteTime(at) })}</span>
      <span className="flex gap-3 max-md:gap-6 max-md:leading-[44px]">
        <button type="button" onClick={() => onTake("restoreKept")} className={textLinkClass}>
          {t("annotation.kept.restore")}
        </button>
        <button type="button" onClick={() => onTake("forgetKept")} className={textLinkClass}>
          {t("annotation.kept.discard")}
        </button>
      </span>
    </p>
  );
}
