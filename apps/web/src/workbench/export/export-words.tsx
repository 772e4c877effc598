import { t } from "i18next";
import { LOCALE } from "../../lib/i18n/locale.ts";
import type { ExportWish } from "./export-api.ts";
import { PART_NAMES, PARTS, type PartNames } from "./export-wish.ts";

type WishWordsProps = { says: PartNames; wish: ExportWish };

const list = new Intl.ListFormat(LOCALE, { type: "conjunction" });

/** What a file holds, in a line: of which records, with what and without what. */
export function WishWords({ says, wish: { shown, parts } }: WishWordsProps) {
  const listOf = (wanted: boolean) =>
    list.format(
      PARTS.filter((part) => parts.includes(part) === wanted).map((part) =>
        t(`exporting.${PART_NAMES[says].texts}.${part}`).toLowerCase(),
      ),
    );
  const [with_, without] = [listOf(true), listOf(false)];
  return (
    <p className="-mt-1 px-6 text-soft wrap-anywhere">
      {shown === null ? t("exporting.allRecords") : shown.words}
      {with_ !== "" && t("exporting.withParts", { parts: with_ })}
      {without !== "" && t("exporting.withoutParts", { parts: without })}
    </p>
  );
}
