import type { TFunction } from "i18next";
import { Waypoints } from "lucide-react";
import type { Command } from "../../../lib/commands/command.ts";

type SimilarDeed = Required<Pick<Command, "mayRun" | "run">>;

/** "Find similar records", M (screens 2.2). It rests in a dataset without vectors. */
export function similarCommand(t: TFunction, deed: SimilarDeed): Command {
  return {
    id: "record.similar",
    label: t("similarity.command.find"),
    icon: Waypoints,
    section: "record",
    group: "look",
    shortcuts: [{ keys: "M" }],
    ...deed,
  };
}
