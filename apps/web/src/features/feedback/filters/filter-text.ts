import { scorePercent } from "@postil/domain/records/suggestion-score";
import type { FilterWords } from "@postil/domain/search/filter-words";
import { type ExactNumber, inFull } from "@postil/domain/text/whole-numbers";
import { t } from "i18next";
import "../../../lib/i18n/en/filter-editing.ts";
import { LOCALE } from "../../../lib/i18n/locale.ts";

/** "source: letters page", "words: 120 to 400", "Is it clear? · score 60–100 %" (design/filters.md#values). */
export function filterText(words: FilterWords): string {
  const { title, part } = words;
  if (part === null) return t("filterEditing.badge.plain", { title, asked: askedText(words) });
  return t("filterEditing.badge.part", {
    title,
    asked: t(`filterEditing.badge.${part}`, { asked: askedText(words) }),
  });
}

/** The text after the title, for a badge that shortens a long title but not the values. */
export function filterRest(words: FilterWords): string {
  return filterText({ ...words, title: "" });
}

function askedText({ part, asked }: FilterWords): string {
  if (asked.type === "terms") return asked.texts.join(t(`filterEditing.badge.${asked.match}`));
  const written = (value: ExactNumber) =>
    (part === "score" ? (scorePercent(Number(value)) ?? 0) : inFull(value)).toLocaleString(LOCALE, {
      maximumFractionDigits: 20,
    });
  const { ge, le } = asked;
  if (ge === null) return t("filterEditing.badge.greatest", { le: le === null ? "" : written(le) });
  if (le === null) return t("filterEditing.badge.least", { ge: written(ge) });
  return t(part === "score" ? "filterEditing.badge.shares" : "filterEditing.badge.range", {
    ge: written(ge),
    le: written(le),
  });
}
