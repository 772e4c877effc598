import type { FilterOffer } from "../../features/feedback/filters/use-filter-offer.ts";
import type { CriteriaControls } from "../criteria/criteria-controls.ts";

export type SortProps = { controls: CriteriaControls; offer: FilterOffer };
