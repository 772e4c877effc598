import { t } from "i18next";
import type { ReactNode } from "react";
import { Column } from "../../ui/layouts/top-and-column.tsx";
import { type TabItem, Tabs } from "../../ui/tabs.tsx";

const TABS = ["info", "labels", "danger"] as const;
export type TabId = (typeof TABS)[number];

type TaskSettingsTabsProps = {
  tab: string;
  onTab: (tab: TabId) => void;
  /** the contents of the tabs; a tab without contents is hidden */
  contents: { readonly [Id in TabId]?: (() => ReactNode) | undefined };
  unsaved: TabId | null;
};

/** Tabs over one column that scrolls below them. */
export function TaskSettingsTabs({ tab, onTab, contents, unsaved }: TaskSettingsTabsProps) {
  const shown = TABS.filter((id) => contents[id] !== undefined);
  const selected = shown.find((id) => id === tab) ?? "info";
  const tabs = shown.map((id): TabItem<TabId> => {
    return { id, label: t(`taskSettings.tab.${id}`), dot: id === unsaved ? t("common.unsaved") : undefined };
  });
  return (
    <Tabs
      label={t("datasetSettings.tabs")}
      tabs={tabs}
      selected={selected}
      onSelect={onTab}
      className="flex min-h-0 flex-1 flex-col"
      listClassName="mx-6 max-md:mx-4 max-md:gap-x-4"
      panelClassName="flex min-h-0 flex-1 flex-col"
    >
      <Column>{contents[selected]?.()}</Column>
    </Tabs>
  );
}
