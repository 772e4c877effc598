import { t } from "i18next";
import { Download } from "lucide-react";
import type { Command } from "../../lib/commands/command.ts";

/** E opens the dialog (design/keys.md#labeling). */
export const exportCommand = (run: () => void): Command => ({
  id: "dataset.export",
  label: t("header.exportDataset"),
  icon: Download,
  section: "dataset",
  group: "look",
  shortcuts: [{ keys: "E" }],
  run,
});
