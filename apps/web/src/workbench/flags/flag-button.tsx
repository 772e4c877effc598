import { Flag } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useCommands, usePrintedKeys } from "../../lib/commands/commands-provider.tsx";
import { IconButton, type IconButtonProps } from "../../ui/icon-button.tsx";
import { announce } from "../../ui/live-region.tsx";
import { flagCommand } from "./flag-command.ts";
import { useFlagged, useSetFlag } from "./use-flags.ts";

type FlagButtonProps = {
  recordId: string;
  datasetId: string;
  /** Its key and its entry in the palette are for this record: the one on screen, or the one the cursor is on. */
  keyed?: boolean;
  size?: NonNullable<IconButtonProps["size"]>;
};

/** Keeps a record for later, for the user alone; pressed and filled while it does (design/record.md#flags). */
export function FlagButton({ recordId, datasetId, keyed = false, size = "regular" }: FlagButtonProps) {
  const { t } = useTranslation();
  const flagged = useFlagged(datasetId, recordId);
  const setFlag = useSetFlag(datasetId);
  const turn = () => setFlag(recordId, !flagged);
  // Whoever presses the key does not hear what becomes of the button.
  const run = () => {
    turn();
    announce(t(`keeping.flags.${flagged ? "isUnflagged" : "isFlagged"}`));
  };
  const command = flagCommand(t, { flagged, run });
  useCommands(keyed ? [command] : []);
  const printed = usePrintedKeys(command);
  return (
    <IconButton
      icon={Flag}
      label={t("keeping.flags.flag")}
      keys={keyed ? printed : undefined}
      size={size}
      on={flagged}
      onClick={turn}
      className={flagged ? "[&_svg]:fill-current" : undefined}
    />
  );
}
