import { BULK_SIZES, type BulkSize, bulkSizeOf } from "@postil/domain/search/records-address";
import { t } from "i18next";
import { ArrowLeft, ArrowRight, ChevronDown, Settings } from "lucide-react";
import type { ReactNode } from "react";
import type { Command } from "../../../lib/commands/command.ts";
import { usePrintedKeys } from "../../../lib/commands/commands-provider.tsx";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { CommandButton } from "../../../ui/command-button.tsx";
import { cx } from "../../../ui/cx.ts";
import { Star } from "../../../ui/icon.tsx";
import { onDemand } from "../../../ui/on-demand.tsx";
import { Tooltip } from "../../../ui/tooltip.tsx";
import type { PageCommands } from "../page/page-commands.ts";
import type { BulkListSettings } from "./bulk-list-settings-menu.tsx";

const PageSizes = onDemand("menu", () => import("../../../ui/menu.tsx").then((m) => m.PageSizeMenu));
const Shown = onDemand("menu", () => import("./bulk-list-settings-menu.tsx").then((m) => m.BulkListSettingsMenu));

type BulkHeaderProps = {
  /** State of the checkbox for the whole page. */
  mark: boolean | "some";
  onPage: () => void;
  selected: number;
  accept: { readonly command: Command; readonly enabled: boolean; readonly running: number | null };
  place: { readonly from: number; readonly to: number; readonly total: number };
  turns: { readonly back: boolean; readonly on: boolean };
  /** In this list they turn the pages. */
  commands: Pick<PageCommands, "next" | "previous">;
  size: BulkSize;
  onSize: (size: BulkSize) => void;
  settings: BulkListSettings;
  /** Percent of the running action, null when there is none. The page cannot change while it runs. */
  running: number | null;
  children?: ReactNode;
};

/** A group stays together when the header breaks into two lines. */
const GROUP = "flex h-12 items-center gap-2 max-md:gap-1";

/** Takes the remaining width. If that is too narrow, the text wraps into a second line, which is hidden. */
const RANGE =
  "flex h-[1lh] w-0 grow flex-wrap content-start justify-end overflow-hidden text-soft before:h-[1lh] before:content-['']";

/**
 * The header of the list: the selection, the actions that need no form, and the page controls (design/bulk.md). When it gets
 * narrow, words disappear first, then it breaks into two lines. All controls stay.
 */
export function BulkHeader(props: BulkHeaderProps) {
  const { mark, onPage, selected, accept, place, turns, commands, size, onSize, settings, running, children } = props;
  return (
    <div className="@container/list relative z-1 shadow-[0_1px_0_var(--line)]">
      <div className="flex flex-wrap items-center gap-x-2 pr-3 pl-6 whitespace-nowrap tabular-nums max-md:gap-x-1 max-md:pr-1 max-md:pl-4">
        <div className={GROUP}>
          <Tooltip text={t("bulk.selectPage")} width="fit">
            <span className="mr-2 inline-flex">
              <Checkbox
                hideLabel
                label={t("bulk.selectPage")}
                checked={mark}
                onChange={onPage}
                disabled={running !== null}
              />
            </span>
          </Tooltip>
          <b>{t("bulk.count", { count: selected })}</b>
          <AcceptButton {...accept} />
        </div>
        <div className={cx(GROUP, "grow")}>
          <span className={RANGE}>
            <span>{t("bulk.range", place)}</span>
          </span>
          <TurnButton way="previous" command={commands.previous} enabled={turns.back && running === null} />
          <TurnButton way="next" command={commands.next} enabled={turns.on && running === null} />
          <PageSizes
            label={t("bulk.pageSizes")}
            sizes={BULK_SIZES}
            size={size}
            onSize={(chosen) => onSize(bulkSizeOf(chosen) ?? size)}
            textOf={(count) => t("bulk.pageSize", { count })}
            trigger={
              <Button
                variant="quiet"
                aria-label={t("bulk.pageSize", { count: size })}
                disabled={running !== null}
                className="max-md:hidden"
              >
                <span className="@max-[720px]/list:hidden">{t("bulk.pageSize", { count: size })}</span>
                <span className="@min-[720px]/list:hidden">{size}</span>
                <ChevronDown size={14} aria-hidden="true" className="text-soft" />
              </Button>
            }
          />
          <Shown
            settings={settings}
            size={size}
            onSize={onSize}
            trigger={<IconButton icon={Settings} label={t("bulk.settings")} />}
          />
        </div>
      </div>
      {children}
      {running !== null && (
        <div
          role="progressbar"
          aria-label={t("bulk.actions.progress", { count: selected })}
          aria-valuenow={running}
          className="absolute inset-x-0 bottom-0 h-0.5 origin-left bg-accent"
          style={{ transform: `scaleX(${running / 100})` }}
        />
      )}
    </div>
  );
}

function TurnButton({ way, command, enabled }: { way: "previous" | "next"; command: Command; enabled: boolean }) {
  const look = { icon: way === "next" ? ArrowRight : ArrowLeft, label: t(`bulk.${way}Page`) };
  return <IconButton {...look} keys={usePrintedKeys(command)} disabled={!enabled} onClick={command.run} />;
}

function AcceptButton({ command, enabled, running }: BulkHeaderProps["accept"]) {
  return (
    <Tooltip text={enabled || running !== null ? "" : t("bulk.none")}>
      <CommandButton
        command={command}
        variant="quiet"
        inactive={!enabled}
        className="max-md:px-1 @max-[720px]/list:[&_kbd]:hidden"
      >
        <span className="text-suggestion">
          <Star size={14} />
        </span>
        <span className="@max-[560px]/list:sr-only">
          {running === null ? t("bulk.accept") : t("bulk.actions.running", { percent: running })}
        </span>
      </CommandButton>
    </Tooltip>
  );
}
