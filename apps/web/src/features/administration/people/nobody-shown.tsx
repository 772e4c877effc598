import { t } from "i18next";
import "../../../lib/i18n/lists-texts.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { EVERYBODY, isNarrowed, type PeopleCriteria } from "./people-criteria.ts";

type NobodyShownProps = { criteria: PeopleCriteria; onCriteria: (criteria: PeopleCriteria) => void };

/** Nobody is left of the list, or there is nobody. */
export function NobodyShown({ criteria, onCriteria }: NobodyShownProps) {
  const narrowed = isNarrowed(criteria);
  const clear = (
    <Button onClick={() => onCriteria({ ...EVERYBODY, sort: criteria.sort })}>{t("lists.clearFilters")}</Button>
  );
  const of = narrowed ? "noMatch" : "none";
  return (
    <div className="mx-auto mt-36 max-w-[480px]">
      <EmptyState title={t(`people.${of}.title`)} actions={narrowed ? clear : undefined}>
        {t(`people.${of}.text`)}
      </EmptyState>
    </div>
  );
}
