import { chosenTerms, matchOf, mostValues, type TermChoice } from "@postil/domain/search/filter-offer";
import { type CriteriaFilter, type FilterScope, withCondition } from "@postil/domain/search/record-criteria";
import { t } from "i18next";
import "../../lib/i18n/en/filter-editing.ts";
import { SegmentedControl } from "../../ui/segmented-control.tsx";
import { conditionAt } from "./condition-at.ts";
import { TermList } from "./term-list.tsx";

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
  const condition = conditionAt(filters, scope);
  const chosen = chosenTerms(condition);
  const match = matchOf(condition);
  const set = (values: readonly string[], how: "any" | "all") =>
    onChange(withCondition(filters, scope, { type: "terms", values, match: how }));
  return (
    <div className="p-2">
      {several && (
        <div className="px-2 pt-1 pb-2">
          <SegmentedControl
            label={t("filterEditing.match.label")}
            options={[
              { value: "any", label: t("filterEditing.match.any") },
              { value: "all", label: t("filterEditing.match.all") },
            ]}
            value={match}
            onChange={(how) => set(chosen.slice(0, mostValues(filters, scope, how)), how)}
          />
        </div>
      )}
      <TermList
        title={title}
        choices={choices}
        chosen={chosen}
        onChoose={(values) => set(values, match)}
        most={mostValues(filters, scope, match)}
      />
    </div>
  );
}
