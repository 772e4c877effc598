import type { CriteriaControls } from "../criteria/criteria-controls.ts";
import { useQueueFamily } from "../family/family.ts";
import { ViewsMenu, type ViewsMenuProps } from "./views-menu.tsx";

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
