import { t } from "i18next";
import { Bookmark, ChevronDown } from "lucide-react";
import { useRef, useState } from "react";
import { useCommands } from "../../lib/commands/commands-provider.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import { useFlags } from "../record/flags.tsx";
import { useViews } from "./use-views.ts";
import type { ViewsListProps } from "./views-list.tsx";

export type ViewsMenuProps = Omit<ViewsListProps, "onClosed">;

const ViewsList = onDemand("menu", () => import("./views-list.tsx").then((m) => m.ViewsList));

/**
 * The user's saved views and flagged records (design/filters.md#views). It appears in the bar when there is something to save
 * or open, and then stays.
 */
export function ViewsMenu({ datasetId, query: shown, onApply, onOpenRecord }: ViewsMenuProps) {
  const { views } = useViews(datasetId);
  const { flags } = useFlags(datasetId);
  const holder = useRef<HTMLSpanElement>(null);
  const palette = { icon: Bookmark, section: "dataset" } as const;
  useCommands([
    {
      ...palette,
      id: "views.open",
      label: t("flagsAndViews.views.label"),
      mayRun: () => holder.current !== null,
      run: () => holder.current?.querySelector("button")?.click(),
    },
    ...(views ?? []).map(({ id, name, query }) => ({
      ...palette,
      id: `view.${id}`,
      label: t("flagsAndViews.views.command", { name }),
      run: () => onApply(query),
    })),
  ]);
  const wanted = shown !== "" || Boolean(views?.length) || Boolean(flags?.length);
  // It stays after the last view is deleted, because its dialog is still open with the undo.
  const [here, setHere] = useState(wanted);
  if (wanted && !here) setHere(true);
  if (!here) return null;
  const trigger = (
    <Button variant="quiet" icon={Bookmark}>
      {t("flagsAndViews.views.open")}
      <Icon of={ChevronDown} size={14} className="-ml-0.5 text-soft" />
    </Button>
  );
  return (
    <span ref={holder} className="contents">
      <ViewsList
        trigger={trigger}
        datasetId={datasetId}
        query={shown}
        onApply={onApply}
        onOpenRecord={onOpenRecord}
        onClosed={() => holder.current?.querySelector("button")?.focus()}
      />
    </span>
  );
}
