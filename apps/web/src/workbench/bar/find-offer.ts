import type { ComponentType } from "react";
import type { Trigger } from "../../ui/on-demand.tsx";
import type { CriteriaControls } from "../criteria/criteria-controls.ts";

type Found = { datasetId: string; controls: CriteriaControls };

export type FilterRowProps = Found & { id?: string; className?: string };
export type SortPopoverProps = Found;

/** A part of the record that can be searched by itself. */
export type SearchField = { readonly name: string; readonly title: string };

/** What records can be found by, as the family of their dataset offers it. The row and the popover load when they are first shown. */
export type FindOffer = {
  readonly fields: readonly SearchField[];
  /** `exists`: there is something to filter by, or there may be: it is not known yet, or could not be loaded. */
  readonly filters: { readonly exists: boolean; readonly loading: boolean };
  readonly FilterRow: ComponentType<FilterRowProps & { whenMissing: () => void }>;
  readonly SortPopover: ComponentType<SortPopoverProps & { trigger: Trigger }>;
};
