import type { CriteriaControls } from "../criteria/criteria-controls.ts";
import type { FilterOffer } from "../filters/use-filter-offer.ts";

export type SortProps = { controls: CriteriaControls; offer: FilterOffer };
