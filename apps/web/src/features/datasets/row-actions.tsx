import { settingsPath } from "@postil/domain/datasets/dataset-links";
import { Link } from "@tanstack/react-router";
import { t } from "i18next";
import { Ellipsis, Link as LinkIcon, Settings2 } from "lucide-react";
import { CopyButton } from "../../ui/copy-button.tsx";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";
import { IconButton, iconControlClass } from "../../ui/icon-button.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";
import { useCards } from "../../ui/use-cards.ts";
import { ExportButton } from "../../workbench/export/export-button.tsx";
import type { RowMenuProps } from "./row-menu.tsx";
import { type DatasetRow, exportSource, rowAddress } from "./rows.ts";

const RowMenu = onDemand<RowMenuProps>("menu", () => import("./row-menu.tsx").then((module) => module.RowMenu));

/** What else can be done with a dataset: beside each other in a row, behind one button of a card. */
export function RowActions({ row, className }: { row: DatasetRow; className: string }) {
  const cards = useCards();
  const { name } = row;
  if (cards)
    return (
      <span className="relative z-1">
        <RowMenu row={row} trigger={<IconButton icon={Ellipsis} label={t("datasets.actionsOf", { name })} />} />
      </span>
    );
  const settings = t("datasets.settingsOf", { name });
  return (
    <span className={cx("relative z-1 flex justify-end gap-1", className)}>
      <Tooltip text={settings} width="fit">
        <Link to={settingsPath(row)} aria-label={settings} className={cx(iconControlClass, "size-7")}>
          <Icon of={Settings2} />
        </Link>
      </Tooltip>
      <ExportButton {...exportSource(row)} name={name} />
      <CopyButton text={rowAddress(row)} what={t("datasets.linkOf", { name })} icon={LinkIcon} className="size-7" />
    </span>
  );
}
