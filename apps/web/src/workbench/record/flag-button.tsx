import { t } from "i18next";
import { Flag } from "lucide-react";
import type { Command } from "../../lib/commands/command.ts";
import { useCommands, usePrintedKeys } from "../../lib/commands/commands-provider.tsx";
import { cx } from "../../ui/cx.ts";
import { IconButton, type IconButtonProps } from "../../ui/icon-button.tsx";
import { useFlag } from "./use-flags.ts";

type FlagButtonProps = {
  recordId: string;
  datasetId: string;
  /** True if the key and the palette entry are for this record: the one on screen, or the one with the cursor. */
  keyed?: boolean;
  size?: NonNullable<IconButtonProps["size"]>;
  /** tab index of the button */
  className?: string;
  tabIndex?: number;
};

/**
 * Flags a record for later, for this user only. It is pressed and filled while the record is flagged (design/record.md#flags).
 */
export function FlagButton({
  recordId,
  datasetId,
  keyed = false,
  size = "regular",
  className,
  tabIndex,
}: FlagButtonProps) {
  const { flagged, turn, turnAndSay } = useFlag(datasetId, recordId);
  const command = flagCommand({ flagged, run: turnAndSay });
  useCommands(keyed ? [command] : []);
  const printed = usePrintedKeys(command);
  return (
    <IconButton
      icon={Flag}
      label={t("flagsAndViews.flags.flag")}
      keys={keyed ? printed : undefined}
      size={size}
      on={flagged}
      onClick={turn}
      tabIndex={tabIndex}
      className={cx(flagged && "[&_svg]:fill-current", className)}
    />
  );
}

type FlagHandler = { readonly flagged: boolean; readonly run: () => void };

/** L flags the current record or removes its flag (design/keys.md#labeling). */
export function flagCommand({ flagged, run }: FlagHandler): Command {
  return {
    id: "record.flag",
    label: t(`flagsAndViews.flags.${flagged ? "unflagRecord" : "flagRecord"}`),
    row: t("flagsAndViews.flags.flag"),
    icon: Flag,
    section: "record",
    group: "move",
    shortcuts: [{ keys: "L" }],
    run,
  };
}
