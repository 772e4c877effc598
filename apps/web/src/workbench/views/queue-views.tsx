import type { CriteriaControls } from "../criteria/criteria-controls.ts";
import { useQueueFamily } from "../family/family.ts";
import { ViewsMenu, type ViewsMenuProps } from "./views-menu.tsx";

export type QueueViewsProps = Pick<ViewsMenuProps, "datasetId" | "onOpenRecord"> & {
  controls: Pick<CriteriaControls, "criteria" | "change">;
};

/** Where records come from a queue a view is the criteria in force. Lazily loaded. */
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
