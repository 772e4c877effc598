import { readFeedbackAddress, writeCriteria } from "@postil/domain/search/feedback-address";
import { ViewsMenu, type ViewsMenuProps } from "../../../workbench/search/views-menu.tsx";
import type { CriteriaControls } from "../queue/criteria-controls.ts";

type QueueViewsProps = Pick<ViewsMenuProps, "datasetId" | "onOpenRecord"> & {
  controls: Pick<CriteriaControls, "criteria" | "change">;
};

/** The saved views: each stores the active criteria. Lazily loaded. */
export default function QueueViews({ datasetId, controls: { criteria, change }, onOpenRecord }: QueueViewsProps) {
  return (
    <ViewsMenu
      datasetId={datasetId}
      query={writeCriteria(criteria)}
      onApply={(query) => change(() => readFeedbackAddress(query).criteria)}
      onOpenRecord={onOpenRecord}
    />
  );
}
