import { foldCase } from "@postil/domain/answers/label-search";
import { chosenTerms, matchOf, mostValues, type TermChoice, withChosen } from "@postil/domain/search/filter-offer";
import { type CriteriaFilter, type FilterScope, withCondition } from "@postil/domain/search/record-criteria";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { LOCALE } from "../../lib/i18n/locale.ts";
import { CheckList } from "../../ui/check-list.tsx";
import { SegmentedControl } from "../../ui/segmented-control.tsx";
import { conditionAt } from "./condition-at.ts";

export type EditorProps = {
  /** of the property or question */
  title: string;
  scope: FilterScope;
  filters: readonly CriteriaFilter[];
  onChange: (filters: readonly CriteriaFilter[]) => void;
};

type TermsEditorProps = EditorProps & {
  choices: readonly TermChoice[];
  /** a record may have several of the values, so one can ask for all of them (FFI-18) */
  several?: boolean;
};

/** Values to tick: one of them is enough, or all must be there. */
export function TermsEditor({ title, scope, filters, onChange, choices, several = false }: TermsEditorProps) {
  const { t } = useTranslation();
  const condition = conditionAt(filters, scope);
  const chosen = chosenTerms(condition);
  const match = matchOf(condition);
  // A value that is not on offer stays in the list when it is taken back: it has the focus.
  const [atFirst] = useState(chosen);
  const items = useMemo(() => withChosen(choices, atFirst), [choices, atFirst]);
  const set = (values: readonly string[], how: "any" | "all") =>
    onChange(withCondition(filters, scope, { type: "terms", values, match: how }));
  return (
    <div className="p-2">
      {several && (
        <div className="px-2 pt-1 pb-2">
          <SegmentedControl
            label={t("filters.match.label")}
            options={[
              { value: "any", label: t("filters.match.any") },
              { value: "all", label: t("filters.match.all") },
            ]}
            value={match}
            onChange={(how) => set(chosen.slice(0, mostValues(filters, scope, how)), how)}
          />
        </div>
      )}
      <CheckList
        label={title}
        items={items}
        chosen={chosen}
        onToggle={(value, on) => set(on ? [...chosen, value] : chosen.filter((other) => other !== value), match)}
        most={mostValues(filters, scope, match)}
        finds={contains}
        texts={{
          find: t("filters.findIn", { list: title }),
          nothingFound: t("filters.nothingFound"),
          most: t("filters.most"),
          found: (count, total) => t("filters.found", { count, total }),
        }}
        number={(count) => count.toLocaleString(LOCALE)}
      />
    </div>
  );
}

function contains(query: string): (text: string) => boolean {
  const wanted = foldCase(query);
  return (text) => foldCase(text).includes(wanted);
}
