import { t } from "i18next";
import { RotateCw } from "lucide-react";
import "../../../lib/i18n/en/task-panel.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import type { PanelPage, PanelTab } from "./panel-page.ts";
import { ProgressPanel } from "./progress-panel.tsx";
import { StatsPanel } from "./stats-panel.tsx";

export type TaskPanelProps = { page: PanelPage; tab: PanelTab; onTab: (tab: PanelTab) => void };

/** Progress tells of the whole dataset, Stats of the records that are shown (TAN-13, TSE-28). Lazily loaded. */
export default function TaskPanel({ page, tab, onTab }: TaskPanelProps) {
  return (
    <div className="relative px-6 pt-1 pb-6 max-md:p-0">
      <IconButton
        icon={RotateCw}
        label={t("taskPanel.refresh")}
        size="tiny"
        onClick={page.refresh}
        className="absolute top-2 right-6 z-10 max-md:top-0 max-md:right-0 max-md:size-11"
      />
      <Tabs
        label={t("taskPanel.label")}
        tabs={(["progress", "stats"] as const).map((id) => ({ id, label: t(`taskPanel.${id}`) }))}
        selected={tab}
        onSelect={onTab}
        look="inline"
        listClassName="justify-start! mb-3 [&>*]:h-8 max-md:[&>*]:h-11"
      >
        {tab === "progress" ? <ProgressPanel page={page} /> : <StatsPanel page={page} />}
      </Tabs>
    </div>
  );
}
