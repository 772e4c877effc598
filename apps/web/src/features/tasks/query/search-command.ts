import { t } from "i18next";
import { Search } from "lucide-react";
import type { Command } from "../../../lib/commands/command.ts";

export const searchCommand = (run: () => void): Command => ({
  id: "taskQuery.search",
  label: t("taskQuery.command.search"),
  icon: Search,
  section: "dataset",
  group: "look",
  // Where there are many labels, the slash alone finds labels.
  shortcuts: [{ keys: "Q" }, { keys: "/" }, { keys: "Alt+/" }],
  run,
});
