import "../../../lib/i18n/en/search.ts";
import "../../../lib/i18n/en/filter-editing.ts";
import { wordsOfFilter } from "@postil/domain/search/filter-words";
import { scopeKey, withCondition } from "@postil/domain/search/record-criteria";
import { t } from "i18next";
import { X } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { SheetMessage, SheetMessageText } from "../../../workbench/frame/sheet-message.tsx";
import type { CriteriaControls } from "../queue/criteria-controls.ts";
import { filterText } from "./filter-text.ts";
import { useFilterOffer } from "./use-filter-offer.ts";

/** No record matches the criteria. Each criterion can be removed with one press (design/states.md). Lazily loaded. */
export default function NoMatch({ datasetId, controls }: { datasetId: string; controls: CriteriaControls }) {
  const narrowings = useNarrowings(datasetId, controls);
  const status = t(`answerStatus.name.${controls.committed.status}`).toLowerCase();
  const takeAll = () => {
    if (controls.committed.similarity !== null) controls.endSimilarity();
    controls.change((before) => ({ ...before, text: null, filters: [], similarity: null }));
  };
  return (
    <SheetMessage title={t("noMatch.title", { status })}>
      <SheetMessageText>{t("noMatch.text")}</SheetMessageText>
      <ul aria-label={t("noMatch.list")} className="flex max-w-[640px] flex-wrap gap-2">
        {narrowings.map(({ key, text, remove }) => (
          <li key={key} className="max-w-full">
            <Button aria-label={t("filterEditing.remove", { filter: text })} onClick={remove} className="max-w-full">
              <span className="truncate">{text}</span>
              <X size={14} aria-hidden="true" className="flex-none text-soft" />
            </Button>
          </li>
        ))}
      </ul>
      {narrowings.length > 1 && (
        <Button variant="ghost" onClick={takeAll} className="mt-4 -ml-2">
          {t("noMatch.all")}
        </Button>
      )}
    </SheetMessage>
  );
}

type Narrowing = { readonly key: string; readonly text: string; readonly remove: () => void };

/** The active criteria: the searched words, each filter and the similarity search. */
function useNarrowings(datasetId: string, { committed, change, endSimilarity }: CriteriaControls): Narrowing[] {
  const { fields, known } = useFilterOffer(datasetId);
  const { text, filters, similarity } = committed;
  const narrowings: Narrowing[] = [];
  if (text !== null) {
    const field = text.field && (fields.find(({ name }) => name === text.field)?.title ?? text.field);
    narrowings.push({
      key: "text",
      text: field === null ? t("noMatch.search", { text: text.q }) : t("noMatch.searchIn", { text: text.q, field }),
      remove: () => change((before) => ({ ...before, text: null })),
    });
  }
  for (const filter of filters) {
    narrowings.push({
      key: scopeKey(filter.scope),
      text: filterText(wordsOfFilter(filter, known)),
      remove: () => change((before) => ({ ...before, filters: withCondition(before.filters, filter.scope, null) })),
    });
  }
  if (similarity !== null) {
    narrowings.push({ key: "similarity", text: t("noMatch.similarity"), remove: endSimilarity });
  }
  return narrowings;
}
