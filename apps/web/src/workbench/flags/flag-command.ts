import { t } from "i18next";
import { Flag } from "lucide-react";
import type { Command } from "../../lib/commands/command.ts";

type FlagHandler = { readonly flagged: boolean; readonly run: () => void };

/** L flags the record that keys are about, or removes its flag (design/keys.md#labeling). */
export function flagCommand({ flagged, run }: FlagHandler): Command {
  return {
    id: "record.flag",
    label: t(`keeping.flags.${flagged ? "unflagRecord" : "flagRecord"}`),
    row: t("keeping.flags.flag"),
    icon: Flag,
    section: "record",
    group: "move",
    shortcuts: [{ keys: "L" }],
    run,
  };
}
