import { t } from "i18next";
import { Waypoints } from "lucide-react";
import type { Command } from "../../lib/commands/command.ts";

/** "Find similar records", M (design/keys.md#labeling). It is not there in a dataset without vectors. */
export function similarCommand(run: () => void): Command {
  return {
    id: "record.similar",
    label: t("similarity.command.find"),
    icon: Waypoints,
    section: "record",
    group: "look",
    shortcuts: [{ keys: "M" }],
    run,
  };
}
