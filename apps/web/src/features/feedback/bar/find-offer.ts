import type { ComponentType } from "react";
import type { Trigger } from "../../../ui/on-demand.tsx";
import type { CriteriaControls } from "../queue/criteria-controls.ts";

type Found = { datasetId: string; controls: CriteriaControls };

export type FilterRowProps = Found & { id?: string; className?: string };
export type SortPopoverProps = Found;

/** A field of the record that can be searched alone. */
export type SearchField = { readonly name: string; readonly title: string };

/**
 * The search, filters and sort orders that a family of datasets offers. The row and the popover are loaded when they are first
 * shown.
 */
export type FindOffer = {
  readonly fields: readonly SearchField[];
  /** `exists`: true if there are filters, or if that is unknown because they are loading or could not be loaded. */
  readonly filters: { readonly exists: boolean; readonly loading: boolean };
  readonly FilterRow: ComponentType<FilterRowProps & { whenMissing: () => void }>;
  readonly SortPopover: ComponentType<SortPopoverProps & { trigger: Trigger }>;
};
