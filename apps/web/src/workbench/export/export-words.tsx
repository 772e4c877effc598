import { wordsOfFilter } from "@postil/domain/search/filter-words";
import type { RecordCriteria } from "@postil/domain/search/record-criteria";
import { useTranslation } from "react-i18next";
import { LOCALE } from "../../lib/i18n/locale.ts";
import { filterText } from "../filters/filter-text.ts";
import { useFilterOffer } from "../filters/use-filter-offer.ts";
import { type ExportWish, PARTS } from "./export-wish.ts";

type ShownWordsProps = { datasetId: string; shown: RecordCriteria };

/** "Submitted, “auk” in Letter, year: 1895 to 1911": everything that narrows, so that nobody exports others than they think. */
export function ShownWords({ datasetId, shown }: ShownWordsProps) {
  const { t } = useTranslation();
  const { fields, known } = useFilterOffer(datasetId);
  const { status, text, filters, similarity } = shown;
  const field = fields.find(({ name }) => name === text?.field)?.title ?? text?.field ?? null;
  const words = [
    t(`common.status.${status}`),
    ...(text === null
      ? []
      : [field === null ? t("exporting.text", { text: text.q }) : t("exporting.textIn", { text: text.q, field })]),
    ...filters.map((filter) => filterText(t, wordsOfFilter(filter, known))),
    ...(similarity === null ? [] : [t("exporting.notOnlySimilar")]),
  ];
  return words.join(", ");
}

const list = new Intl.ListFormat(LOCALE, { type: "conjunction" });

type WishWordsProps = { datasetId: string; wish: ExportWish };

/** What a file holds, in a line: of which records, with what and without what. */
export function WishWords({ datasetId, wish: { shown, parts } }: WishWordsProps) {
  const { t } = useTranslation();
  const listOf = (wanted: boolean) =>
    list.format(
      PARTS.filter((part) => parts.includes(part) === wanted).map((part) => t(`exporting.part.${part}`).toLowerCase()),
    );
  const [with_, without] = [listOf(true), listOf(false)];
  return (
    <p className="-mt-1 px-6 text-soft wrap-anywhere">
      {shown === null ? t("exporting.allRecords") : <ShownWords datasetId={datasetId} shown={shown} />}
      {with_ !== "" && t("exporting.withParts", { parts: with_ })}
      {without !== "" && t("exporting.withoutParts", { parts: without })}
    </p>
  );
}
