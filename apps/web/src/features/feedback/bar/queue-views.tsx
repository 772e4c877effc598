import { useQueueFamily } from "../../../workbench/family/family.ts";
import { ViewsMenu, type ViewsMenuProps } from "../../../workbench/search/views-menu.tsx";
import type { CriteriaControls } from "../queue/criteria-controls.ts";

export type QueueViewsProps = Pick<ViewsMenuProps, "datasetId" | "onOpenRecord"> & {
  controls: Pick<CriteriaControls, "criteria" | "change">;
};

/** The views of a dataset with a queue: a view stores the active criteria. Lazily loaded. */
export default function QueueViews({ datasetId, controls: { criteria, change }, onOpenRecord }: QueueViewsProps) {
  const { address } = useQueueFamily();
  return (
    <ViewsMenu
      datasetId={datasetId}
      query={address.criteria(criteria)}
      onApply={(query) => change(() => address.read(query).criteria)}
      onOpenRecord={onOpenRecord}
    />
  );
}
