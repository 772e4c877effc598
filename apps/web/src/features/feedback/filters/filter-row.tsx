import { useTranslation } from "react-i18next";
import { cx } from "../../../ui/cx.ts";
import type { CriteriaControls } from "../../../workbench/criteria/criteria-controls.ts";
import { FilterGroupButton } from "../../../workbench/filters/filter-group.tsx";
import type { FilterOffer } from "./use-filter-offer.ts";

const GROUPS = ["metadata", "response", "suggestion"] as const;

type FilterRowProps = { id?: string; controls: CriteriaControls; offer: FilterOffer; className?: string };

/** The three filters; all of them must hold. */
export default function FilterRow({ id, controls, offer, className }: FilterRowProps) {
  const { t } = useTranslation();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own frame into the bar
    <div
      id={id}
      role="group"
      aria-label={t("filters.row")}
      className={cx("flex flex-wrap items-start gap-2", className)}
    >
      {GROUPS.map((group) => (
        <FilterGroupButton key={group} group={group} controls={controls} offer={offer} />
      ))}
    </div>
  );
}
