import type { Flag } from "@postil/domain/records/record-preview";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { t } from "i18next";
import { Flag as FlagIcon } from "lucide-react";
import { useCallback, useEffect } from "react";
import type { Command } from "../../lib/commands/command.ts";
import { useCommands, usePrintedKeys } from "../../lib/commands/commands-provider.tsx";
import { notify } from "../../lib/toasts/store.ts";
import { IconButton, type IconButtonProps } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { announce } from "../../ui/screen-reader.tsx";
import { flagsQuery, useFamily } from "../family/family.ts";

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
export function FlagButton(props: FlagButtonProps) {
  const { recordId, datasetId, keyed = false, size = "regular", className, tabIndex } = props;
  const { flagged, turn, turnAndSay } = useFlag(datasetId, recordId);
  const isKnown = flagged !== null;
  const command = flagCommand({ flagged: flagged === true, run: turnAndSay });
  useCommands(keyed && isKnown ? [command] : []);
  const printed = usePrintedKeys(command);
  return (
    <IconButton
      icon={FlagIcon}
      label={t(`flagsAndViews.flags.${isKnown ? "flag" : "unknown"}`)}
      keys={keyed ? printed : undefined}
      size={size}
      {...(isKnown ? { on: flagged } : { disabled: true })}
      onClick={turn}
      tabIndex={tabIndex}
      className={cx(flagged === true && "[&_svg]:fill-current", className)}
    />
  );
}

/** L flags the current record or removes its flag (design/keys.md#labeling). */
export function flagCommand({ flagged, run }: { readonly flagged: boolean; readonly run: () => void }): Command {
  return {
    id: "record.flag",
    label: t(`flagsAndViews.flags.${flagged ? "unflagRecord" : "flagRecord"}`),
    row: t("flagsAndViews.flags.flag"),
    icon: FlagIcon,
    section: "record",
    group: "move",
    shortcuts: [{ keys: "L" }],
    run,
  };
}

type Flags = {
  /** Newest first. Null until they are loaded. */
  readonly flags: readonly Flag[] | null;
  readonly failed: boolean;
  readonly retry: () => void;
};

export function useFlags(datasetId: string): Flags {
  const { data, isError, refetch } = useQuery(flagsQuery(useFamily(), datasetId));
  return { flags: data ?? null, failed: isError, retry: () => void refetch() };
}

/**
 * True if a record is flagged, false also while the list loads: a press then waits for it. Null if the list could not be read
 * (FRS-22). Renders only when it changes.
 */
export function useFlagged(datasetId: string, recordId: string): boolean | null {
  const select = useCallback((flags: readonly Flag[]) => flags.some((flag) => flag.recordId === recordId), [recordId]);
  const { data, isError } = useQuery({ ...flagsQuery(useFamily(), datasetId), select });
  return data ?? (isError ? null : false);
}

const writing = () => import("./set-flag.ts");
const nothing = () => undefined;

/**
 * Sets or removes a flag at once. After a failure it is restored and a toast tells it. The code is loaded after the page,
 * because nothing of it is visible.
 */
export function useSetFlag(datasetId: string): (recordId: string, flagged: boolean) => void {
  const client = useQueryClient();
  const family = useFamily();
  // If the code cannot be loaded now, the first flag loads it again.
  useEffect(() => void writing().catch(nothing), []);
  return useCallback(
    (recordId, flagged) => {
      writing()
        .then(({ setFlag }) => setFlag(client, family, { datasetId, recordId, flagged }))
        .catch(() =>
          notify({ message: t(`flagsAndViews.flags.${flagged ? "notFlagged" : "notUnflagged"}`), type: "error" }),
        );
    },
    [client, family, datasetId],
  );
}

type FlagTurn = {
  /** Null if it could not be read; then there is nothing to turn. */
  readonly flagged: boolean | null;
  readonly turn: () => void;
  /** The same with an announcement, for presses that do not come from the button itself. */
  readonly turnAndSay: () => void;
};

export function useFlag(datasetId: string, recordId: string): FlagTurn {
  const flagged = useFlagged(datasetId, recordId);
  const setFlag = useSetFlag(datasetId);
  const turn = () => setFlag(recordId, !flagged);
  const turnAndSay = () => {
    turn();
    announce(t(`flagsAndViews.flags.${flagged ? "isUnflagged" : "isFlagged"}`));
  };
  return { flagged, turn, turnAndSay };
}
